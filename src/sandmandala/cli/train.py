"""The command `sandmandala train`. It needs the extra `train`, which loads only when it runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..games.manifest import manifests
from .errors import one_line_errors

ray_option = click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on a Ray cluster: auto, HOST:PORT, ray://HOST:PORT, or local (docs/cluster.md).",
)


def read_seats(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        return tuple(int(count) for count in text.split(","))
    except ValueError:
        raise click.BadParameter("write numbers with commas between them, for example 2,2,3.") from None


@click.command()
@click.argument("game", type=click.Choice(list(manifests())))
@click.option(
    "--generations",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="Stop after this many rounds of self-play, learning and a match.",
)
@click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), help="Keep the run here. [training-GAME]"
)
@click.option(
    "--start",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Continue from the weights in this file. Default: from nothing.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Games of self-play per generation.",
)
@click.option(
    "--simulations",
    type=click.IntRange(min=1),
    default=300,
    show_default=True,
    help="Simulations per move of self-play.",
)
@click.option(
    "--seats",
    callback=read_seats,
    metavar="COUNT,COUNT…",
    help="Seats of these games, in turn: with 2,2,3, two of three have two. Default: each equally often.",
)
@click.option(
    "--window",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Learn from the games of this many generations.",
)
@click.option(
    "--epochs", type=click.IntRange(min=1), default=20, show_default=True, help="Passes over these games."
)
@click.option(
    "--gate-games",
    type=click.IntRange(min=2),
    default=200,
    show_default=True,
    help="Most games of the match in which a new network must beat the best so far.",
)
@click.option(
    "--gate-simulations",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Simulations per move of that match.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Determines all games and weights.")
@click.option("--workers", type=click.IntRange(min=1), help="Number of processes. Default: one per core.")
@ray_option
def train(game: str, **settings: Any) -> None:
    """Train a network for GAME by self-play; run again to resume (docs/training.md)."""
    from .training_run import train_game

    with one_line_errors():
        finished = train_game(game, **settings)
    sys.exit(0 if finished else 130)
