"""How long others wait while one visitor does as much as the limits allow.

Each attack comes from one address against a fresh server with its limits on. A bystander at another address
waits for something: first without the attack, then during it. Addresses are set with X-Forwarded-For, which
the server trusts from this machine. `attacks.py hints` runs only that attack.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import httpx
import uvloop
from load import Server, show
from old_games import LONG, OVER, fill
from visitors import GIVE_UP, Person, against, hear, say
from websockets.exceptions import WebSocketException

from sandmandala.bots import LEVELS

ATTACKER, BYSTANDER = "203.0.113.1", "198.51.100.1"
SECONDS = 20.0  # of an attack, before the bystander arrives
PROBES = 5
FINISHED = 500
_STRONGEST, _WEAKEST = len(LEVELS), 1


# --- what a bystander waits for

Probe = Callable[[Person], Awaitable[float]]


async def a_move_of_the_weakest_bot(person: Person) -> float:
    table, worst = await person.table(**against(_WEAKEST)), 0.0
    async with person.socket() as socket:
        await say(socket, "watch", table=table)
        state = await hear(socket, "state")
        for _ in range(PROBES):
            begin = time.perf_counter()
            await say(socket, "move", table=table, after=state["number"], move=state["legal"][0])
            state = {}
            while not state.get("legal"):
                state = await hear(socket, "state")
            worst = max(worst, time.perf_counter() - begin)
        await say(socket, "resign", table=table, after=state["number"])
    return worst


async def a_hint(person: Person) -> float:
    table = await person.table(**against(_WEAKEST))
    async with person.socket() as socket:
        await say(socket, "watch", table=table)
        state = await hear(socket, "state")
        begin = time.perf_counter()
        await say(socket, "hint", table=table)
        await hear(socket, "hint")
        waited = time.perf_counter() - begin
        await say(socket, "resign", table=table, after=state["number"])
    return waited


async def a_request(person: Person) -> float:
    worst = 0.0
    for _ in range(10 * PROBES):
        begin = time.perf_counter()
        await person.get("/me")
        worst = max(worst, time.perf_counter() - begin)
        await asyncio.sleep(0.1)
    return worst


async def a_sight_of_the_own_table(person: Person) -> float:
    """From opening a table until it is on the first page of the lobby; infinite if others push it off."""
    begin = time.perf_counter()
    made = await person.post("/tables", game="mandala")
    await asyncio.sleep(SECONDS / 4)
    shown = [table["id"] for table in (await person.get("/tables")).json()]
    await person.http.delete(f"/tables/{made['table']['id']}/join")
    seen = made["table"]["id"] in shown
    return time.perf_counter() - begin - SECONDS / 4 if seen else float("inf")


# --- attacks: each runs until it is cancelled

Attack = Callable[[Callable[[], Person]], Awaitable[None]]


async def many_tables(new: Callable[[], Person]) -> None:
    """One person opens games with the strongest bots, and plays them all."""
    person = new()
    await person.come_in()
    async with asyncio.TaskGroup() as group:
        while True:
            await _open_and_play(person, group, tables=20)


async def many_guests(new: Callable[[], Person]) -> None:
    """The same by ever more guests."""
    async with asyncio.TaskGroup() as group:
        while True:
            person = new()
            if await person.come_in():
                await _open_and_play(person, group, tables=2)
            await asyncio.sleep(0.1)


async def _open_and_play(person: Person, group: asyncio.TaskGroup, tables: int) -> None:
    found = []
    for _ in range(tables):
        if table := await person.table(**against(_STRONGEST)):
            found.append(table)
        await asyncio.sleep(0.1)
    if found:
        group.create_task(_play_all(person, found))


async def _play_all(person: Person, tables: list[str]) -> None:
    async with person.socket() as socket:
        for table in tables:
            await say(socket, "watch", table=table)
        await person.play(socket)


async def a_lobby_of_my_own(new: Callable[[], Person]) -> None:
    """More and more guests open tables, and stay there."""
    while True:
        person = new()
        if await person.come_in():
            while await person.post("/tables", game="mandala"):
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.1)


async def hints(new: Callable[[], Person]) -> None:
    """Forty guests ask for one hint after another, each over their own socket."""
    async with asyncio.TaskGroup() as group:
        for _ in range(40):
            group.create_task(_ask_on(new()))
            await asyncio.sleep(SECONDS / 40)


async def _ask_on(person: Person) -> None:
    while not await person.come_in():
        await asyncio.sleep(1)
    while not (table := await person.table(**against(_WEAKEST))):
        await asyncio.sleep(1)
    async with person.socket() as socket:
        await say(socket, "watch", table=table)
        while True:
            await say(socket, "hint", table=table)
            await hear(socket, "hint")


def reading(*paths: str) -> Attack:
    async def attack(new: Callable[[], Person]) -> None:
        """Repeat a request as often as the rate limit allows."""
        person = new()

        async def go_on(path: str) -> None:
            while True:
                with suppress(httpx.HTTPError):
                    await person.get(path)
                await asyncio.sleep(0.05)

        await asyncio.gather(*(go_on(path) for path in paths * 10))

    return attack


async def sign_ins(new: Callable[[], Person]) -> None:
    """Wrong passwords."""
    person = new()

    async def go_on() -> None:
        while True:
            await person.post("/sign-in", login="somebody", password="a wrong password")

    await asyncio.gather(*(go_on() for _ in range(10)))


async def sockets(new: Callable[[], Person]) -> None:
    """Many sockets, each sending pings as fast as it can."""

    async def go_on(person: Person) -> None:
        while True:
            with suppress(WebSocketException, OSError):
                async with person.socket() as socket:
                    while True:
                        await say(socket, "ping")
            person.refused["closed"] += 1
            await asyncio.sleep(0.5)

    await asyncio.gather(*(go_on(new()) for _ in range(40)))


async def unfinished_requests(new: Callable[[], Person]) -> None:
    """A thousand requests, each of which sends one byte now and then."""
    address = new().http.base_url
    assert address.port

    async def go_on() -> None:
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(address.host, address.port)
                for byte in b"GET /api/v1/me HTTP/1.1" * 100:
                    writer.write(bytes((byte,)))
                    await writer.drain()
                    await asyncio.sleep(1)

    await asyncio.gather(*(go_on() for _ in range(1_003)))


ATTACKS: dict[str, tuple[Attack, Probe]] = {
    "tables with the strongest bots": (many_tables, a_move_of_the_weakest_bot),
    "the same by many guests": (many_guests, a_move_of_the_weakest_bot),
    "hints for 40 guests": (hints, a_hint),
    "hints, noticed by players": (hints, a_move_of_the_weakest_bot),
    "open tables in the lobby": (a_lobby_of_my_own, a_sight_of_the_own_table),
    "reads: lists of games": (reading("/games", "/tables?status=over&most=100"), a_request),
    "reads: records and replays": (reading(f"/tables/{OVER}/record", f"/tables/{OVER}/replay"), a_request),
    "reads: tables with long logs": (reading(f"/tables/{LONG}"), a_request),
    "sign-ins": (sign_ins, a_request),
    "pings over 40 sockets, never read": (sockets, a_request),
    "1,003 unfinished requests": (unfinished_requests, a_request),
}


async def _probed(server: Server, probe: Probe) -> float:
    person = Person(server, BYSTANDER, Counter())
    assert await person.come_in()
    with suppress(TimeoutError):
        async with asyncio.timeout(GIVE_UP):
            return await probe(person)
    return float("inf")


async def measure(server: Server, name: str, attack: Attack, probe: Probe) -> dict[str, str]:
    refused: Counter[str] = Counter()
    alone = await _probed(server, probe)
    task = asyncio.ensure_future(attack(lambda: Person(server, ATTACKER, refused)))
    await asyncio.wait([task], timeout=SECONDS)
    if task.done():
        task.result()
    attacked = await _probed(server, probe)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return {
        "attack": name,
        "a bystander waits for": probe.__name__.replace("_", " "),
        "alone, s": f"{alone:.2f}",
        "attacked, s": f"{attacked:.2f}",
        "refused": ", ".join(f"{code} {count}" for code, count in refused.most_common(2)) or "–",
    }


def main() -> None:
    rows = []
    for name, (attack, probe) in ATTACKS.items():
        if not all(word in name for word in sys.argv[1:]):
            continue
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(fill(Path(folder), FINISHED, 2_000))
            server = Server("-m", "sandmandala", "serve", pinned=False, data=folder, port="0")
            try:
                rows.append(uvloop.run(measure(server, name, attack, probe)))
            finally:
                server.stop()
    show("One address against all, limits on", rows)


if __name__ == "__main__":
    main()
