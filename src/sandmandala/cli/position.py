"""The command `sandmandala position`. It needs the extra `review`, which loads only when it runs."""

from __future__ import annotations

from pathlib import Path

import click

from ..games.manifest import manifests
from .errors import one_line_errors


@click.command()
@click.argument("game", type=click.Choice(list(manifests())))
@click.argument("words", required=False)
@click.option("--seat", type=click.IntRange(min=0), help="Whose knowledge counts. Default: the seat to move.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 600),
    default=2.0,
    show_default=True,
    help="How long to look for the best move.",
)
@click.option("--play", is_flag=True, help="Play on from the position, against bots.")
@click.option(
    "--bot", "bots", multiple=True, metavar="[SEAT=]NAME", help="Who plays on in the other seats. [sprout]"
)
@click.option("--save", type=click.Path(path_type=Path), help="Write the record of that game to this file.")
def position(
    game: str,
    words: str | None,
    seat: int | None,
    seconds: float,
    play: bool,
    bots: tuple[str, ...],
    save: Path | None,
) -> None:
    """Show a position of GAME, its legal moves and the best one; or play on from it.

    WORDS is the position as docs/positions.md describes it, in quotes; unknown cards are ?5. Without it, you
    get a position to begin with.
    """
    from .position_report import play_on, print_position

    if (bots or save) and not play:
        raise click.UsageError("--bot and --save are for --play.")
    with one_line_errors():
        if play:
            play_on(game, words, seat, bots, save)
        else:
            print_position(game, words, seat, seconds)
