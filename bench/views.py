"""What a move costs the server before it is sent, and how long its messages are: microseconds and bytes.

Each game is played at random through `Game`; then every step that a move takes is timed on the same positions.
Best of several rounds, in processor time. Run by `make bench`.
"""

from __future__ import annotations

import hashlib
import random
import time
import tracemalloc
from collections.abc import Callable
from itertools import cycle

import msgspec
from rich.console import Console
from rich.table import Table

from sandmandala.records import Game

CASES = (("mandala", 2), ("patterns", 2), ("flowers", 2), ("flowers", 4))
GAMES = 4
ROUNDS = 5

encode = msgspec.json.encode


def played(name: str, seats: int, number: int) -> Game:
    """A random game, always the same one for a number."""
    game = Game.new(name, seats, secret=hashlib.sha256(b"%d" % number).digest())
    choose = random.Random(number).choice
    while not game.is_over:
        game.play(choose(game.legal_moves()))
    return game


def replayed(game: Game, at_each: Callable[[Game], object]) -> float:
    """Play a game again; the seconds that one thing takes at each move."""
    again, spent = Game.new(game.name, game.seats, secret=game.secret), 0.0
    for move in game.moves:
        again.play(move)
        begin = time.process_time()
        at_each(again)
        spent += time.process_time() - begin
    return spent


def playing(game: Game) -> float:
    again = Game.new(game.name, game.seats, secret=game.secret)
    begin = time.process_time()
    for move in game.moves:
        again.play(move)
    return time.process_time() - begin


def row(name: str, seats: int) -> list[str]:
    games = [played(name, seats, number) for number in range(GAMES)]
    moves = sum(game.ply for game in games)
    seat = cycle(range(seats))
    steps: list[Callable[[Game], float]] = [playing] + [
        lambda game, step=step: replayed(game, step)  # type: ignore[misc]
        for step in (
            lambda game: encode(game.view(next(seat))),
            lambda game: encode(game.events(game.ply, next(seat))),
            lambda game: encode(game.legal_moves()),
        )
    ]
    costs = [min(sum(map(step, games)) for _ in range(ROUNDS)) / moves * 1e6 for step in steps]
    sizes = [0, 0, 0]
    for game in games:
        again = Game.new(name, seats, secret=game.secret)
        for move in game.moves:
            again.play(move)
            said = again.view(next(seat)), again.events(again.ply, next(seat)), again.legal_moves()
            sizes = [size + len(encode(part)) for size, part in zip(sizes, said, strict=True)]
    whole = costs[0] + seats * (costs[1] + costs[2]) + costs[3]
    return [
        f"{name} {seats}",
        *(f"{cost:.1f}" for cost in [*costs, whole]),
        *(f"{size / moves:,.0f}" for size in sizes),
        f"{memory(games[0]):,.0f}",
    ]


def memory(game: Game) -> float:
    """Bytes that an idle game of fifty moves keeps."""
    copies = 50
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = []
    for _ in range(copies):
        again = Game.new(game.name, game.seats, secret=game.secret)
        for move in game.moves[:50]:
            again.play(move)
        kept.append(again)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / copies


def main() -> None:
    table = Table(title="A move on the server, without network and disk; a viewer sits on each seat")
    table.add_column("game")
    for step in ("play", "view", "events", "legal", "all"):
        table.add_column(f"{step} µs", justify="right")
    for part in ("view", "events", "legal", "game"):
        table.add_column(f"{part} bytes", justify="right")
    for name, seats in CASES:
        table.add_row(*row(name, seats))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
