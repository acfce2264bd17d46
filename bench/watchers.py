"""What followers of the page of live games cost: processor time of the server, bytes and messages.

    python bench/watchers.py [FOLLOWERS] [GAMES]

GAMES two-player games of Mandala go on, each with a move about every second. The server's processor time is
measured without followers, with FOLLOWERS of the list `live`, and with as many who see the featured board of
the first page.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from contextlib import AsyncExitStack

import uvloop
from load import Server, sandmandala
from visitors import Person, hear, say
from websockets.asyncio.client import ClientConnection, connect

SECONDS = float(os.environ.get("BENCH_SECONDS", "20"))


class Traffic:
    """What the followers have received."""

    def __init__(self) -> None:
        self.messages = self.bytes = 0

    async def read(self, socket: ClientConnection) -> None:
        async for message in socket:
            self.messages += 1
            self.bytes += len(message)


async def play(people: list[Person], stack: AsyncExitStack) -> None:
    """Let two people play a game, a second for each move."""
    sockets = [await stack.enter_async_context(one.socket()) for one in people]

    async def answer(socket: ClientConnection) -> None:
        while True:
            state = await hear(socket, "state")
            if state.get("legal"):
                await asyncio.sleep(1.0)
                legal = state["legal"]
                await say(socket, "move", table=state["table"], after=state["number"], move=legal[0])

    made = await people[0].post("/tables", game="mandala")
    table = made["table"]["id"]
    await people[0].post(f"/tables/{table}/contribution", value="11" * 16)
    await people[1].post(f"/tables/{table}/join", contribution="00" * 16)
    for socket in sockets:
        await say(socket, "watch", table=table)
    await asyncio.gather(*map(answer, sockets))


async def measure(server: Server, name: str, traffic: Traffic, followers: int) -> float:
    await asyncio.sleep(5)  # they have the whole list
    cpu, messages, size = server.cpu(), traffic.messages, traffic.bytes
    await asyncio.sleep(SECONDS)
    share = (server.cpu() - cpu) / SECONDS
    each = max(1, followers) * SECONDS
    print(
        f"{name:24} {100 * share:6.1f} % of a core, {(traffic.messages - messages) / each:5.2f} messages and "
        f"{(traffic.bytes - size) / each / 1000:6.2f} kB per follower and second",
        flush=True,
    )
    return share


async def follow(server: Server, which: str, followers: int, stack: AsyncExitStack) -> Traffic:
    traffic, live = Traffic(), server.address.replace("http", "ws") + "/live"
    for _ in range(followers):
        socket = await stack.enter_async_context(connect(live, compression=None))
        await say(socket, "follow", which=which)
        if which == "featured":
            listed = await hear(socket, "tables")
            await say(socket, "watch", table=listed["tables"][0]["id"], glance=True)
        task = asyncio.create_task(traffic.read(socket))
        stack.callback(task.cancel)
    return traffic


async def main(followers: int, games: int) -> None:
    with sandmandala() as server:
        async with AsyncExitStack() as stack:
            for number in range(games):
                people = [Person(server, f"203.0.113.{number % 250}", Counter()) for _ in range(2)]
                for one in people:
                    await one.come_in()
                task = asyncio.create_task(play(people, stack))
                stack.callback(task.cancel)
            await measure(server, f"{games} games, nobody", Traffic(), 0)
            for which in ("live", "featured"):
                async with AsyncExitStack() as tabs:
                    traffic = await follow(server, which, followers, tabs)
                    await measure(server, f"{followers} follow {which}", traffic, followers)


if __name__ == "__main__":
    numbers = [int(one) for one in sys.argv[1:]]
    uvloop.run(main(*(numbers + [300, 60][len(numbers) :])))
