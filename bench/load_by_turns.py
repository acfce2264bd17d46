"""This server's speed next to that of another checkout: `load_by_turns.py PATH [TURNS]`.

Both servers run at the same time, each with its own 200 games, and their players take turns of a second: so
whatever else the machine does, it does to both. PATH is another checkout, such as `git worktree add PATH
COMMIT` makes. The moves go to SQLite, or to the databases SANDMANDALA_DATABASE and BENCH_OTHER_DATABASE.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import uvloop
from load import STORAGE, Server, pairs_at, percentiles, sandmandala, show
from load_clients import Tally

GAMES = 200
TURNS = 40
_WARM_UP_TURNS = 3
_SECONDS = 1.0
_BEGINNING = 0.1  # seconds of each turn that do not count: all players move at once
_ENDING = 0.3  # seconds until all answers have arrived


class Side:
    """A server with its players, and what they measured in each turn."""

    def __init__(self, name: str, server: Server) -> None:
        self.name, self._server, self.tally = name, server, Tally()
        self.rates: list[float] = []  # moves per second
        self.costs: list[float] = []  # seconds of processor time per move
        self.waits: list[float] = []  # seconds, of the slowest hundredth of the moves

    async def sit_down(self) -> None:
        self.tally.hold()
        for pair in await pairs_at(self._server, GAMES, self.tally, think=0.0):
            pair.begin()
        await asyncio.sleep(_ENDING)

    async def take_turn(self, counts: bool) -> None:
        tally = self.tally
        tally.release()
        await asyncio.sleep(_BEGINNING)
        tally.counts, moves, known = counts, tally.moves, len(tally.at_mover)
        begin, cpu = time.perf_counter(), self._server.cpu()
        await asyncio.sleep(_SECONDS)
        if counts:
            made = tally.moves - moves
            self.rates.append(made / (time.perf_counter() - begin))
            self.costs.append((self._server.cpu() - cpu) / made)
            self.waits.append(statistics.quantiles(tally.at_mover[known:], n=100)[98])
        tally.counts = False
        tally.hold()
        await asyncio.sleep(_ENDING)

    def row(self) -> dict[str, str]:
        if self.tally.refused:
            raise SystemExit(f"{self.name} refused: {self.tally.refused[0]}")
        return {
            "server": self.name,
            "moves/s, mean": f"{statistics.mean(self.rates):,.0f}",
            "median": f"{statistics.median(self.rates):,.0f}",
            "moves/CPU s": f"{1 / statistics.mean(self.costs):,.0f}",
            "mover ms": percentiles(self.tally.at_mover),
            "p99 of the median turn": f"{statistics.median(self.waits) * 1000:.1f}",
            "bytes/state": f"{self.tally.received / self.tally.states:,.1f}",
        }


async def compare(ours: Side, other: Side, turns: int) -> None:
    for side in (ours, other):
        await side.sit_down()
    for turn in range(-_WARM_UP_TURNS, turns):
        for side in (ours, other) if turn % 2 else (other, ours):
            await side.take_turn(counts=turn >= 0)
    show(f"Mandala for two, 200 games on {STORAGE}, {turns} turns each; p50 / p99", [ours.row(), other.row()])
    for what, of_ours, of_other in (
        ("moves/s", ours.rates, other.rates),
        ("moves/CPU s", other.costs, ours.costs),
        ("p99", ours.waits, other.waits),
    ):
        ratios = [one / two for one, two in zip(of_ours, of_other, strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4)
        overall = statistics.mean(of_ours) / statistics.mean(of_other)
        print(f"{what}: {overall:.1%} of the other; by pairs {middle:.1%} ({low:.0%} to {high:.0%})")


def main() -> None:
    checkout = Path(sys.argv[1]).resolve()
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else TURNS
    with ExitStack() as stack:
        ours = Side("this", stack.enter_context(sandmandala()))
        if database := os.environ.get("BENCH_OTHER_DATABASE"):
            os.environ["SANDMANDALA_DATABASE"] = database
        other = Side(checkout.name, stack.enter_context(sandmandala(checkout)))
        uvloop.run(compare(ours, other, turns))


if __name__ == "__main__":
    main()
