"""The first start on a machine compiles the rules: once, with a line that says so."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ..bots.warmup import compile_bots
from ..games.compiling import is_compiled, mark_compiled
from ..games.rules import all_games
from ..games.warmup import compile_steps


def compile_once() -> None:
    """Compile whatever is not in the cache yet. The progress goes to standard error."""
    if is_compiled():
        return
    steps = compile_steps(all_games()) + compile_bots(all_games())
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        if not sys.stderr.isatty():
            console.print(f"Compiling the rules ({len(steps)} steps, once for this version) …")
        task = progress.add_task("Compiling the rules, once for this version", total=len(steps))
        for step in steps:
            step()
            progress.advance(task)
    mark_compiled()
