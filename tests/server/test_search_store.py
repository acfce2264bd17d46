"""Searches in the database: who searches while another worker pairs them, and what a dead worker leaves."""

from __future__ import annotations

import asyncio

from server.table_services import ANNA, BEN, table_services
from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from sandmandala.server.messages.opponents import Search
from sandmandala.server.opponents.search_store import FORGOTTEN, JUST_BEGUN, SearchStore, waiting_of
from sandmandala.server.settings import Settings
from sandmandala.server.spec import TableSpec
from sandmandala.server.storage.opponent_schema import searches
from sandmandala.server.storage.schema import tables
from sandmandala.server.tables.service import Tables

BLITZ, RAPID = Search("mandala", "blitz", "tab"), Search("mandala", "rapid", "tab")


def store_of(service: Tables) -> SearchStore:
    return SearchStore(service.store.engine, service.store.writer)


async def pair(service: Tables, at: int) -> str:
    """Seat Anna and Ben, who search, at a table. Return its id."""
    store = store_of(service)
    for person in (ANNA, BEN):
        await store.begin(person.id, BLITZ, at)
    group = [waiting_of(row) for row in await store.all()]
    spec = TableSpec("mandala")
    table = await service.open_together([ANNA, BEN], spec, store.pair(group, "table", at), "table")
    assert table
    return table.id


def test_what_led_to_a_game_is_kept_for_a_while_and_then_forgotten(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as (near, far):
            here, there = store_of(near), store_of(far)
            table = await pair(near, at=1000)
            assert (await there.begin(ANNA.id, RAPID, 1100)).table == table, "before the game, in any case"
            begins = update(tables).where(tables.c.id == table).values(status="playing", started=2000)
            await near.store.writer.run(lambda connection: connection.execute(begins))
            assert (await there.begin(ANNA.id, BLITZ, 2100)).table == table, "whatever worker answers"
            assert await here.settle(2000 + JUST_BEGUN - 1) == []
            assert sorted(await here.settle(2000 + JUST_BEGUN)) == [ANNA.id, BEN.id]
            assert (await here.begin(ANNA.id, BLITZ, 2000 + JUST_BEGUN)).table is None

    asyncio.run(work())


def test_late_searchers_are_free_even_if_nobody_has_swept(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await pair(service, at=1000)
            begins = update(tables).where(tables.c.id == table).values(status="playing", started=2000)
            await service.store.writer.run(lambda connection: connection.execute(begins))
            row = await store_of(service).begin(ANNA.id, BLITZ, 2000 + JUST_BEGUN)
            assert row.table is None

    asyncio.run(work())


def test_a_dead_workers_search_goes_on_elsewhere_or_is_forgotten(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as (dead, alive):
            there = store_of(alive)
            for person in (ANNA, BEN):
                await store_of(dead).begin(person.id, BLITZ, 1000)
            row = await there.begin(ANNA.id, BLITZ, 9000)
            assert (row.since, row.seen) == (1000, 9000), "she has waited as long as before"
            assert [row.person for row in await there.forget(1001 + FORGOTTEN)] == [BEN.id]
            assert [row.person for row in await there.all()] == [ANNA.id]

    asyncio.run(work())


async def somebody_waits_for_a_lock(engine: AsyncEngine) -> None:
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    while True:
        async with engine.connect() as connection:
            if await connection.scalar(waiting):
                return
        await asyncio.sleep(0.01)


def test_nobody_searches_for_something_else_while_they_are_being_paired(postgresql: int) -> None:
    """Otherwise the new search would replace the one that has just led to a table."""
    from server.backing_services import new_database

    url = Settings(database=new_database(postgresql)).database_url()

    async def work() -> None:
        async with table_services(url, 2) as (near, far):
            store = store_of(near)
            for person in (ANNA, BEN):
                await store.begin(person.id, BLITZ, 1000)
            group = [waiting_of(row) for row in await store.all()]
            await near.open(ANNA, TableSpec("mandala"), id="table")
            async with near.store.engine.begin() as pairing:
                for statement in store.pair(group, "table", 1000):
                    await pairing.exec_driver_sql(*statement)
                searching = asyncio.create_task(store_of(far).begin(ANNA.id, RAPID, 1100))
                await somebody_waits_for_a_lock(near.store.engine)
                # What a new seat needs: it refers to the person, whom the search must not have locked.
                await pairing.execute(text("SELECT id FROM people WHERE id = 'anna' FOR KEY SHARE"))
            assert (await searching).table == "table"
            async with near.store.engine.connect() as connection:
                assert await connection.scalar(select(func.count()).select_from(searches)) == 2

    asyncio.run(work())
