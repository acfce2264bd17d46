"""`sandmandala arena`: a match with a progress bar, then its tables."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..arena import GameResult, Match, chart, print_report
from ..arena.game_runner import MeasureLuck
from ..arena.report import counted_games, rungs
from ..arena.workers import Workers
from ..games.errors import UnreadableError
from ..games.rules import rules_of
from .warmup import compile_once
from .workers import choose_workers

_WIDTH_OF_FILES = 140


def play_arena(
    game: str,
    bots: Sequence[str],
    games: int,
    seats: int | None,
    options: Mapping[str, object],
    seed: int,
    sprt: tuple[float, float] | None,
    move_time: float,
    out: Path | None,
    chart_file: Path | None,
    workers: int | None,
    ray: str | None,
    ladder: bool,
    luck_adjusted: bool,
) -> bool:
    """Play and report. Returns whether the match was completed."""
    match = Match.between(
        game, bots, games, seats, options, seed, move_time, sprt, ladder, _luck() if luck_adjusted else None
    )
    if chart_file and not chart_file.parent.is_dir():  # fail now rather than after the match
        raise UnreadableError(f"The folder {chart_file.parent} for the chart does not exist.")
    crew = choose_workers(workers, ray)
    compile_once()
    finished = _play(match, crew, out)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH_OF_FILES)
    print_report(match, console)
    if not finished:
        again = "Run the same command again to resume it." if out else "With --out, you could resume it."
        console.print(f"The match was interrupted. {again}")
    if chart_file and counted_games(match):
        _write_chart(match, chart_file)
        console.print(f"The chart is in {chart_file}.", markup=False, soft_wrap=True)
    return finished


def _luck() -> MeasureLuck:
    from ..review.luck import luck_of_game  # needs an extra

    return luck_of_game


def _play(match: Match, workers: Workers, out: Path | None) -> bool:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with bar as progress:
        shown = progress.add_task("Playing", total=len(match.tasks))

        def on_result(result: GameResult) -> None:
            progress.advance(shown)

        try:
            match.play(workers, out, on_result)
        except KeyboardInterrupt:
            return False
    return True


def _write_chart(match: Match, file: Path) -> None:
    title = f"{rules_of(match.setup.game).title}: Elo, from {match.setup.names[0]} = 0"
    try:
        file.write_text(chart(title, rungs(match)), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise UnreadableError(f"Cannot write the chart to {file}: {error}.") from None
