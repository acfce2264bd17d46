"""A training run with a progress bar, then its results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..arena.workers import Workers
from ..bots.networks.weights_file import TrainedNetwork, load_weights
from ..games.options import checked_options
from ..games.rules import rules_of
from ..training.pipeline import train
from ..training.settings import RunFolder, Settings
from .warmup import compile_once
from .workers import choose_workers


def train_game(
    game: str,
    folder: Path | None,
    generations: int,
    workers: int | None,
    ray: str | None,
    start: Path | None,
    seats: tuple[int, ...] | None,
    **settings: int,
) -> bool:
    """Train and report. Returns whether the run was completed."""
    for count in seats or ():
        checked_options(rules_of(game), count, {})
    first = load_weights(start, game) if start else None
    chosen = Settings(game, seats=seats, start=first.about["sha256"] if first else None, **settings)
    run = RunFolder(folder or Path(f"training-{game}"), chosen)
    crew = choose_workers(workers, ray)
    compile_once()
    finished = _train(run, chosen, generations, crew, first)
    console = Console(highlight=False)
    if summaries := run.summaries():
        console.print(_table(summaries))
    if run.best.exists():
        console.print(
            f"The best weights are in {run.best}: play net@{run.best}:400.", markup=False, soft_wrap=True
        )
    if run.curves.exists():
        console.print(f"The curves are in {run.curves}.", markup=False, soft_wrap=True)
    if not finished:
        console.print("The run was interrupted. Run the same command again to resume it.")
    return finished


def _train(
    run: RunFolder, settings: Settings, generations: int, workers: Workers, start: TrainedNetwork | None
) -> bool:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with bar as progress:
        shown = progress.add_task("Training")

        def show(what: str, done: float, total: float) -> None:
            if progress.tasks[0].description != what:
                progress.reset(shown, description=what)
            progress.update(shown, completed=done, total=total)

        try:
            train(run, settings, generations, workers, show, start)
        except KeyboardInterrupt:
            return False
    return True


def _table(summaries: list[dict[str, Any]]) -> Table:
    table = Table("generation", "Elo", "95 % interval", "became the best", "loss: win", "policy", "margin")
    for one in summaries:
        table.add_row(
            str(one["generation"]),
            f"{one['elo']:+.0f}",
            f"{one['elo_low']:+.0f} to {one['elo_high']:+.0f}",
            "yes" if one["accepted"] else "no",
            *(f"{one[name]:.4f}" for name in ("win", "policy", "margin")),
        )
    return table
