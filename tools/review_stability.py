"""Whether reviews can be relied on: `python tools/review_stability.py OUT [--games N] [--deep]`.

Judges some decisions of games of the levels twice, with different seeds: do they get the same mark? Then it
replaces the move by the worst one: where a third seed says that this costs more than twice what a blunder
must, is it marked as one? Solved positions compare sampled chances with exact ones. Adds a line for each
decision to OUT; games that it already has are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import click
import msgspec
import numpy as np
from calibrate_chances import bins_of
from msgspec import Struct
from review_levels import record_of

from sandmandala.bots import Knowledge
from sandmandala.cli.warmup import compile_once
from sandmandala.games.rules import all_games
from sandmandala.records import Game
from sandmandala.review.budget import DEEP, QUICK, ReviewBudget
from sandmandala.review.judging import Judgement, judge
from sandmandala.review.marks import mark_of
from sandmandala.review.reviewed_game import reviewed_game
from sandmandala.review.sampling import Sampler
from sandmandala.review.types import Mark

_FIRST = 70_000  # other games than those of the other tools
_LEVELS = (1, 3, 5)
_DECISIONS = 3  # of each game
_LOOK = 32  # worlds in which the worst move is found
_SEEDS = 0, 1
_REFEREE = 2


class JudgedTwice(Struct, frozen=True, omit_defaults=True):
    game: str
    level: int
    number: int
    ply: int
    is_deep: bool
    marks: tuple[Mark | None, Mark | None]
    losses: tuple[float, float]
    worst: tuple[float, Mark | None] | None = None
    """What the worst move costs, according to the referee, and its mark in a review."""
    solved: tuple[tuple[float, float], ...] = ()
    """Of each candidate of a solved position: the sampled chance, and the exact one."""


def mark(game: str, judgement: Judgement, action: int) -> Mark | None:
    rank = judgement.actions.index(action)
    made = judgement.evaluation.candidates[rank]
    if not judgement.differs:
        return None
    return mark_of(made.loss, judgement.evaluation, rank + 1, reviewed_game(game).thresholds)


def judged(name: str, level: int, number: int, is_deep: bool) -> Iterator[JudgedTwice]:
    budget = DEEP if is_deep else QUICK
    game = Game.from_record(record_of(name, 2, level, _FIRST + number))
    for ply in sorted(Random(number).sample(range(game.ply), min(_DECISIONS, game.ply))):
        knowledge, action = Knowledge.of_state(game.rules, game.state(ply)), game.actions[ply]
        both = [judge(Sampler(game.rules, seed), budget, knowledge, action) for seed in _SEEDS]
        losses = [one.evaluation.candidates[one.actions.index(action)].loss.win for one in both]
        yield JudgedTwice(
            name,
            level,
            number,
            ply,
            is_deep,
            (mark(name, both[0], action), mark(name, both[1], action)),
            (losses[0], losses[1]),
            None if is_deep else planted(knowledge, budget),
            tuple(solved(knowledge, both[0])),
        )


def planted(knowledge: Knowledge, budget: ReviewBudget) -> tuple[float, Mark | None] | None:
    """The worst move, if it costs more than twice what a blunder must."""
    rules, seat, moves = knowledge.rules, knowledge.seat, knowledge.legal_actions()
    if len(moves) < 2:
        return None
    referee, least = Sampler(rules, _REFEREE), 2 * reviewed_game(rules.name).thresholds.blunder
    seeds = referee.seeds("worst", knowledge.world, seat, _LOOK)
    wins = referee.sample(knowledge.world, seat, moves, seeds).wins[:, :, seat].mean(axis=0)
    if wins.max() - wins.min() < least / 2:
        return None
    worst = moves[int(wins.argmin())]
    told = judge(referee, budget, knowledge, worst)
    loss = told.evaluation.candidates[told.actions.index(worst)].loss.win
    if loss <= least:
        return None
    return loss, mark(rules.name, judge(Sampler(rules, _SEEDS[0]), budget, knowledge, worst), worst)


def solved(knowledge: Knowledge, judgement: Judgement) -> Iterator[tuple[float, float]]:
    if judgement.evaluation.exact:
        rules, world, seat = knowledge.rules, knowledge.world, knowledge.seat
        sampler = Sampler(rules, _SEEDS[0])
        seeds = sampler.seeds("worlds", world, seat, QUICK.simulations)
        wins = sampler.sample(world, seat, judgement.actions, seeds).wins[:, :, seat].mean(axis=0)
        for sampled, candidate in zip(wins, judgement.evaluation.candidates, strict=True):
            yield reviewed_game(rules.name).scale(2).chance(float(sampled)), candidate.chances[seat]


def _read(file: Path) -> Iterator[JudgedTwice]:
    decoder = msgspec.json.Decoder(JudgedTwice)
    for line in file.read_bytes().splitlines(keepends=True) if file.exists() else ():
        if line.endswith(b"\n"):
            yield decoder.decode(line)


@click.command()
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--games", default=50, show_default=True, help="Games of each level and game.")
@click.option("--deep", "is_deep", is_flag=True)
def main(out: Path, games: int, is_deep: bool) -> None:
    compile_once(("rules", "bots", "review"))
    known = {(one.game, one.level, one.number, one.is_deep) for one in _read(out)}
    with out.open("ab") as file:
        for number in range(games):
            for level in _LEVELS:
                for name in all_games():
                    if (name, level, number, is_deep) not in known:
                        lines = [msgspec.json.encode(one) for one in judged(name, level, number, is_deep)]
                        file.write(b"".join(line + b"\n" for line in lines))
                        file.flush()
    for name in all_games():
        report(name, [one for one in _read(out) if one.game == name and one.is_deep is is_deep])


def report(name: str, found: Sequence[JudgedTwice]) -> None:
    if not found:
        return
    same = [one.marks[0] == one.marks[1] for one in found]
    click.echo(f"{name}: same mark for {100 * np.mean(same):.1f} % of {len(found)} decisions")
    marks = [one.worst[1] for one in found if one.worst]
    if marks:
        share = 100 * marks.count("blunder") / len(marks)
        click.echo(f"  planted: {share:.1f} % of {len(marks)} marked as blunders")
    exact = [[pair] for one in found for pair in one.solved]
    positions = sum(bool(one.solved) for one in found)
    if exact:
        click.echo(f"  solved: {len(exact)} candidates of {positions} positions")
        for one in bins_of([np.array(pairs) for pairs in exact]):
            click.echo(
                f"    sampled {100 * one.chance:.0f} %: exactly {100 * one.result:.0f} %, {one.decisions}"
            )


if __name__ == "__main__":
    main()
