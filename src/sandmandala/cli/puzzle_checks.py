"""`sandmandala puzzles check`: a line for each file, and one for each puzzle that fails."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from ..arena.workers import LocalWorkers
from ..games.manifest import manifests
from ..learn.errors import DataFileError
from ..puzzles.library import FILE_NAME, shipped_puzzles
from ..puzzles.puzzle import Puzzle
from ..puzzles.puzzle_file import read_puzzles
from ..puzzles.rechecking import FULL, CheckPuzzles, check_form, drawn_at_random
from .warmup import compile_once


def print_checks(
    files: Sequence[Path], sample: int | None, seed: int, form: bool, workers: int | None
) -> bool:
    """Returns whether all are good."""
    compile_once(("rules", "bots", "review"))
    good = True
    for name, read in _sources(files):
        try:
            puzzles = read()
            check_form(puzzles, name)
        except DataFileError as error:
            click.echo(f"BAD {error}")
            good = False
            continue
        chosen = [] if form else drawn_at_random(puzzles, sample, seed)
        failed = _prove(chosen, seed, workers or os.cpu_count() or 1)
        good &= not failed
        for puzzle, problem in failed:
            click.echo(f"BAD {name}, puzzle {puzzle.id}: {problem}")
        proven = "" if form else f", {len(chosen) - len(failed)} of {len(chosen)} proven again"
        click.echo(f"{'BAD' if failed else 'ok '} {name}: {len(puzzles)} puzzles{proven}")
    return good


def _sources(files: Sequence[Path]) -> Iterator[tuple[str, Callable[[], Sequence[Puzzle]]]]:
    """What to call each file, and how to read it."""
    for file in files:
        yield str(file), partial(_read_file, file)
    for game in () if files else manifests():
        yield f"{game}/{FILE_NAME}", partial(_read_shipped, game)


def _read_file(file: Path) -> Sequence[Puzzle]:
    return read_puzzles(file.read_bytes(), str(file))


def _read_shipped(game: str) -> Sequence[Puzzle]:
    return tuple(shipped_puzzles(game).values())


def _prove(puzzles: Sequence[Puzzle], seed: int, workers: int) -> list[tuple[Puzzle, str]]:
    if not puzzles:
        return []
    job = CheckPuzzles(puzzles[0].game, seed, FULL)
    with closing(LocalWorkers(workers).run(job, puzzles)) as results:
        return [(puzzle, problem) for puzzle, problem in results if problem]
