"""Moves a second through a real server with durable storage, and what each costs.

N two-player games of Mandala in closed loop: each player answers as soon as the state arrives. The load
comes from this process, the server is another. Run by `make bench`.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

SECONDS = float(os.environ.get("BENCH_SECONDS", "25"))
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PEOPLE_AT_A_TIME = 20


class Server:
    """`sandmandala serve` in a folder of its own."""

    def __init__(self, folder: str) -> None:
        settings = {"SANDMANDALA_DATA": folder, "SANDMANDALA_PORT": "0", "SANDMANDALA_LIMITS": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sandmandala", "serve"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **settings},
        )
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[-1]

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * _PAGE


@dataclass
class Tally:
    """What the players saw."""

    moves: int = 0
    states: int = 0
    received: int = 0  # bytes
    at_mover: list[float] = field(default_factory=list)
    at_opponent: list[float] = field(default_factory=list)


class Game:
    """Two players at a table, and when the last move was sent."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.sent = 0.0
        self.is_over = asyncio.Event()


async def play(
    game: Game, seat: int, socket: ClientConnection, tally: Tally, think: float, until: float
) -> None:
    """Answer as soon as the state arrives, or after having thought."""
    await socket.recv()
    await socket.send(json.dumps({"type": "watch", "table": game.table}))
    choice = random.Random(f"{game.table} {seat}")
    while time.perf_counter() < until:
        text = await socket.recv()
        message = json.loads(text)
        if message["type"] != "state":
            continue
        heard = time.perf_counter()
        tally.states += 1
        tally.received += len(text)
        changes = message.get("changes") or [{}]
        if game.sent and "seat" in changes[-1]:
            waits = tally.at_mover if changes[-1]["seat"] == seat else tally.at_opponent
            waits.append(heard - game.sent)
        if message.get("info", {}).get("status") == "over":
            game.is_over.set()
            return
        if "legal" in message:
            if think:
                await asyncio.sleep(think)
            tally.moves += 1
            move = choice.choice(message["legal"])
            game.sent = time.perf_counter()
            await socket.send(
                json.dumps({"type": "move", "table": game.table, "after": message["number"], "move": move})
            )


async def guest(server: Server, name: str) -> httpx.AsyncClient:
    client = httpx.AsyncClient(base_url=server.address + "/api/v1", timeout=60)
    (await client.post("/me", json={"name": name})).raise_for_status()
    return client


async def keep_playing(
    server: Server, clients: list[httpx.AsyncClient], tally: Tally, think: float, until: float
) -> None:
    """Game after game of the same two people."""
    headers = [
        {"Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}
        for client in clients
    ]
    address = server.address.replace("http", "ws") + "/live"
    while time.perf_counter() < until:
        table = (await clients[0].post("/tables", json={"game": "mandala"})).json()["table"]["id"]
        await clients[1].post(f"/tables/{table}/join", json={})
        game = Game(table)
        async with (
            connect(address, additional_headers=headers[0], compression=None) as first,
            connect(address, additional_headers=headers[1], compression=None) as second,
        ):
            players = [
                asyncio.create_task(play(game, seat, socket, tally, think, until))
                for seat, socket in enumerate((first, second))
            ]
            await asyncio.wait(players, timeout=max(0.0, until - time.perf_counter()) + 5)
            for player in players:
                player.cancel()


async def measure(server: Server, games: int, think: float = 0.0) -> dict[str, Any]:
    people: list[httpx.AsyncClient] = []
    for first in range(0, 2 * games, _PEOPLE_AT_A_TIME):
        names = range(first, min(2 * games, first + _PEOPLE_AT_A_TIME))
        people += await asyncio.gather(*(guest(server, f"Guest {name}") for name in names))
    tally, memory, cpu, begin = Tally(), server.memory(), server.cpu(), time.perf_counter()
    until = begin + SECONDS
    await asyncio.gather(
        *(keep_playing(server, people[2 * i : 2 * i + 2], tally, think, until) for i in range(games))
    )
    seconds, spent = time.perf_counter() - begin, server.cpu() - cpu
    for client in people:
        await client.aclose()
    return {
        "games": f"{games}" + (f", thinking {think:g} s" if think else ""),
        "moves/s": f"{tally.moves / seconds:,.0f}",
        "moves/CPU s": f"{tally.moves / spent:,.0f}",
        "mover p50 / p99 ms": _percentiles(tally.at_mover),
        "opponent p50 / p99 ms": _percentiles(tally.at_opponent),
        "bytes/state": f"{tally.received / max(1, tally.states):,.0f}",
        "MB before / after": f"{memory / 1e6:.0f} / {server.memory() / 1e6:.0f}",
    }


def _percentiles(waits: list[float]) -> str:
    if len(waits) < 2:
        return "–"
    cuts = statistics.quantiles(waits, n=100)
    return f"{cuts[49] * 1000:.1f} / {cuts[98] * 1000:.1f}"


def main() -> None:
    rows = []
    cases = [(50, 0.0), (200, 0.0), (500, 0.0), (200, 1.0)]
    if len(sys.argv) > 1:
        cases = [(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0.0)]
    for games, think in cases:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder)
            try:
                rows.append(asyncio.run(measure(server, games, think)))
            finally:
                server.process.terminate()
                server.process.wait()
    table = Table(title="Mandala, two players, SQLite with every move on disk, one worker")
    for name in rows[0]:
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*row.values())
    Console().print(table)


if __name__ == "__main__":
    main()
