"""Live lists of tables."""

from __future__ import annotations

import asyncio
from typing import Any

from server.list_reader import Reader, lobby_of
from server.raw_sockets import raw_socket, read_until, sent
from server.running_server import A_DAY, RunningServer
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services
from server.test_changes import connect
from sqlalchemy import event
from websockets.frames import Opcode

from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing, proposals, seating

TWO = TableSpec("mandala", options={"beginner": 0})
PRIVATE = TableSpec("mandala", public=False)


def test_open_tables_come_fill_and_go(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,), lobby_of(service) as lobby:
            early, late = Reader(lobby), Reader(lobby)
            await lobby.follow_open(early.open_follower)
            await early.reads()
            first = await service.open(ANNA, TWO)
            await early.reads(**{first.id: "open"})
            await lobby.follow_open(late.open_follower)
            await service.open(ANNA, PRIVATE)
            second = await service.open(CARL, TWO)
            for reader in (early, late):
                await reader.reads(**{first.id: "open", second.id: "open"})
            await service.do(first.id, seating.add_bot, ANNA.id, 1, 2)
            await service.do(first.id, seating.remove_bot, ANNA.id, 1)
            await service.do(first.id, seating.contribute, ANNA.id, "11" * 16)
            await service.do(first.id, seating.sit, BEN, None, "", "00" * 16)
            await service.do(second.id, seating.leave, CARL.id)
            for reader in (early, late):
                await reader.reads()
                lobby.unfollow_open(reader.open_follower)
            heard = early.messages
            third = await service.open(ANNA, TWO)
            other = Reader(lobby)
            await lobby.follow_open(other.open_follower)
            await other.reads(**{third.id: "open"})
            assert early.messages == heard, "it is told to others alone"

    asyncio.run(work())


def test_ones_own_tables_say_whose_turn_it_is(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as (near, far), lobby_of(near) as lobby:
            connect(far, near)
            far.subscribers.append(  # as for tables that this worker does not have in memory
                lambda table, change, ours: lobby.note(table.id, [], False)
            )
            far.open_listeners.append(lambda table: lobby.note(table.id, [ANNA.id, BEN.id], False))
            table = await started_table(far, TableSpec("patterns", options={"beginner": 1}), BEN)
            anna, carl = Reader(lobby, ANNA.id), Reader(lobby, CARL.id)
            for reader in (anna, carl):
                await lobby.follow(reader.follower)
            await anna.reads(**{table.id: "playing"})
            await carl.reads()
            await far.do(table.id, playing.move, ANNA.id, 0, first_move(table))
            await anna.reads_that(table.id, moves=1)
            assert not near.in_use
            await far.do(table.id, playing.resign, BEN.id, 1)
            await anna.reads_that(table.id, status="over")
            await far.do(table.id, proposals.propose, ANNA.id, "rematch", None)
            await far.do(table.id, proposals.answer, BEN.id, "rematch", True)
            assert table.next
            await anna.reads(**{table.id: "over", table.next: "open"})
            left = await near.open(CARL, TWO)
            await carl.reads(**{left.id: "open"})
            await near.do(left.id, seating.leave, CARL.id)
            await carl.reads()

    asyncio.run(work())


def test_a_hundred_followers_cost_one_query(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,), lobby_of(service) as lobby:
            readers = [Reader(lobby) for _ in range(100)]
            for reader in readers:
                await lobby.follow_open(reader.open_follower)
            await readers[-1].reads()
            queries: list[str] = []

            @event.listens_for(service.store.engine.sync_engine, "before_cursor_execute")
            def count(*about: Any) -> None:
                queries.append(about[2])

            opened = {(await service.open(ANNA, TWO)).id: "open" for _ in range(5)}
            for reader in readers:
                await reader.reads(**opened)
            asked = [one for one in queries if one.startswith("SELECT")]
            assert len(asked) <= max(reader.messages for reader in readers) <= 6

    asyncio.run(work())


def test_following_over_the_socket(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    with anna.socket() as hers, ben.socket() as his:
        his.send("follow", which="open")
        assert his.next("tables")["whole"]
        his.send("follow", which="mine")
        assert his.next("tables") == {
            "type": "tables",
            **{"which": "mine", "tables": [], "gone": [], "whole": True},
        }
        made = anna.open_table(game="patterns", rated=True, clock={"type": "days", "days": 3})
        hers.watch(made["table"]["id"])
        (listed,) = his.next("tables")["tables"]
        assert (listed["id"], listed["spec"]["rated"]) == (made["table"]["id"], True)
        ben.join(made["table"]["id"])
        told = {message["which"]: message for message in (his.next("tables"), his.next("tables"))}
        assert told["open"]["gone"] == [made["table"]["id"]]
        assert told["mine"]["tables"][0]["status"] == "playing"
        his.send("unfollow", which="mine")
        his.send("resign", table=made["table"]["id"], after=0)
        his.send("ping")
        his.next("pong")
        assert not any('"over"' in text for text in his.traffic)
        ben.open_table(game="patterns", rated=True, clock=A_DAY)
        hers.send("follow", which="open")
        found: list[Any] = []
        while not found:
            found = [one for one in hers.next("tables")["tables"] if one["host"] == ben.me["id"]]
        assert found[0]["host_rating"], "he has lost a rated game like this one"


def test_guests_without_a_name_have_no_tables_of_their_own(server: RunningServer) -> None:
    with raw_socket(server) as raw:
        raw.sendall(sent(Opcode.TEXT, b'{"type":"follow","which":"mine"}'))
        assert b'"sign_in"' in read_until(raw, b'"refused"')
        raw.sendall(sent(Opcode.TEXT, b'{"type":"follow","which":"open"}'))
        read_until(raw, b'"whole":true')
