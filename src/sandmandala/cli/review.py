"""The command `sandmandala review`. It needs the extra `review`, which loads only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .errors import one_line_errors
from .text_file import read_text


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--deep", is_flag=True, help="Look about ten times as closely.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; for a match, one review on each line.")
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the chances to win to this file.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Determines the simulations.")
def review(file: Path, **settings: Any) -> None:
    """Say what decided the finished game recorded in FILE, from what each player knew.

    FILE is a record, the results of an arena match, whose players are compared, or - for standard input.
    """
    from .review_report import review_text

    with one_line_errors():
        review_text(read_text(file), **settings)
