"""Three workers on one PostgreSQL and one Redis, one of which is killed while many look for opponents."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.backing_services import new_database
from server.running_server import PATIENCE, RunningServer
from server.test_review_api import wait_until
from sqlalchemy import select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sandmandala.server.opponents.search_store import JUST_BEGUN
from sandmandala.server.settings import Settings
from sandmandala.server.storage import open_database
from sandmandala.server.storage.opponent_schema import searches
from sandmandala.server.storage.schema import seats, tables

SEARCH = {"type": "search", "game": "mandala", "tempo": "blitz", "tab": "tab", "rated": False}


class Seeker:
    """A person in a browser: searches until a game has begun, also again when the server was gone."""

    def __init__(self, number: int, addresses: list[str]) -> None:
        self.number, self._addresses = number, addresses
        self.id = ""
        self.table: str | None = None
        """The table where my game has begun."""

    async def live(self, begun: asyncio.Semaphore) -> None:
        cookie, attempt = "", self.number
        while self.table is None:
            address = self._addresses[attempt % len(self._addresses)]
            attempt += 1
            try:
                if not cookie:
                    cookie = await self._sign_in(address)
                headers = {"cookie": cookie}
                async with connect(
                    address.replace("http", "ws") + "/live", additional_headers=headers, ping_interval=None
                ) as socket:
                    await self._play(socket)
            except (OSError, ConnectionClosed, TimeoutError, httpx.HTTPError):
                await asyncio.sleep(0.2)
        begun.release()

    async def _sign_in(self, address: str) -> str:
        async with httpx.AsyncClient(base_url=address + "/api/v1", timeout=PATIENCE) as http:
            answer = await http.post("/me", json={"name": f"P{self.number}"})
            answer.raise_for_status()
            self.id = answer.json()["id"]
            return f"sandmandala={http.cookies['sandmandala']}"

    async def _play(self, socket: ClientConnection) -> None:
        await _send(socket, SEARCH)
        while self.table is None:
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            match message["type"]:
                case "search_ended" if message["table"]:
                    await _send(socket, {"type": "watch", "table": message["table"]})
                case "search_ended":
                    await _send(socket, SEARCH)  # too late for a table, because a worker has died
                case "searching" if message["again"]:
                    await _send(socket, SEARCH)
                case "state":
                    self._look(message)
                    if message.get("info", {}).get("status") == "open" and message.get("seats"):
                        value = {"table": message["table"], "value": f"{self.number:032x}"}
                        await _send(socket, {"type": "contribute", **value})
                case "refused":
                    assert message["code"] in ("contributed", "no_such_table", "gone_on"), message
                    if message["code"] == "no_such_table":
                        await _send(socket, SEARCH)

    def _look(self, state: dict[str, Any]) -> None:
        if state.get("info", {}).get("status") == "playing":
            self.table = state["table"]


async def _send(socket: ClientConnection, message: dict[str, Any]) -> None:
    await socket.send(json.dumps(message))


async def _stored(url: str) -> tuple[dict[str, set[str]], list[Any]]:
    """The people at each table where a game has begun, and the searches that are left."""
    engine = open_database(url)
    async with engine.connect() as connection:
        wanted = select(seats.c.table, seats.c.person).join(tables, tables.c.id == seats.c.table)
        found: dict[str, set[str]] = {}
        for table, person in await connection.execute(wanted.where(tables.c.status == "playing")):
            found.setdefault(table, set()).add(person)
        left = list(await connection.execute(select(searches)))
    await engine.dispose()
    return found, left


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("people", [40, pytest.param(200, marks=pytest.mark.thorough)])
def test_a_killed_worker_loses_doubles_and_strands_nobody(
    tmp_path: Path, postgresql: int, redis: str, people: int
) -> None:
    shared = {"database": new_database(postgresql), "redis": redis, "arrival": "5", "bot_offer": "600"}
    url = Settings(data=str(tmp_path), database=shared["database"]).database_url()
    workers = [RunningServer(tmp_path / name, **shared) for name in ("a", "b", "c")]

    async def work() -> list[Seeker]:
        seekers = [Seeker(number, [one.address for one in workers]) for number in range(people)]
        begun = asyncio.Semaphore(0)
        tasks = [asyncio.create_task(one.live(begun)) for one in seekers]
        for _ in range(people // 5):
            await begun.acquire()
        await asyncio.to_thread(workers[0].kill)
        await asyncio.wait_for(asyncio.gather(*tasks), 4 * PATIENCE)
        return seekers

    seekers = asyncio.run(work())
    # Searches end a while after their games have begun, also those of the killed worker.
    wait_until(lambda: asyncio.run(_stored(url))[1] == [], 2 * JUST_BEGUN / 1000 + PATIENCE)
    found, _ = asyncio.run(_stored(url))
    for one in seekers:
        assert one.id in found[str(one.table)], "everybody plays where they were told to"
    times = Counter(person for pair in found.values() for person in pair)
    assert all(len(pair) == 2 for pair in found.values())
    assert {person for person, count in times.items() if count > 1} == set(), "nobody is paired twice"
    assert len(times) == people, "and nobody was left waiting"
    for server in workers[1:]:
        server.stop()
