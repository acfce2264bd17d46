"""What nobody watches: out of memory, but its clock is found in the database, by one worker at a time."""

from __future__ import annotations

import asyncio

from sandmandala.server.messages import Person
from sandmandala.server.metrics import Metrics
from sandmandala.server.spec import GameClock, TableSpec
from sandmandala.server.storage import migrate, open_database
from sandmandala.server.storage.store import Store
from sandmandala.server.tables.deadline_sweeper import Sweeper
from sandmandala.server.tables.service import Hall
from sandmandala.server.tables.table import Table
from sandmandala.server.timestamps import now

ANNA = Person("anna", "Anna")
SPEC = TableSpec("mandala", clock=GameClock(60), hot_seat=True, options={"beginner": 0})


def test_a_table_that_is_due_is_looked_at_by_one_worker(url: str) -> None:
    async def work() -> None:
        engine = open_database(url)
        await migrate(engine)
        halls = [Hall(Store(engine), Metrics()) for _ in range(2)]
        store = halls[0].store
        await store.add_person(id=ANNA.id, name=ANNA.name, generation=0, created=0, seen=0)
        table = await halls[0].create(ANNA, SPEC)
        course = table.course
        assert course
        noted = await deadline(store, table)
        assert noted == course.since + 60_000
        for number in range(6):
            await halls[0].move(table, ANNA.id, number, course.game.legal_moves()[0])
            assert noted <= (course.deadline() or 0), "it may be too early, but never too late"
        assert await deadline(store, table) == noted, "a move does not write it"

        looked: list[Table] = []
        for hall in halls:
            hall.after_change = looked.append
        await store.note_deadline(table.id, now() - 1)
        await asyncio.gather(*(Sweeper(hall).sweep() for hall in halls))
        assert [one.id for one in looked] == [table.id], "each worker has looked, and one has found it"
        assert await deadline(store, table) == course.deadline(), "until then nobody need look again"
        await engine.dispose()

    asyncio.run(work())


def test_a_table_that_one_forgets_while_another_waits_for_it_stays_one(url: str) -> None:
    async def work() -> None:
        engine = open_database(url)
        await migrate(engine)
        hall = Hall(Store(engine), Metrics())
        await hall.store.add_person(id=ANNA.id, name=ANNA.name, generation=0, created=0, seen=0)
        made = await hall.create(ANNA, SPEC)
        hall.forget(made)
        assert not hall.tables

        async def look_and_forget() -> None:
            hall.forget(await hall.table(made.id))

        _, table = await asyncio.gather(look_and_forget(), hall.table(made.id))
        assert hall.tables == {made.id: table}
        await hall.store.writer.finish()
        await engine.dispose()

    asyncio.run(work())


async def deadline(store: Store, table: Table) -> int:
    found = await store.table(table.id)
    assert found
    return int(found[0].deadline)
