"""Moves per second through a real server with durable storage, their cost, and the memory of idle games.

N two-player games of Mandala in a closed loop: each player answers as soon as the state arrives. The load
comes from this process on one core, the server runs on another. Run by `make bench`; `load.py 200` plays only
200 games, `load.py 200 1` with players who think for a second, `load.py idle` measures idle games. With
SANDMANDALA_DATABASE the moves go to that database instead of SQLite; SANDMANDALA_WORKERS and _REDIS start
several workers, on all cores.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvloop
from load_clients import Pair, Tally, open_socket
from rich.console import Console
from rich.table import Table

SECONDS = float(os.environ.get("BENCH_SECONDS", "25"))
STORAGE = "PostgreSQL" if os.environ.get("SANDMANDALA_DATABASE", "").startswith("postgres") else "SQLite"
FOLDER = os.environ.get("BENCH_FOLDER")  # /dev/shm shows what a disk without delays would allow
WORKERS = int(os.environ.get("SANDMANDALA_WORKERS", "1"))
WARM_UP = min(3.0, SECONDS)
IDLE_GAMES = int(os.environ.get("BENCH_IDLE_GAMES", "2000"))
IDLE_MOVES = 20
CASES = ((50, 0.0), (200, 0.0), (500, 0.0), (200, 1.0))
_AT_A_TIME = 10
# Read it now: afterwards this process is pinned to one core.
_CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Server:
    """A server process; pinned, it has its own core if there are two."""

    def __init__(
        self, *command: str, pinned: bool = True, checkout: Path | None = None, **settings: str
    ) -> None:
        environment = {f"SANDMANDALA_{name.upper()}": value for name, value in settings.items()}
        if checkout:
            environment["PYTHONPATH"] = str(checkout / "src")
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **environment},
        )
        assert self.process.stdout
        self.address = self.process.stdout.readline().split()[-1]
        if pinned and _CORES and WORKERS == 1:
            first, *others = _CORES
            for thread in os.listdir(f"/proc/{self.process.pid}/task"):
                os.sched_setaffinity(int(thread), {first})
            os.sched_setaffinity(0, set(others) or {first})

    def cpu(self) -> float:
        """The seconds of processor time so far, of all workers."""
        spent = 0
        for process in self._processes():
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            spent += int(fields[11]) + int(fields[12])
        return spent / _TICKS

    def memory(self) -> int:
        pages = (Path(f"/proc/{one}/statm").read_text().split()[1] for one in self._processes())
        return _PAGE * sum(map(int, pages))

    def _processes(self) -> list[int]:
        """The server and its workers, if there are several."""
        first = self.process.pid
        return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


@contextmanager
def sandmandala(checkout: Path | None = None) -> Iterator[Server]:
    """A server, of this checkout or of another one."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        server = Server("-m", "sandmandala", "serve", checkout=checkout, data=folder, port="0", limits="0")
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def relay() -> Iterator[Server]:
    server = Server(str(Path(__file__).parent / "relay.py"))
    try:
        yield server
    finally:
        server.stop()


class People:
    """People who sit down over REST."""

    def __init__(self, server: Server) -> None:
        self._http = httpx.AsyncClient(base_url=server.address + "/api/v1", timeout=60)

    async def guest(self, name: str) -> str:
        """The cookie of a new guest."""
        self._http.cookies.clear()
        answer = await self._http.post("/me", json={"name": name})
        answer.raise_for_status()
        return answer.headers["set-cookie"].partition(";")[0]

    async def table(self, cookies: list[str]) -> str:
        """A game that two people have begun."""
        self._http.cookies.clear()
        first, second = ({"Cookie": cookie} for cookie in cookies)
        answer = await self._http.post("/tables", json={"game": "mandala"}, headers=first)
        answer.raise_for_status()
        id = str(answer.json()["table"]["id"])
        answer = await self._http.post(f"/tables/{id}/join", json={}, headers=second)
        answer.raise_for_status()
        return id


async def some_at_a_time(amount: int, work: Callable[[int], Awaitable[Any]]) -> list[Any]:
    numbers, results = iter(range(amount)), {}

    async def go_on() -> None:
        for number in numbers:
            results[number] = await work(number)

    await asyncio.gather(*(go_on() for _ in range(_AT_A_TIME)))
    return [results[number] for number in range(amount)]


async def pairs_at(server: Server, games: int, tally: Tally, think: float) -> list[Pair]:
    people = People(server)

    async def sit_down(number: int) -> Pair:
        cookies = [await people.guest(f"Guest {number}.{seat}") for seat in range(2)]
        pair = Pair(await people.table(cookies), tally, think)
        await pair.sit_down(server.address, cookies)
        return pair

    return await some_at_a_time(games, sit_down)


async def relayed_pairs(server: Server, games: int, tally: Tally) -> list[Pair]:
    pairs = [Pair(str(number), tally) for number in range(games)]
    for pair in pairs:
        await pair.sit_down(server.address, ["", ""])
    return pairs


