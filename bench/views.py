"""The cost of a move before it is sent, and the size of its messages: microseconds and bytes.

Random games are replayed with and without each step of a move; the difference is its cost. Best of several
rounds, in processor time. Run by `make bench`.
"""

from __future__ import annotations

import hashlib
import random
import time
import tracemalloc
from collections.abc import Callable

import msgspec
from game_cases import CASES
from rich.console import Console
from rich.table import Table

from sandmandala.records import Game

GAMES = 4
ROUNDS = 15
IDLE_MOVES = 50

encode = msgspec.json.encode
Step = Callable[[Game], object]


def nothing(game: Game) -> None:
    pass


def view(game: Game) -> bytes:
    return game.view_json(game.ply % game.seats)


def events(game: Game) -> bytes:
    return encode(game.shared_events(game.ply, (game.ply + game.ply // 2) % game.seats))


def legal(game: Game) -> bytes:
    return encode(game.legal_moves())


def everything(game: Game) -> bytes:
    told = [game.view_json(seat) + encode(game.shared_events(game.ply, seat)) for seat in range(game.seats)]
    return b"".join([*told, legal(game)])


def played(name: str, seats: int, number: int) -> Game:
    """A random game, determined by its number."""
    game = Game.new(name, seats, secret=hashlib.sha256(b"%d" % number).digest())
    choose = random.Random(number).choice
    while not game.is_over:
        game.make_move(choose(game.legal_moves()))
    return game


def again(game: Game, step: Step, most: int | None = None) -> Game:
    """Replay the game, with one step after each move."""
    copy = Game.new(game.name, game.seats, secret=game.secret)
    for move in game.moves[:most]:
        copy.make_move(move)
        step(copy)
    return copy


def cost(step: Step, games: list[Game]) -> float:
    """Microseconds per move, including the move."""
    return sum(min(seconds(step, game) for _ in range(ROUNDS)) for game in games) / moves(games) * 1e6


def seconds(step: Step, game: Game) -> float:
    begin = time.process_time()
    again(game, step)
    return time.process_time() - begin


def moves(games: list[Game]) -> int:
    return sum(game.ply for game in games)


def size(step: Callable[[Game], bytes], games: list[Game]) -> float:
    """Bytes per move."""
    told: list[bytes] = []
    for game in games:
        again(game, lambda copy: told.append(step(copy)))
    return sum(map(len, told)) / len(told)


def memory(game: Game, copies: int = 50) -> float:
    """The bytes of an idle game of fifty moves, without the records of its positions."""
    tracemalloc.start()
    kept = [again(game, nothing, IDLE_MOVES) for _ in range(copies)]
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return taken / len(kept) - (kept[0].ply + 1) * game.rules.state_dtype.itemsize


def main() -> None:
    steps = {"view": view, "events": events, "legal": legal}
    table = Table(title="A move on the server without network and disk, and with a viewer on each seat")
    for column in ("game", "play µs", *(f"{step} µs" for step in steps), "all µs"):
        table.add_column(column, justify="right")
    for column in (*(f"{step} bytes" for step in steps), "idle bytes"):
        table.add_column(column, justify="right")
    for name, seats in CASES:
        games = [played(name, seats, number) for number in range(GAMES)]
        alone = cost(nothing, games)
        table.add_row(
            f"{name} {seats}",
            f"{alone:.1f}",
            *(f"{cost(step, games) - alone:.1f}" for step in steps.values()),
            f"{cost(everything, games):.1f}",
            *(f"{size(step, games):,.0f}" for step in steps.values()),
            f"{memory(games[0]):,.0f}",
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
