"""Nobody hears of a move before it is on disk, whichever way they ask."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sandmandala.server.messages import Person
from sandmandala.server.metrics import Metrics
from sandmandala.server.settings import Settings
from sandmandala.server.spec import TableSpec
from sandmandala.server.storage import migrate, open_database
from sandmandala.server.storage.store import Store
from sandmandala.server.tables.service import Hall
from sandmandala.server.tables.table import Watcher
from sandmandala.server.timestamps import now

ANNA, BEN = Person("anna", "Anna"), Person("ben", "Ben")


async def in_a_hall(folder: Path, work: Callable[[Hall], Awaitable[None]]) -> None:
    engine = open_database(Settings(data=str(folder)).database_url())
    await migrate(engine)
    store = Store(engine)
    for person in (ANNA, BEN):
        await store.add_person(id=person.id, name=person.name, generation=0, created=now(), seen=now())
    await work(Hall(store, Metrics()))
    await engine.dispose()


def test_one_who_comes_while_a_move_is_being_stored_does_not_hear_of_it(tmp_path: Path) -> None:
    heard: list[Any] = []

    async def work(hall: Hall) -> None:
        table = await hall.create(ANNA, TableSpec("mandala", options={"beginner": 0}))
        await hall.join(table, BEN, None, "")
        assert table.course
        is_storing, may_store = asyncio.Event(), asyncio.Event()
        add_entry = hall.store.writer.add_entry

        async def slowly(row: Any) -> None:
            is_storing.set()
            await may_store.wait()
            await add_entry(row)

        hall.store.writer.add_entry = slowly  # type: ignore[method-assign]
        moving = asyncio.create_task(hall.move(table, ANNA.id, 0, table.course.game.legal_moves()[0]))
        await is_storing.wait()
        watcher = Watcher(lambda message: heard.append(json.loads(message)), BEN.id)
        watching = asyncio.create_task(hall.watch(table.id, watcher, None, ""))
        renaming = asyncio.create_task(hall.rename(Person(BEN.id, "Benno")))
        for _ in range(20):  # as far as they get
            await asyncio.sleep(0)
        assert [message["number"] for message in heard if message["type"] == "state"] == []
        may_store.set()
        await asyncio.gather(moving, watching, renaming)
        assert {message["number"] for message in heard if message["type"] == "state"} == {1}

    asyncio.run(in_a_hall(tmp_path, work))