async def measure(server: Server, games: int, think: float = 0.0, relayed: bool = False) -> dict[str, str]:
    at_start, tally, disk = server.memory(), Tally(), Disk()
    pairs = await (relayed_pairs(server, games, tally) if relayed else pairs_at(server, games, tally, think))
    for pair in pairs:
        pair.begin()
    await asyncio.sleep(WARM_UP)
    tally.counts, cpu, begin = True, server.cpu(), time.perf_counter()
    mine = time.process_time()
    disk.start()
    await asyncio.sleep(SECONDS)
    tally.counts = False
    seconds, spent = time.perf_counter() - begin, server.cpu() - cpu
    under_load, mine = server.memory(), time.process_time() - mine
    disk.stop()
    if tally.refused:
        raise SystemExit(f"{len(tally.refused)} messages were refused: {tally.refused[0]}")
    for pair in pairs:
        for player in pair.players:
            player.socket.transport.abort()
    return {
        "games": f"{games}" + (f", thinking {think:g} s" if think else "") + (", relay" if relayed else ""),
        "moves/s": f"{tally.moves / seconds:,.0f}",
        "moves/CPU s": f"{tally.moves / spent:,.0f}",
        "mover ms": percentiles(tally.at_mover),
        "opponent ms": percentiles(tally.at_opponent),
        "disk ms": percentiles(disk.waits),
        "bytes/state": f"{tally.received / max(1, tally.states):,.0f}",
        "bytes/move": f"{tally.received / max(1, tally.moves):,.0f}",
        "MB": f"{at_start / 1e6:.0f} / {under_load / 1e6:.0f}",
        "busy": f"{spent / seconds:.0%} / {mine / seconds:.0%}",
    }


class Disk(threading.Thread):
    """Writes a few pages to the disk now and then, during the load: no move can be faster than that."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.waits: list[float] = []
        self._end = threading.Event()

    def run(self) -> None:
        pages = os.urandom(16_384)
        with tempfile.TemporaryFile(dir=FOLDER) as file:
            while not self._end.wait(0.05):
                begin = time.perf_counter()
                file.seek(0)
                file.write(pages)
                file.flush()
                os.fdatasync(file.fileno())
                self.waits.append(time.perf_counter() - begin)

    def stop(self) -> None:
        self._end.set()
        self.join()


def percentiles(waits: list[float]) -> str:
    if len(waits) < 2:
        return "–"
    cuts = statistics.quantiles(waits, n=100)
    return f"{cuts[49] * 1000:.1f} / {cuts[98] * 1000:.1f}"


async def weigh(server: Server) -> dict[str, str]:
    """The memory of an idle game with some moves, first without watchers."""
    people, tally = People(server), Tally()
    cookies = [await people.guest(name) for name in ("Ann", "Ben")]

    async def play_a_little(_: int) -> str:
        pair = Pair(await people.table(cookies), tally, most=IDLE_MOVES)
        await pair.sit_down(server.address, cookies)
        pair.begin()
        await pair.is_done
        for player in pair.players:
            player.socket.transport.close()
        return pair.table

    async def watch(number: int) -> None:
        told = asyncio.Event()
        socket = await open_socket(server.address, cookies[number % 2], lambda payload: told.set())
        told.clear()
        socket.send(b'{"type":"watch","table":"%s"}' % tables[number // 2].encode())
        await told.wait()

    await some_at_a_time(IDLE_GAMES // 4, play_a_little)  # caches are full from now on
    empty = server.memory()
    tables = await some_at_a_time(IDLE_GAMES, play_a_little)
    alone = server.memory()
    await some_at_a_time(2 * IDLE_GAMES, watch)
    watched = server.memory()
    return {
        "idle games": f"{IDLE_GAMES:,}",
        "kB each, nobody there": f"{(alone - empty) / IDLE_GAMES / 1000:.1f}",
        "kB each, two sockets": f"{(watched - empty) / IDLE_GAMES / 1000:.1f}",
        "MB": f"{empty / 1e6:.0f} / {alone / 1e6:.0f} / {watched / 1e6:.0f}",
    }


def show(title: str, rows: list[dict[str, str]]) -> None:
    table = Table(title=title)
    for name in rows[0]:
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*row.values())
    Console(width=150).print(table)


def main() -> None:
    asked = sys.argv[1:]
    cases = (
        CASES
        if not asked
        else ((int(asked[0]), float((asked[1:] or ["0"])[0])),)
        if asked != ["idle"]
        else ()
    )
    rows = []
    for games, think in cases:
        with sandmandala() as server:
            rows.append(uvloop.run(measure(server, games, think)))
    if not asked:
        with relay() as server:
            rows.append(uvloop.run(measure(server, 200, relayed=True)))
    if rows:
        show(f"Mandala for two, every move on disk ({STORAGE}), workers: {WORKERS}; p50 / p99", rows)
    if not asked or not cases:
        with sandmandala() as server:
            show("Games of 20 moves in which nothing happens", [uvloop.run(weigh(server))])


if __name__ == "__main__":
    main()
