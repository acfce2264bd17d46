"""Expensive reads: addresses take turns."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from server.in_process_server import InProcessServer
from server.running_server import Client, RunningServer

from sandmandala.server.addresses import client_key
from sandmandala.server.api.tables import read_turn
from sandmandala.server.live.client_limits import ClientLimits
from sandmandala.server.live.connection import Connection, Services
from sandmandala.server.live.transport import Transport
from sandmandala.server.messages.from_client import Follow
from sandmandala.server.messages.lobby_filter import LobbyFilter
from sandmandala.server.read_turns import ReadTurns
from sandmandala.server.tables.open_list import OpenFollower


def test_one_address_has_one_read_at_a_time_and_one_place_in_the_queue() -> None:
    async def work() -> None:
        turns, free, begun = ReadTurns(), asyncio.Event(), list[str]()

        async def read(address: str) -> None:
            async with turns.turn(address):
                begun.append(address)
                await free.wait()

        async with asyncio.TaskGroup() as group:
            for address in ("203.0.113.1",) * 20 + ("203.0.113.2", "203.0.113.3"):
                group.create_task(read(address))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert begun == ["203.0.113.1", "203.0.113.2"], "two at a time, of two addresses"
            free.set()
        assert begun[:3] == ["203.0.113.1", "203.0.113.2", "203.0.113.3"]
        assert len(begun) == 22
        assert not turns._clients

    asyncio.run(work())


def test_clients_of_different_networks_have_separate_places() -> None:
    """With IPv6, the key of a client is a network, not an address."""

    async def work() -> None:
        begun, free = list[str](), asyncio.Event()

        class SlowLobby:
            async def follow_open(self, follower: OpenFollower, chosen: LobbyFilter) -> None:
                begun.append("open")
                await free.wait()

        services = SimpleNamespace(
            tables=None, lobby=SlowLobby(), read_turns=ReadTurns(), limits=ClientLimits(False)
        )
        async with asyncio.TaskGroup() as group:
            for address in ("2001:db8:1:1::9", "2001:db8:1:2::9"):
                connection = Connection(
                    cast(Transport, SimpleNamespace(tell=None)),
                    cast(Services, services),
                    None,
                    client_key(address),
                )
                group.create_task(connection.take(Follow("open")))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert begun == ["open", "open"]
            free.set()

    asyncio.run(work())


def test_requests_of_one_network_share_a_place() -> None:
    turns: list[str] = []
    state = SimpleNamespace(read_turns=SimpleNamespace(turn=turns.append))
    for address in ("2001:db8:1:1::8", "2001:db8:1:1::9"):
        request = SimpleNamespace(app=SimpleNamespace(state=state), client=SimpleNamespace(host=address))
        read_turn(cast(Any, request))
    assert turns == ["2001:db8:1:1::/64"] * 2


READS = (
    "/tables",
    "/tables/{table}",
    "/tables/{table}/record",
    "/tables/{table}/replay",
    "/games",
    "/people/{person}/games",
    "/people/{person}/tables",
    "/leaders/mandala/2",
)


def test_all_expensive_reads_take_turns(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = InProcessServer(tmp_path_factory.mktemp("server"))
    try:
        turns: list[str] = []
        turn = ReadTurns.turn

        def counted(self: ReadTurns, one: str) -> AbstractAsyncContextManager[None]:
            turns.append(one)
            return turn(self, one)

        monkeypatch.setattr(ReadTurns, "turn", counted)
        anna, table = _finished(server)
        for path in READS:
            turns.clear()
            answer = anna.http.get(path.format(table=table, person=anna.me["id"]))
            assert answer.is_success, answer.text
            assert set(turns) == {client_key("127.0.0.1")}, path
    finally:
        server.stop()


def _finished(server: RunningServer) -> tuple[Client, str]:
    anna = server.client("Anna")
    table = anna.open_table(game="mandala", hot_seat=True)["table"]["id"]
    with anna.socket() as tab:
        tab.watch(table)
        tab.send("resign", table=table, after=0)
        tab.next("state")
    return anna, table
