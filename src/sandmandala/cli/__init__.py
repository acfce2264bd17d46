"""The command `sandmandala`. Commands load what they need when they run: `--help` must be quick."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from .. import __version__
from ..games.manifest import Manifest, manifests
from .admin import admin
from .compile_parts import PARTS
from .errors import one_line_errors
from .extras import CommandGroup, SettingsCommand
from .parameters import read_contributions, read_options, read_secret
from .position import position
from .puzzles import puzzles
from .review import review
from .text_file import read_text
from .train import ray_option, train
from .tutorials import tutorials

_GAMES = click.Choice(list(manifests()))


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sandmandala")
def main() -> None:
    """Play the games, replay them, check them, measure them."""


_secret_option = click.option(
    "--secret",
    callback=read_secret,
    metavar="HEX",
    help="The secret that determines all draws. Default: random.",
)


def _seat_ranges(games: Iterable[Manifest]) -> str:
    """For the games that leave a choice: `Flowers: 2 to 4`."""
    ranges = ((game.title, min(game.seat_counts), max(game.seat_counts)) for game in games)
    return ", ".join(f"{title}: {fewest} to {most}" for title, fewest, most in ranges if fewest < most)


def _option_examples(games: Iterable[Manifest]) -> str:
    """Each option with a value that is not its default."""
    found = {name: values[1] for game in games for name, values in game.options.items()}
    return ", ".join(f"{name}={value}" for name, value in ({"beginner": "1"} | found).items())


_seats_option = click.option(
    "--seats",
    type=int,
    help=f"Number of players ({_seat_ranges(manifests().values())}). Default: the fewest.",
)
_table_option = click.option(
    "--option",
    "options",
    multiple=True,
    callback=read_options,
    metavar="NAME=VALUE",
    help=f"A table option, such as {_option_examples(manifests().values())}.",
)


@main.command()
@click.argument("game", type=_GAMES, required=False)
@_seats_option
@click.option(
    "--human", "humans", multiple=True, type=int, help="A seat for a person; repeatable. [default: 0]"
)
@click.option("--hot-seat", is_flag=True, help="People in all seats take turns at this terminal.")
@click.option("--watch", is_flag=True, help="Bots in all seats.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="[SEAT=]NAME",
    help="Who plays in the other seats, or in one: seed, sprout, bud, blossom, tree or forest (from weak to "
    "strong), random, greedy, search:400 (simulations), search:0.5s, net:400. [sprout]",
)
@_table_option
@_secret_option
@click.option("--save", type=click.Path(path_type=Path), help="Write the record to this file at the end.")
@click.option(
    "--tutor",
    type=click.Choice(["serious", "all"]),
    help="Ask before moves that lose much: serious mistakes, or all. For one person against bots.",
)
def play(game: str | None, hot_seat: bool, watch: bool, humans: tuple[int, ...], **settings: Any) -> None:
    """Play GAME in the terminal, against bots or with others at this terminal."""
    from .terminal import ask_for_game, play_game

    if hot_seat + watch + bool(humans) > 1:
        raise click.UsageError("--hot-seat, --watch and --human exclude one another.")
    if settings["tutor"] and (hot_seat or watch or len(humans) > 1):
        raise click.UsageError("--tutor is for one person against bots.")
    with one_line_errors():
        people = None if hot_seat else () if watch else humans or (0,)
        play_game(game or ask_for_game(), people, **settings)


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", type=click.IntRange(min=0), help="Show only what this seat saw. Default: everything.")
@click.option("--boards", is_flag=True, help="Show the board after every move.")
def replay(file: Path, seat: int | None, boards: bool) -> None:
    """Show the game recorded in FILE, move by move."""
    from .terminal import print_record

    with one_line_errors():
        print_record(read_text(file), seat, boards)


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--commitment", metavar="HEX", help="The commitment published before the game.")
@click.option(
    "--contribution",
    "contributions",
    multiple=True,
    callback=read_contributions,
    metavar="SEAT:HEX",
    help="The contribution of a seat, as its player saved it; repeatable.",
)
def verify(file: Path, commitment: str | None, contributions: dict[int, str]) -> None:
    """Check the record in FILE: secret, draws, moves and result. Exits with 1 if a check fails.

    A file alone proves only that it fits together. Give what you noted before the game to know more.
    """
    from .terminal import print_checks

    with one_line_errors():
        good = print_checks(read_text(file), commitment, contributions)
    sys.exit(0 if good else 1)


@main.command()
@click.argument("game", type=_GAMES)
@click.option("--depth", type=click.IntRange(1, 12), default=3, show_default=True, help="Number of moves.")
@_seats_option
@_table_option
@click.option(
    "--secret", callback=read_secret, metavar="HEX", help="64 hexadecimal digits. Default: all zeros."
)
@click.option("--position", help="Start from this position instead of a deal.")
@click.option("--divide", is_flag=True, help="Split the last count by first move.")
def perft(game: str, **settings: Any) -> None:
    """Count all sequences of moves up to a depth: a fingerprint of the rules."""
    from .perft import print_perft

    with one_line_errors():
        print_perft(game, **settings)


@main.command()
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 60),
    default=1.0,
    show_default=True,
    help="Time for each measurement.",
)
def bench(seconds: float) -> None:
    """Measure the speed of the rules on one core of this machine."""
    from .bench import print_bench

    with one_line_errors():
        print_bench(seconds)


@main.command()
@click.argument("game", type=_GAMES)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT…")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Games per pairing, rounded up so that every deal is played from every seat.",
)
@_seats_option
@_table_option
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Determines all deals and random choices."
)
@click.option(
    "--sprt",
    type=(float, float),
    metavar="ELO0 ELO1",
    help="Stop as soon as a sequential test (SPRT) accepts one of these Elo differences.",
)
@click.option(
    "--move-time",
    type=float,
    default=30.0,
    show_default=True,
    help="Seconds per move; a slower bot loses the game.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save the games here, and resume from here.",
)
@click.option(
    "--chart",
    "chart_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the ratings to this SVG file.",
)
@click.option("--ladder", is_flag=True, help="Only neighbours in the list play each other.")
@click.option("--luck-adjusted", is_flag=True, help="Take the luck of draws out of scores, Elo and SPRT.")
@click.option("--workers", type=click.IntRange(min=1), help="Number of processes. Default: one per core.")
@ray_option
def arena(game: str, **settings: Any) -> None:
    """Play GAME between all BOTs, and rate them.

    Bots are seed, sprout, bud, blossom, tree and forest (from weak to strong), random, greedy, search:400
    (simulations), search:0.5s, likewise net, ismcts and uct, net@FILE:400 with weights of your own, and
    engine:COMMAND, a program that speaks the protocol of docs/engine-protocol.md.
    """
    from .arena import play_arena

    with one_line_errors():
        finished = play_arena(game, **settings)
    sys.exit(0 if finished else 130)


@main.command(cls=SettingsCommand)
def serve(**chosen: Any) -> None:
    """Start the server. Every option can also be set by an environment variable."""
    from .serve import serve_tables

    serve_tables(chosen)


main.add_command(admin)
main.add_command(position)
main.add_command(puzzles)
main.add_command(review)
main.add_command(train)
main.add_command(tutorials)


@main.command()
def engine() -> None:
    """Speak the line protocol of docs/engine-protocol.md on standard input and output."""
    from .engine import run
    from .warmup import compile_once

    compile_once()
    try:
        run(sys.stdin.buffer, sys.stdout.buffer)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.stderr.close()  # the reader has closed the pipe


@main.command(name="compile")
@click.argument("parts", nargs=-1, type=click.Choice(PARTS), metavar="[PART]...")
def compile_command(parts: tuple[str, ...]) -> None:
    """Compile everything now, so that later commands start at once.

    Or only these parts: rules, bots, review, tools (measuring and counting), environments (for learning).
    """
    from .warmup import compile_once

    compile_once(parts or PARTS)
