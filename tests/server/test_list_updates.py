"""No change is missing from a followed list, even if something is slow, fails, or is at another worker."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from server.list_reader import Reader, lobby_of, new_lobby
from server.table_services import ANNA, BEN, first_move, started_table, table_services

from sandmandala.server.cluster.redis_bus import Bus
from sandmandala.server.cluster.sync import Sync
from sandmandala.server.cluster.worker_messages import Committed
from sandmandala.server.messages.table_info import Person
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing, seating
from sandmandala.server.tables.lists import TableLists

TWO = TableSpec("patterns", options={"beginner": 1})  # so that seat 0 moves first


def test_the_whole_list_comes_before_later_changes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            lists, read, sent = TableLists(service.store.engine), asyncio.Event(), asyncio.Event()
            lobby = new_lobby(service, lists)
            service.subscribers.append(lobby)
            table = await started_table(service, TWO, BEN)
            current = lists.current

            async def slowly(*about: Any) -> Any:
                found = await current(*about)
                read.set()
                await sent.wait()
                return found

            monkeypatch.setattr(lists, "current", slowly)
            anna = Reader(lobby, ANNA.id)
            following = asyncio.create_task(lobby.follow(anna.follower))
            await read.wait()
            await service.do(table.id, playing.move, ANNA.id, 0, first_move(table))
            await lobby._tell_owners()
            assert anna.tables is None
            sent.set()
            await following
            await lobby._tell_owners()
            assert anna.tables
            assert anna.tables[table.id]["moves"] == 1

    asyncio.run(work())


def test_changes_of_lists_survive_an_outage_of_the_database(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*about: Any) -> Any:
        raise OSError("the database is away")

    async def work() -> None:
        async with table_services(url, 2) as (near, far):
            lists = TableLists(near.store.engine)
            lobby = new_lobby(near, lists)
            table = await started_table(far, TWO, BEN)
            anna = Reader(lobby, ANNA.id)
            with monkeypatch.context() as patch:
                patch.setattr(lists, "current", fail)
                with pytest.raises(OSError, match="away"):
                    await lobby.follow(anna.follower)
            await lobby.follow(anna.follower)
            await far.do(table.id, playing.move, ANNA.id, 0, first_move(table))
            lobby.note(table.id, [], False)
            with monkeypatch.context() as patch:
                patch.setattr(lists, "by_ids", fail)
                with pytest.raises(OSError, match="away"):
                    await lobby._tell_owners()
            await lobby._tell_owners()
            assert anna.tables
            assert anna.tables[table.id]["moves"] == 1

    asyncio.run(work())


def test_lists_follow_reloaded_tables(url: str) -> None:
    """As after a lost message between workers."""

    async def work() -> None:
        async with table_services(url, 2) as (near, far), lobby_of(near) as lobby:
            table = await started_table(near, TWO, BEN)
            anna, visitor = Reader(lobby, ANNA.id), Reader(lobby)
            await lobby.follow(anna.follower)
            await lobby.follow_open(visitor.open_follower)
            waiting = await near.open(ANNA, TWO)
            await anna.reads(**{table.id: "playing", waiting.id: "open"})
            await far.do(table.id, playing.move, ANNA.id, 0, first_move(await far.get(table.id)))
            await far.do(waiting.id, seating.leave, ANNA.id)
            for one in (table, waiting):
                await near.reload(one)
            await anna.reads(**{table.id: "playing"})
            await anna.reads_that(table.id, moves=1)
            await visitor.reads()

    asyncio.run(work())


@pytest.mark.parametrize("in_memory", [True, False])
def test_lists_follow_new_names(url: str, in_memory: bool) -> None:
    async def work() -> None:
        async with table_services(url) as (service,), lobby_of(service) as lobby:
            table = await started_table(service, TWO, BEN)
            if not in_memory:
                service.evict(table)
            ben = Reader(lobby, BEN.id)
            await lobby.follow(ben.follower)
            await service.rename(Person(ANNA.id, "Annika"))
            async with asyncio.timeout(20):
                while (ben.tables or {})[table.id]["sitting"][0]["person"]["name"] != "Annika":
                    await asyncio.sleep(0.01)

    asyncio.run(work())


def test_lists_follow_another_worker_once_its_change_is_applied(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as (near, far):
            table = await started_table(near, TWO, BEN)
            sync, heard = Sync(near, cast(Bus, None)), list[int]()
            sync.changed_elsewhere.append(lambda *about: heard.append(table.number))
            far.subscribers.append(
                lambda _, change, ours: sync._take("far", Committed(change.news)) if ours else None
            )
            await far.do(table.id, playing.move, ANNA.id, 0, first_move(await far.get(table.id)))
            await asyncio.gather(*sync._tasks)
            assert heard == [1]

    asyncio.run(work())


def test_disconnecting_while_the_list_is_read_leaks_nothing(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            await started_table(service, TWO, BEN)
            lobby = new_lobby(service)
            anna = Reader(lobby, ANNA.id)
            following = asyncio.create_task(lobby.follow(anna.follower))
            await asyncio.sleep(0)
            lobby.unfollow(anna.follower)
            await following
            assert anna.tables is None
            assert not lobby._told

    asyncio.run(work())
