"""Tables that nobody watches are evicted, and one worker finds their clocks in the database."""

from __future__ import annotations

import asyncio

from server.table_services import ANNA, first_move, started_table, table_services
from sqlalchemy import select

from sandmandala.server.server_time import now
from sandmandala.server.spec import GameClock, TableSpec
from sandmandala.server.storage.schema import tables as rows
from sandmandala.server.tables import playing
from sandmandala.server.tables.deadline_sweeper import Sweeper
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.table import Table

SPEC = TableSpec("mandala", clock=GameClock(60), hot_seat=True, options={"beginner": 0})


def test_one_worker_checks_an_overdue_table(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as workers:
            service = workers[0]
            table = await started_table(service, SPEC)
            assert table.session
            noted = await deadline(service, table)
            assert noted == table.session.since + 60_000
            for number in range(6):
                await service.do(table.id, playing.move, ANNA.id, number, first_move(table))
                assert noted <= (table.session.deadline() or 0), "it may be too early, but never too late"
            assert await deadline(service, table) == noted, "a move does not write it"

            looked: list[Table] = []
            for worker in workers:
                worker.attendants.append(looked.append)
            sweepers = [Sweeper(worker) for worker in workers]
            await sweepers[0].note_deadline(table.id, now() - 1)
            await asyncio.gather(*(sweeper.sweep() for sweeper in sweepers))
            assert [one.id for one in looked] == [table.id], "both have looked, and one has found it"
            assert await deadline(service, table) == table.session.deadline(), "the next time to look"

    asyncio.run(work())


def test_a_table_evicted_while_another_task_waits_is_loaded_once(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            opened = await started_table(service, SPEC)
            service.evict(opened)
            assert not service.in_use

            async def look_and_evict() -> None:
                service.evict(await service.get(opened.id))

            _, table = await asyncio.gather(look_and_evict(), service.get(opened.id))
            assert service.in_use == {opened.id: table}

    asyncio.run(work())


async def deadline(service: Tables, table: Table) -> int:
    async with service.store.engine.connect() as connection:
        wanted = select(rows.c.deadline).where(rows.c.id == table.id)
        return int((await connection.execute(wanted)).scalar_one())
