"""Finds puzzles in a game of strong bots."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from ..bots import Decision, Knowledge, read_bot
from ..games.chance import stream_for_game
from ..records import Game
from ..review.reviewed_game import reviewed_game
from . import exact_lines, measured
from .drafting import Draft
from .puzzle import Puzzle, Source

_APART = 12  # moves between two puzzles of the same game, so that they are not alike
_SOLVER_NODES = 100_000  # for each move
_LENGTHS = 4  # lines of one to four turns are wanted alike


@dataclass(frozen=True)
class Quarry:
    """Where puzzles are looked for: the games of a bot, all from one seed."""

    game: str
    seats: int
    seed: int
    bot: str = "net:100"

    def puzzles_of(self, number: int) -> list[Puzzle]:
        """Those of the game with this number. The same for ever, wherever it is run."""
        played, decisions = self._play(number)
        solved = reviewed_game(self.game).solve is not None
        found = _exact(played, number) if solved else _measured(decisions)
        return [draft.puzzle(Source(self.bot, self.seed, number, ply)) for ply, draft in found]

    def _play(self, number: int) -> tuple[Game, list[tuple[int, Knowledge, Decision]]]:
        bot, budget = read_bot(self.bot, self.game)
        secret = hashlib.sha256(f"puzzles {self.seed} {self.seats} {number}".encode()).digest()
        stream = stream_for_game(self.seed, f"puzzles {self.seats}", number)
        game, decisions = Game.new(self.game, self.seats, secret=secret), []
        while not game.is_over:
            legal = game.legal_actions()
            if len(legal) == 1:
                game.make_move(legal[0])
                continue
            knowledge = Knowledge.of(game)
            decision = bot.decide(knowledge, budget, stream)
            decisions.append((game.ply, knowledge, decision))
            game.make_move(decision.action)
        return game, decisions


def _measured(decisions: list[tuple[int, Knowledge, Decision]]) -> Iterator[tuple[int, Draft]]:
    last = -_APART
    for ply, knowledge, decision in decisions:
        if ply - last < _APART or not measured.looks_promising(knowledge, decision):
            continue
        draft = measured.prove(knowledge, decision.action)
        if draft:
            last = ply
            yield ply, draft


def _exact(game: Game, number: int) -> Iterator[tuple[int, Draft]]:
    """One line that is hard enough, of another length in each game; one that decides who wins, if there is
    one. From the end backwards, as long as positions can be solved."""
    lines = []
    for ply in range(game.ply - 1, 0, -1):
        line = exact_lines.line_from(Knowledge.of_state(game.rules, game.state(ply)), _SOLVER_NODES)
        if line is None:
            break
        if line:
            lines.append((ply, line))
    wanted = 1 + number % _LENGTHS

    def rank(found: tuple[int, list[exact_lines.LineTurn]]) -> tuple[bool, int]:
        return found[1][0].only.ask == "margin", abs(len(found[1]) - wanted)

    for ply, line in sorted(lines, key=rank):
        draft = exact_lines.draft_of(line, _SOLVER_NODES)
        if draft:
            yield ply, draft
            return
