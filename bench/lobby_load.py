"""Load of the lobby: 1,000 people follow the list of open tables, which changes every second.

    python bench/lobby_load.py [WATCHERS [SECONDS]]

Prints how long after a table was stored the watchers know of it, how late the server's loop is, and what it
costs. A worker sends what is new on a list at most once a second, so a change waits for up to a second.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import msgspec
from load import Server, percentiles, show, some_at_a_time
from load_clients import open_socket

WATCHERS, SECONDS = 1000, 20
LISTED = 40  # tables that stay in the lobby all the time


class Watcher:
    """Somebody who looks at the lobby, without a name."""

    def __init__(self) -> None:
        self.listed: dict[str, float] = {}  # by table: when it was heard of
        self.bytes = 0

    def hear(self, payload: bytes) -> None:
        at = time.perf_counter()
        self.bytes += len(payload)
        message = msgspec.json.decode(payload)
        if message["type"] == "tables":
            for table in message["tables"]:
                self.listed.setdefault(table["id"], at)


async def _host(http: httpx.AsyncClient, number: int) -> dict[str, str]:
    answer = await http.post("/api/v1/me", json={"name": f"Host {number}"})
    answer.raise_for_status()
    http.cookies.clear()
    return {"cookie": answer.headers["set-cookie"].partition(";")[0]}


async def _open(http: httpx.AsyncClient, cookie: dict[str, str]) -> str:
    answer = await http.post("/api/v1/tables", json={"game": "mandala"}, headers=cookie)
    answer.raise_for_status()
    return str(answer.json()["table"]["id"])


async def measure(server: Server, watchers: int, seconds: int) -> dict[str, str]:
    """Let everybody watch, and open and close a table every second."""
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        hosts = [await _host(http, number) for number in range(LISTED + 1)]
        for host in hosts[1:]:
            await _open(http, host)
        people = [Watcher() for _ in range(watchers)]

        async def follow(number: int) -> Any:
            socket = await open_socket(server.address, "", people[number].hear)
            socket.send(msgspec.json.encode({"type": "follow", "which": "open"}))
            return socket

        sockets = await some_at_a_time(watchers, follow)
        while not all(len(one.listed) >= LISTED for one in people):
            await asyncio.sleep(0.2)
        await http.get("/late")
        cpu, heard = server.cpu(), sum(one.bytes for one in people)
        opened: dict[str, float] = {}
        late = []
        for second in range(seconds):
            begun = time.perf_counter()
            id = await _open(http, hosts[0])
            opened[id] = time.perf_counter()
            late.append((await http.get("/late")).json()[0])
            await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - begun)))
            if second % 2:  # every other change is that one goes
                for gone in list(opened)[-2:]:
                    await http.delete(f"/api/v1/tables/{gone}/join", headers=hosts[0])
        spent, sent = server.cpu() - cpu, sum(one.bytes for one in people) - heard
        await asyncio.sleep(2)
        waits = [one.listed[id] - at for one in people for id, at in opened.items() if id in one.listed]
        missed = watchers * len(opened) - len(waits)
        del sockets
    return {
        "watchers": f"{watchers:,}",
        "changes": str(len(opened)),
        "p50 / p99 until known, ms": percentiles(waits),
        "not told": str(missed),
        "loop late, ms, worst of each second: median / worst": (
            f"{1000 * sorted(late)[len(late) // 2]:.0f} / {1000 * max(late):.0f}"
        ),
        "processor, % of a core": f"{100 * spent / seconds:.0f}",
        "kB sent per watcher and second": f"{sent / watchers / seconds / 1000:.2f}",
    }


def main() -> None:
    """Run it."""
    if sys.argv[1:] == ["serve"]:
        from loop_time import serve

        serve()
        return
    watchers, seconds = [*map(int, sys.argv[1:]), *(WATCHERS, SECONDS)[len(sys.argv) - 1 :]]
    with TemporaryDirectory() as folder:
        server = Server(str(Path(__file__)), "serve", data=folder, port="0", limits="0", connections="0")
        try:
            show("The lobby", [asyncio.run(measure(server, watchers, seconds))])
        finally:
            server.stop()


if __name__ == "__main__":
    main()
