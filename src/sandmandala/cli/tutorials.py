"""The command `sandmandala tutorials`. It needs the extra `learn`, which loads only when it runs."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.group()
def tutorials() -> None:
    """Tutorials of your own (docs/tutorials.md)."""


@tutorials.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE…",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
def check(files: tuple[Path, ...]) -> None:
    """Check tutorials with the real rules. Exits with 1 if one of them cannot be used."""
    from ..learn.errors import DataFileError
    from ..learn.tutorial import check_tutorial, read_tutorial

    good = True
    for path in files:
        try:
            found = read_tutorial(path.read_bytes(), str(path))
            steps = len(check_tutorial(found, path.stem, str(path)).steps)
        except DataFileError as error:
            good = False
            click.echo(f"BAD {error}")
        else:
            click.echo(f"ok  {path}: {steps} steps")
    sys.exit(0 if good else 1)
