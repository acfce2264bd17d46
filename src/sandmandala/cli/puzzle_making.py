"""`sandmandala puzzles make`: the maker with a progress bar."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..bots import check_game, read_bot
from ..games.errors import UnreadableError
from ..games.options import checked_options
from ..games.rules import rules_of
from ..puzzles.finder import Quarry
from ..puzzles.maker import PuzzleMaker
from .warmup import compile_once


def make_puzzles(
    game: str, count: int, seats: int | None, seed: int, bot: str, workers: int | None, out: Path
) -> bool:
    """Returns whether the file has as many puzzles as wanted."""
    rules = rules_of(game)
    seats = min(rules.seat_counts) if seats is None else seats
    checked_options(rules, seats, {})
    check_game(read_bot(bot, game)[0], rules)
    if not out.parent.is_dir():  # fail now rather than after the first game
        raise UnreadableError(f"The folder {out.parent} does not exist.")
    maker = PuzzleMaker(Quarry(game, seats, seed, bot), out)
    compile_once(("rules", "bots", "review"))
    finished = _make(maker, count, workers or os.cpu_count() or 1)
    said = f"{out} has {len(maker.puzzles)} puzzles."
    click.echo(said if finished else f"{said} Run the same command again to go on.")
    return finished


def _make(maker: PuzzleMaker, count: int, workers: int) -> bool:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with bar as progress:
        shown = progress.add_task("Puzzles", total=count, completed=len(maker.puzzles))

        def on_game(games: int, puzzles: int) -> None:
            progress.update(shown, completed=puzzles, description=f"Puzzles ({games} games)")

        try:
            maker.make(count, workers, on_game)
        except KeyboardInterrupt:
            return False
    return True
