"""`sandmandala bench`: the speed of the rules on one core."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from ..games import entry_points
from ..games.rules import all_games, rules_of
from ..games.unchecked_game import UncheckedGame
from .warmup import compile_once


@dataclass(frozen=True)
class Speed:
    game: str
    seats: int
    compiled: float  # moves a second, inside compiled code
    driven: float  # moves a second, one by one from Python
    copy_ns: float
    state_bytes: int


def rates(works: Sequence[Callable[[], int]], seconds: float) -> list[float]:
    """Units of each work per second, measured in turns: the best of five, since other processes only slow it
    down.
    """
    best = [0.0] * len(works)
    for _ in range(5):
        for i, work in enumerate(works):
            done, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < seconds / 5:
                done += work()
            best[i] = max(best[i], done / spent)
    return best


def measure(
    name: str, seats: int, seconds: float, beside: Sequence[Callable[[], int]] = ()
) -> tuple[Speed, list[float]]:
    """The speed of a game, and of other works measured in turns with it."""
    driver = UncheckedGame(name, seats, seed=1)
    pick = random.Random(1).random
    pair = driver.states.copy()

    def in_compiled_code() -> int:
        return entry_points.random_games(driver.states, 200, driver.stream, driver.legal)

    def from_python() -> int:
        moves, legal, go_on = 0, driver.legal, driver.play
        count = driver.deal()
        while count:
            count = go_on(legal.item(int(pick() * count)))
            moves += 1
        return moves

    def copies() -> int:
        return entry_points.copy_states(pair, 100_000)

    for work in (in_compiled_code, from_python, copies):
        work()  # so that loading from the cache is not measured
    compiled, driven, copied, *others = rates([in_compiled_code, from_python, copies, *beside], seconds)
    return Speed(name, seats, compiled, driven, 1e9 / copied, driver.states.itemsize), others


def measure_all(seconds: float) -> list[Speed]:
    return [measure(name, seats, seconds)[0] for name in all_games() for seats in rules_of(name).seat_counts]


def print_bench(seconds: float) -> None:
    compile_once()
    table = Table("game", "seats", "compiled, moves/s", "from Python, moves/s", "copy", "state")
    for speed in measure_all(seconds):
        table.add_row(
            speed.game,
            str(speed.seats),
            f"{speed.compiled:,.0f}",
            f"{speed.driven:,.0f}",
            f"{speed.copy_ns:.1f} ns",
            f"{speed.state_bytes} bytes",
        )
    Console().print(table)
