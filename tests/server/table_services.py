"""Tables without a network: the service on a real database, in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sandmandala.bots import LEVELS
from sandmandala.server.accounts.bot_accounts import bot_person
from sandmandala.server.messages.table_info import Person
from sandmandala.server.spec import TableSpec
from sandmandala.server.storage import Writer, migrate, open_database
from sandmandala.server.storage.schema import people
from sandmandala.server.tables import seating
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.store import TableStore
from sandmandala.server.tables.table import Table

ANNA, BEN, CARL = Person("anna", "Anna"), Person("ben", "Ben"), Person("carl", "Carl")
EVERYBODY = (ANNA, BEN, CARL, *(bot_person(level) for level in range(1, len(LEVELS) + 1)))


@asynccontextmanager
async def table_services(url: str, count: int = 1) -> AsyncIterator[list[Tables]]:
    """One service for each worker, on one database with Anna, Ben and Carl."""
    engines = [open_database(url) for _ in range(count)]
    await migrate(engines[0])
    found = [Tables(TableStore(engine, Writer(engine))) for engine in engines]

    async def add_people(connection: Any) -> None:
        rows = [
            {"id": one.id, "name": one.name, "level": one.level, "created": 0, "seen": 0} for one in EVERYBODY
        ]
        await connection.execute(people.insert(), rows)

    await found[0].store.writer.run(add_people)
    try:
        yield found
    finally:
        for service, engine in zip(found, engines, strict=True):
            await service.close()
            await service.store.writer.finish()
            await engine.dispose()


async def started_table(service: Tables, spec: TableSpec, *others: Person) -> Table:
    """A table at which Anna and the others play."""
    table = await service.open(ANNA, spec)
    for person in others:
        await service.do(table.id, seating.sit, person, None, table.key, "00" * 16)
    await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
    assert table.session
    return table


def first_move(table: Table) -> str:
    assert table.session
    return table.session.game.legal_moves()[0]
