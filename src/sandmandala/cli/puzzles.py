"""The commands `sandmandala puzzles`. They need the extra `learn`, which loads only when they run."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..games.manifest import manifests
from .errors import one_line_errors

_GAMES = click.Choice(list(manifests()))


@click.group()
def puzzles() -> None:
    """Solve puzzles, make new ones, check them (docs/puzzles.md)."""


@puzzles.command()
@click.argument("game", type=_GAMES, required=False)
@click.option("--theme", help="Only puzzles with this theme; `--themes` lists them.")
@click.option("--themes", "list_themes", is_flag=True, help="List the themes, with the number of puzzles.")
@click.option("--id", "puzzle_id", help="This puzzle.")
@click.option("--again", is_flag=True, help="Also those that you have solved.")
@click.option(
    "--progress",
    "progress_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that keeps what you have solved. Default: in your data folder.",
)
def play(
    game: str | None,
    theme: str | None,
    list_themes: bool,
    puzzle_id: str | None,
    again: bool,
    progress_file: Path | None,
) -> None:
    """Solve the puzzles of GAME in the terminal, easy ones first."""
    from .puzzle_terminal import print_themes, solve_puzzles
    from .terminal import ask_for_game

    with one_line_errors():
        chosen = game or ask_for_game()
        if list_themes:
            print_themes(chosen)
        else:
            solve_puzzles(chosen, theme, puzzle_id, again, progress_file)


@puzzles.command()
@click.argument("game", type=_GAMES)
@click.option("--count", type=click.IntRange(min=1), default=300, show_default=True, help="Puzzles wanted.")
@click.option(
    "--seats",
    type=int,
    help="Number of players. Default: the fewest. A file may have puzzles of several numbers.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Determines all games and simulations.")
@click.option("--bot", default="net:100", show_default=True, help="Who plays the games.")
@click.option("--workers", type=click.IntRange(min=1), help="Number of processes. Default: one per core.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file. What it has is kept, and the search goes on after it. [default: GAME-puzzles.jsonl]",
)
def make(
    game: str,
    count: int,
    seats: int | None,
    seed: int,
    bot: str,
    workers: int | None,
    out: Path | None,
) -> None:
    """Find puzzles of GAME in games of bots, prove them, and write them to a file.

    Ctrl-C loses nothing but the games being played: run the same command again to go on.
    """
    from .puzzle_making import make_puzzles

    with one_line_errors():
        finished = make_puzzles(game, count, seats, seed, bot, workers, out or Path(f"{game}-puzzles.jsonl"))
    sys.exit(0 if finished else 130)


@puzzles.command()
@click.argument(
    "files", nargs=-1, metavar="[FILE]…", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--sample", type=click.IntRange(min=1), help="Prove only this many of each file, at random.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the sample and of all simulations.")
@click.option("--form", is_flag=True, help="Check only the form and the rules; prove nothing.")
@click.option("--workers", type=click.IntRange(min=1), help="Number of processes. Default: one per core.")
def check(files: tuple[Path, ...], sample: int | None, seed: int, form: bool, workers: int | None) -> None:
    """Check puzzles: those that ship, or those of the FILEs.

    The form, the rules, that no two are alike, and, with a budget and seeds of its own, that each solution is
    still the best and the only one. Exits with 1 if a puzzle fails.
    """
    from .puzzle_checks import print_checks

    with one_line_errors():
        good = print_checks(files, sample, seed, form, workers)
    sys.exit(0 if good else 1)
