"""Which open tables somebody sees: filters, and people who have blocked each other."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import pytest
from server.list_reader import Reader, lobby_of
from server.running_server import RunningServer
from server.table_services import ANNA, BEN, CARL, table_services
from server.test_talk import block

from sandmandala.server.messages.lobby_filter import EVERYTHING, LobbyFilter
from sandmandala.server.relations.blocks import Blocks
from sandmandala.server.spec import DaysClock, GameClock, TableSpec
from sandmandala.server.storage.schema import ratings
from sandmandala.server.tables import open_list
from sandmandala.server.tables.lists import TableLists
from sandmandala.server.tables.service import Tables

BLITZ = TableSpec("mandala", clock=GameClock(300, 5), rated=True)
DAYS = TableSpec("patterns", clock=DaysClock(2))
FOR_THREE = TableSpec("flowers", seats=3)


async def rate(service: Tables, person: str, rating: int) -> None:
    row = {"person": person, "game": "mandala", "seats": 2, "mu": 0, "sigma": 0, "games": 9, "rating": rating}
    await service.store.writer.run(lambda connection: connection.execute(ratings.insert(), row))


@pytest.mark.parametrize(
    ("chosen", "fitting"),
    [
        (EVERYTHING, "blitz days three"),
        (LobbyFilter(game="patterns"), "days"),
        (LobbyFilter(tempo="blitz"), "blitz"),
        (LobbyFilter(tempo="days"), "days"),
        (LobbyFilter(tempo="none"), "three"),
        (LobbyFilter(rated=True), "blitz"),
        (LobbyFilter(rated=False), "days three"),
        (LobbyFilter(seats=3), "three"),
        (LobbyFilter(near=100), "days three"),
        (LobbyFilter(near=200), "blitz days three"),
        (LobbyFilter(game="patterns", tempo="blitz"), ""),
    ],
    ids=str,
)
def test_the_database_filters(url: str, chosen: LobbyFilter, fitting: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            specs = {"blitz": BLITZ, "days": DAYS, "three": FOR_THREE}
            for name, spec in specs.items():
                await service.open(ANNA, spec, id=name)
            await rate(service, ANNA.id, 1500)
            await rate(service, BEN.id, 1350)
            lists = TableLists(service.store.engine)
            at = max(table.created for table in service.in_use.values())
            found = await lists.lobby("open", 10, None, at, chosen, BEN.id)
            assert {one.id for one in found} == set(fitting.split())
            unrated = await lists.lobby("open", 10, None, at, LobbyFilter(near=1), CARL.id)
            assert {one.id for one in unrated} == set(specs), "without a rating, nobody is far away"

    asyncio.run(work())


def test_a_filter_reaches_beyond_the_newest_tables(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,), lobby_of(service) as lobby:
            with patch.object(open_list, "MOST_OPEN", 2):
                old = await service.open(CARL, DAYS)
                new = []
                for _ in range(3):
                    await asyncio.sleep(0.002)  # of tables of the same millisecond, any may be the newest
                    new.append(await service.open(ANNA, BLITZ))
                everybody, patient = Reader(lobby), Reader(lobby, BEN.id)
                await lobby.follow_open(everybody.open_follower)
                await lobby.follow_open(patient.open_follower, LobbyFilter(tempo="days"))
                await everybody.reads(**{new[2].id: "open", new[1].id: "open"})
                await patient.reads(**{old.id: "open"})
                late = await service.open(ANNA, DAYS)
                await patient.reads(**{old.id: "open", late.id: "open"})
                heard = patient.messages
                newest = await service.open(ANNA, BLITZ)
                await everybody.reads(**{newest.id: "open", late.id: "open"})
                assert patient.messages == heard, "what does not fit is not sent"

    asyncio.run(work())


def test_following_again_changes_the_filter(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,), lobby_of(service) as lobby:
            blitz, days = await service.open(ANNA, BLITZ), await service.open(ANNA, DAYS)
            reader = Reader(lobby)
            await lobby.follow_open(reader.open_follower, LobbyFilter(rated=True))
            await reader.reads(**{blitz.id: "open"})
            reader.tables = None
            await lobby.follow_open(reader.open_follower, LobbyFilter(rated=False))
            await reader.reads(**{days.id: "open"})
            heard = reader.messages
            await lobby.follow_open(reader.open_follower, LobbyFilter(rated=False))
            more = await service.open(CARL, DAYS)
            await reader.reads(**{days.id: "open", more.id: "open"})
            assert reader.messages == heard + 1

    asyncio.run(work())


def test_many_different_filters_take_turns(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,), lobby_of(service) as lobby:
            with patch.object(open_list, "LISTS_AT_ONCE", 2):
                readers = [Reader(lobby, ANNA.id) for _ in range(7)]
                for near, reader in enumerate(readers, 1):
                    await lobby.follow_open(reader.open_follower, LobbyFilter(near=near))
                for reader in readers:
                    await reader.reads()
                table = await service.open(BEN, BLITZ)
                for reader in readers:
                    await reader.reads(**{table.id: "open"})

    asyncio.run(work())


def test_blocked_people_do_not_see_each_others_tables(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as (near, far), lobby_of(near) as lobby:
            blocks = Blocks(far.store.engine, far.store.writer)
            annas, bens = await near.open(ANNA, BLITZ), await near.open(BEN, BLITZ)
            anna, ben, carl, guest = (Reader(lobby, one) for one in (ANNA.id, BEN.id, CARL.id, None))
            both = {annas.id: "open", bens.id: "open"}
            for reader in (anna, ben, carl, guest):
                await lobby.follow_open(reader.open_follower)
                await reader.reads(**both)
            await blocks.block(ANNA.id, BEN.id, 1)
            lobby.note_relations([ANNA.id, BEN.id])
            await anna.reads(**{annas.id: "open"})
            await ben.reads(**{bens.id: "open"})
            for reader in (late := Reader(lobby, BEN.id), other := Reader(lobby, CARL.id)):
                await lobby.follow_open(reader.open_follower)
            await late.reads(**{bens.id: "open"})
            for reader in (carl, guest, other):
                await reader.reads(**both)
            lists, at = TableLists(near.store.engine), bens.created
            for viewer, expected in ((ANNA.id, {annas.id}), (BEN.id, {bens.id}), (CARL.id, set(both))):
                found = await lists.lobby("open", 10, None, at, EVERYTHING, viewer)
                assert {one.id for one in found} == expected
            await blocks.unblock(ANNA.id, BEN.id)
            lobby.note_relations([ANNA.id, BEN.id])
            for reader in (anna, ben, late):
                await reader.reads(**both)

    asyncio.run(work())


def test_blocking_takes_effect_in_open_tabs_and_over_rest(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    table = anna.open_table(game="mandala", rated=True, clock={"type": "days", "days": 1})["table"]["id"]
    query = "/tables?game=mandala&tempo=days&rated=true&seats=2&near=100"
    assert table in [one["id"] for one in ben.http.get(query).json()]
    with ben.socket() as tab:
        tab.send("follow", which="open", filter={"game": "mandala", "near": 300})
        assert table in [one["id"] for one in tab.next("tables")["tables"]]
        block(anna, ben)
        assert tab.next("tables")["gone"] == [table]
    assert table not in [one["id"] for one in ben.http.get(query).json()]
    assert table in [one["id"] for one in server.client("Carl").http.get(query).json()]


@pytest.mark.parametrize(
    "wrong",
    [{"game": "chess"}, {"tempo": "bullet"}, {"seats": 1}, {"seats": 99}, {"near": 0}, {"rating": 5}],
    ids=str,
)
def test_filters_that_cannot_be_are_refused(server: RunningServer, wrong: dict[str, Any]) -> None:
    anna = server.client("Anna")
    with anna.socket() as tab:
        tab.send("follow", which="open", filter=wrong)
        assert tab.next("refused", "tables")["code"] == "unreadable"
    if "rating" not in wrong:  # unknown parameters of a query are ignored everywhere
        answer = anna.http.get("/tables", params=wrong)
        assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
