"""How long each kind of request blocks the server's event loop.

A server in a separate process has a clock that should tick every millisecond. Its worst delay during one
request is what a bystander waits. Each request is sent a few times and the best counts, so that other work on
this machine does not. The database has 500 finished games and one with a log of 20,000 entries, Flowers for
four.

Lateness includes other work on the machine. The processor time of the loop between two ticks does not, so
its worst is shown, too; it leaves out waiting for other threads of the server.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from load import Server, show
from load_clients import open_socket
from old_games import LONG, OVER, fill

from sandmandala.server.settings import Settings

FINISHED, LONG_LOG = 500, 20_000
REPEATS = 5
_TICK = 0.001


# --- the server


class Ticker:
    """Measures its worst delay."""

    def __init__(self) -> None:
        self._last, self._last_cpu = time.perf_counter(), time.thread_time()
        self._late = self._cpu = 0.0
        self._tick()

    def _tick(self) -> None:
        at, cpu = time.perf_counter(), time.thread_time()
        self._late = max(self._late, at - self._last - _TICK)
        self._cpu = max(self._cpu, cpu - self._last_cpu)
        self._last, self._last_cpu = at, cpu
        asyncio.get_running_loop().call_later(_TICK, self._tick)

    def read(self) -> tuple[float, float]:
        """Return the worst lateness and the most processor time between two ticks since the last call."""
        worst, self._late, self._cpu = (self._late, self._cpu), 0.0, 0.0
        return worst


def serve() -> None:
    """Like `sandmandala serve`, with a Ticker."""
    from litestar import Litestar, get

    from sandmandala.cli import main
    from sandmandala.server import app, serving

    def with_ticker(settings: Settings) -> Litestar:
        @get("/late", sync_to_thread=False)
        def late() -> list[float]:
            return list(made.state.ticker.read())

        async def start() -> None:
            made.state.ticker = Ticker()

        made = app.create_app(settings)
        made.register(late)
        made.on_startup.append(start)
        return made

    vars(serving)["create_app"] = with_ticker
    sys.argv[1:] = ["serve"]
    main()


# --- the requests


class Client:
    """A client that sends one request at a time."""

    def __init__(self, server: Server) -> None:
        self._http = httpx.AsyncClient(base_url=server.address, timeout=60)
        self._address = server.address
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def begin(self) -> None:
        answer = await self._http.post("/api/v1/me", json={"name": "Ann"})
        self._me = answer.json()["id"]
        cookie = answer.headers["set-cookie"].partition(";")[0]
        self._socket = await open_socket(self._address, cookie, self._hear)
        made = await self._post("/tables", game="flowers", seats=4, hot_seat=True, spectators="open")
        self._mine = made["table"]["id"]
        await self._post(f"/tables/{self._mine}/contribution", value="11" * 16)
        await self._post("/me/password", login="ann@example.org", password="a long password")

    def _hear(self, payload: bytes) -> None:
        self._heard.put_nowait(msgspec.json.decode(payload))

    async def late(self) -> tuple[float, float]:
        late, cpu = (await self._http.get("/late")).json()
        return late, cpu

    async def _get(self, path: str) -> None:
        answer = await self._http.get("/api/v1" + path)
        answer.raise_for_status()

    async def _post(self, path: str, **form: Any) -> Any:
        answer = await self._http.post("/api/v1" + path, json=form)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    async def _say(self, wanted: str, type: str, **message: Any) -> dict[str, Any]:
        self._socket.send(msgspec.json.encode({"type": type, **message}))
        while (heard := await asyncio.wait_for(self._heard.get(), 60))["type"] != wanted:
            if heard["type"] == "refused":
                raise SystemExit(f"{type} was refused: {heard['why']}")
        return heard

    async def _watch(self, table: str, **seen: int) -> dict[str, Any]:
        return await self._say("state", "watch", table=table, **seen)

    async def _watch_once(self, table: str) -> None:
        await self._watch(table)
        self._socket.send(msgspec.json.encode({"type": "unwatch", "table": table}))

    async def _move(self) -> None:
        state = await self._watch(self._mine)
        await self._say("state", "move", table=self._mine, after=state["number"], move=state["legal"][0])

    async def _move_and_take_back(self) -> None:
        await self._move()
        await self._say("state", "ask", table=self._mine, what="take_back")

    async def _preview(self) -> None:
        state = await self._watch(self._mine)
        await self._say(
            "previewed", "preview", table=self._mine, after=state["number"], move=state["legal"][0]
        )

    def requests(self) -> dict[str, Callable[[], Awaitable[Any]]]:
        def reads(path: str) -> Callable[[], Awaitable[None]]:
            return lambda: self._get(path)

        def sign_in(password: str) -> Callable[[], Awaitable[Any]]:
            return lambda: self._post("/sign-in", login="ann@example.org", password=password)

        return {
            "nothing": lambda: asyncio.sleep(0.05),
            "GET /tables?status=over&most=100": reads("/tables?status=over&most=100"),
            "GET /games": reads("/games"),
            "GET /people/…/games": reads("/people/old-host/games"),
            "GET /people/…/tables": reads("/people/old-host/tables"),
            "GET /leaders/flowers/4": reads("/leaders/flowers/4"),
            "GET /tables/…": reads(f"/tables/{OVER}"),
            "GET /tables/…/record": reads(f"/tables/{OVER}/record"),
            "GET /tables/…/replay": reads(f"/tables/{OVER}/replay"),
            "the same of the long log": reads(f"/tables/{LONG}/replay"),
            "GET /tables/… of the long log": reads(f"/tables/{LONG}"),
            "watch a finished game": lambda: self._watch_once(OVER),
            "watch the long log": lambda: self._watch_once(LONG),
            "move": self._move,
            "move and take back": self._move_and_take_back,
            "preview": self._preview,
            "become a guest": lambda: self._post("/me", name="Ben"),
            "sign in": sign_in("a long password"),
            "GET /api/docs/openapi.json": lambda: self._http.get("/api/docs/openapi.json"),
            "GET /": lambda: self._http.get("/"),
        }


async def measure(server: Server) -> list[dict[str, str]]:
    client = Client(server)
    await client.begin()
    rows = []
    for name, request in client.requests().items():
        late, cpu, took = [], [], []
        for _ in range(REPEATS):
            await asyncio.sleep(0.05)
            await client.late()
            begin = time.perf_counter()
            await request()
            took.append(time.perf_counter() - begin)
            lateness, processor = await client.late()
            late.append(lateness)
            cpu.append(processor)
        rows.append(
            {
                "request": name,
                "loop ms": f"{min(late) * 1000:.1f}",
                "worst": f"{max(late) * 1000:.1f}",
                "processor ms": f"{min(cpu) * 1000:.1f}",
                "worst processor": f"{max(cpu) * 1000:.1f}",
                "answer ms": f"{min(took) * 1000:.1f}",
            }
        )
    return rows


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(fill(Path(folder), FINISHED, LONG_LOG))
        server = Server(__file__, "serve", pinned=False, data=folder, port="0", limits="0")
        try:
            rows = uvloop.run(measure(server))
        finally:
            server.stop()
    show(f"What one request takes of the loop, the best and the worst of {REPEATS}", rows)


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
