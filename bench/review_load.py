"""What people at tables notice of reviews: the delay of moves with and without one, by turns.

Players of `load.py` play Mandala at a server on the same cores. Every other turn, a deep review runs.
Run by `make bench`; `review_load.py 200 1` plays only 200 games with players who think for a second.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import uvloop
from load import FOLDER, WARM_UP, People, Server, pairs_at, show
from load_clients import Pair, Socket, Tally, open_socket

SECONDS = float(os.environ.get("BENCH_SECONDS", "8"))
TURNS = 4
CASES = ((50, 0.0), (200, 1.0))


@contextmanager
def sandmandala() -> Iterator[Server]:
    """A server that may use all cores, since reviews have threads of their own."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        server = Server(
            "-m", "sandmandala", "serve", pinned=False, data=folder, port="0", limits="0", review_threads="1"
        )
        try:
            yield server
        finally:
            server.stop()


class Guest:
    """Somebody who has a game reviewed."""

    socket: Socket

    def __init__(self, table: str) -> None:
        self._table = table
        self.progress: list[tuple[str, int]] = []

    async def come_in(self, server: Server, people: People) -> None:
        self.socket = await open_socket(server.address, await people.guest("Guest"), self._hear)

    def _hear(self, payload: bytes) -> None:
        message = json.loads(payload)
        if message["type"] == "refused":
            raise SystemExit(f"The review was refused: {message['why']}")
        if message["type"] == "review":
            self.progress.append((message["state"], message["done"]))

    def say(self, type: str) -> None:
        self.socket.send(json.dumps({"type": type, "table": self._table, "depth": "deep"}).encode())


async def finished_game(server: Server, people: People) -> str:
    cookies = [await people.guest(name) for name in ("Ann", "Ben")]
    pair = Pair(await people.table(cookies), Tally())
    await pair.sit_down(server.address, cookies)
    pair.begin()
    table = pair.table
    async with httpx.AsyncClient(base_url=server.address + "/api/v1", timeout=60) as http:
        while (await http.get(f"/tables/{table}")).json()["status"] != "over":
            await asyncio.sleep(0.1)
    for player in pair.players:
        player.socket.transport.abort()
    return table


async def measure(server: Server, games: int, think: float) -> list[dict[str, str]]:
    people, tally = People(server), Tally()
    guest = Guest(await finished_game(server, people))
    await guest.come_in(server, people)
    for pair in await pairs_at(server, games, tally, think):
        pair.begin()
    await asyncio.sleep(WARM_UP)
    waits: dict[bool, list[list[float]]] = {False: [], True: []}
    for turn in range(2 * TURNS):
        reviewing = turn % 2 == 1
        guest.say("review" if reviewing else "stop_review")
        await asyncio.sleep(1.0)
        tally.at_mover, tally.counts = [], True
        await asyncio.sleep(SECONDS)
        tally.counts = False
        waits[reviewing].append(tally.at_mover)
    decisions = max((done for _, done in guest.progress), default=0)
    return [
        {
            "games": f"{games}" + (f", thinking {think:g} s" if think else ""),
            "review": f"deep, {decisions} decisions in a turn" if reviewing else "none",
            "moves/s": " ".join(f"{len(turn) / SECONDS:,.0f}" for turn in turns),
            "p50 ms": " ".join(f"{1000 * statistics.quantiles(turn, n=100)[49]:.1f}" for turn in turns),
            "p99 ms": " ".join(f"{1000 * statistics.quantiles(turn, n=100)[98]:.1f}" for turn in turns),
        }
        for reviewing, turns in waits.items()
    ]


def main() -> None:
    asked = sys.argv[1:]
    cases = ((int(asked[0]), float((asked[1:] or ["0"])[0])),) if asked else CASES
    rows = []
    for games, think in cases:
        with sandmandala() as server:
            rows += uvloop.run(measure(server, games, think))
    show(f"Moves with and without a review, by turns of {SECONDS:g} s", rows)


if __name__ == "__main__":
    main()
