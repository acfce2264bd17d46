"""Moves of which it is known what they lose, to measure the tutor: an independent, closer look says so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ..bots import Knowledge, read_bot
from ..games.chance import stream_from_seed
from ..records import Game
from .budget import ReviewBudget
from .judging import Judgement, is_clear, judge
from .reviewed_game import reviewed_game
from .sampling import Sampler

_LEVELS = ("seed", "bud", "tree")  # whose games the positions come from
_BETWEEN = 5  # moves between two positions of a game
_OF_A_KIND = 2  # moves of each kind from one position
_GLANCE, _LOOKS_LIKE = 48, 0.8  # worlds, and the part of a blunder that makes a move suspect
_SEED = 7919  # not that of the tutor


@dataclass(frozen=True)
class PlantedMove:
    """A move in a position, with its loss in chances to win."""

    knowledge: Knowledge
    move: str
    loss: float
    is_blunder: bool


def planted_moves(
    name: str, seats: int, budget: ReviewBudget, positions: int, seed: int
) -> Iterator[PlantedMove]:
    """Blunders, and moves that lose at most a third of what a mistake does, from positions of bots' games."""
    for number, knowledge in enumerate(_positions(name, seats, seed)):
        if number == positions:
            return
        choice = random.Random(f"{name} {seats} {seed} {number}")
        tried = choice.choice(_suspects(knowledge, seed) or knowledge.legal_actions())
        judgement = judge(Sampler(knowledge.rules, _SEED + seed), budget, knowledge, tried)
        found = list(_classified(knowledge, judgement))
        for kind in (True, False):
            alike = [one for one in found if one.is_blunder == kind]
            yield from choice.sample(alike, min(_OF_A_KIND, len(alike)))


def _suspects(knowledge: Knowledge, seed: int) -> list[int]:
    """Moves that look like blunders at a glance; a judgement lists only good moves and the one tried."""
    sampler, moves = Sampler(knowledge.rules, _SEED + seed), knowledge.legal_actions()
    seeds = sampler.seeds("suspects", knowledge.world, knowledge.seat, _GLANCE)
    wins = (
        sampler.sample(knowledge.world, knowledge.seat, moves, seeds).wins[:, :, knowledge.seat].mean(axis=0)
    )
    least = _LOOKS_LIKE * reviewed_game(knowledge.rules.name).thresholds.blunder
    return [move for move, win in zip(moves, wins, strict=True) if wins.max() - win >= least]


def _classified(knowledge: Knowledge, judgement: Judgement) -> Iterator[PlantedMove]:
    thresholds = reviewed_game(knowledge.rules.name).thresholds
    for candidate in judgement.evaluation.candidates:
        is_blunder = is_clear(candidate.loss) and candidate.loss.win >= thresholds.blunder
        if is_blunder or candidate.loss.win <= thresholds.mistake / 3:
            yield PlantedMove(knowledge, candidate.move, candidate.loss.win, is_blunder)


def _positions(name: str, seats: int, seed: int) -> Iterator[Knowledge]:
    """Of games between bots of one level, with at least two moves to choose from."""
    number = 0
    while True:
        bot, budget = read_bot(_LEVELS[number % len(_LEVELS)], name)
        game = Game.new(name, seats, secret=(1000 * seed + number).to_bytes(32, "big"))
        stream, number = stream_from_seed(1000 * seed + number), number + 1
        while not game.is_over:
            knowledge = Knowledge.of(game)
            if game.ply % _BETWEEN == number % _BETWEEN and len(knowledge.legal_actions()) > 1:
                yield knowledge
            game.make_move(bot.decide(knowledge, budget, stream).action)
