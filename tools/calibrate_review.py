"""Measures what the levels lose, as a review sees it: `python tools/calibrate_review.py GAME [--games N]`.

Each level plays against itself; every game is reviewed. Writes src/sandmandala/review/calibration/GAME.json,
by which headlines name levels. Other entries of the file, for other numbers of seats or simulations, stay.
Prints thresholds for marks, taken from the losses of the weakest level, and how often each level exceeds
them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import click
import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from sandmandala.bots import LEVELS, Knowledge, bot_of_level
from sandmandala.cli.warmup import compile_once
from sandmandala.games.chance import stream_for_game
from sandmandala.games.rules import all_games
from sandmandala.records import Game, Record
from sandmandala.review.budget import DEEP, QUICK, ReviewBudget
from sandmandala.review.headline import FOLDER, Calibration, LevelLoss
from sandmandala.review.marks import mark_of
from sandmandala.review.reviewed_game import Thresholds
from sandmandala.review.reviewer import engine_of, review
from sandmandala.review.sampling import mean_and_error
from sandmandala.review.types import Decision

# How often the weakest level exceeds the thresholds for an inaccuracy, a mistake and a blunder.
_RARE = (0.4, 0.2, 0.08)


def record_of(game: str, seats: int, level: int, number: int) -> Record:
    """A game of a level against itself. Each number is another deal."""
    bot, budget = bot_of_level(game, level)
    played = Game.new(game, seats, secret=f"calibration {number:20}".encode())
    stream = stream_for_game(number, f"calibration {level}", 0)
    while not played.is_over:
        played.make_move(bot.decide(Knowledge.of(played), budget, stream).action)
    return played.record([bot.name] * seats)


def counted(
    game: str, seats: int, level: int, games: int, seconds: float, budget: ReviewBudget
) -> Iterator[list[Decision]]:
    """The counted decisions of each game, until there are enough games or the time is over."""
    end = time.monotonic() + seconds
    for number in range(games):
        if time.monotonic() > end:
            return
        found = review(record_of(game, seats, level, number), budget)
        yield [decision for decision in found.decisions if decision.not_counted is None]


def suggested(decisions: list[Decision]) -> Thresholds:
    """Thresholds that these decisions, of the weakest level, exceed as often as `_RARE` says."""
    found = np.quantile([one.loss.win for one in decisions], [1 - share for share in _RARE])
    return Thresholds(*(round(float(loss), 2) for loss in found))


def level_loss(level: int, games: list[list[Decision]], thresholds: Thresholds) -> LevelLoss:
    decisions = [decision for game in games for decision in game]
    marks = [mark_of(one.loss, one.evaluation, one.rank, thresholds) for one in decisions]
    # Games, not decisions, are independent of one another.
    means = np.array([np.mean([one.loss.win for one in game]) for game in games if game])
    return LevelLoss(
        level=LEVELS[level - 1].english,
        games=len(games),
        counted=len(decisions),
        loss=sum(one.loss.win for one in decisions) / len(decisions),
        error=mean_and_error(means)[1],
        inaccuracies=marks.count("inaccuracy") / len(decisions),
        mistakes=marks.count("mistake") / len(decisions),
        blunders=marks.count("blunder") / len(decisions),
    )


def write(game: str, calibration: Calibration) -> None:
    """Replace the entry for the same number of seats and simulations."""
    file = FOLDER / f"{game}.json"
    known = msgspec.json.decode(file.read_bytes(), type=list[Calibration]) if file.exists() else []
    key = (calibration.seats, calibration.engine.simulations)
    kept = [one for one in known if (one.seats, one.engine.simulations) != key]
    FOLDER.mkdir(exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode([*kept, calibration]), indent=1)
    file.write_bytes(text + b"\n")


@click.command()
@click.argument("game", type=click.Choice(all_games()))
@click.option("--games", default=100, show_default=True, help="Games of each level.")
@click.option("--seats", default=2, show_default=True)
@click.option("--levels", default=len(LEVELS), show_default=True, help="Up to this one.")
@click.option("--seconds", default=1e9, help="Stop a level after this time.")
@click.option("--deep", is_flag=True)
def main(game: str, games: int, seats: int, levels: int, seconds: float, deep: bool) -> None:
    compile_once(("rules", "bots", "review"))
    budget = DEEP if deep else QUICK
    games_of = [list(counted(game, seats, level, games, seconds, budget)) for level in range(1, levels + 1)]
    thresholds = suggested([decision for one in games_of[0] for decision in one])
    found = [level_loss(level, one, thresholds) for level, one in enumerate(games_of, 1)]
    table = Table("level", "games", "counted", "loss, %", "inaccuracies", "mistakes", "blunders")
    for one in found:
        shares = (f"{100 * share:.1f} %" for share in (one.inaccuracies, one.mistakes, one.blunders))
        loss = f"{100 * one.loss:.2f} ± {100 * one.error:.2f}"
        table.add_row(one.level, str(one.games), str(one.counted), loss, *shares)
    write(game, Calibration(engine_of(game, budget), seats, tuple(found)))
    console = Console(width=110)
    console.print(table)
    console.print(f"The shares are for {thresholds}: are these in the file of the game?")


if __name__ == "__main__":
    main()
