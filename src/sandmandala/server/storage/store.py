"""People, tokens and the server's own secrets in the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..messages import Person
from .checkpoints import keep_short
from .schema import keepsakes, people, ratings, tokens
from .text import storable
from .writer import TakenError, Writer

Row = Any


class Store:
    """The database, as the rest of the server sees it."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self.engine, self.writer = engine, writer

    async def keep_tidy(self) -> None:
        """What is to be done aside for as long as the server runs."""
        if self.engine.dialect.name == "sqlite" and self.engine.url.database:
            await keep_short(self.engine.url.database)

    # --- people

    async def person(self, id: str) -> Row | None:
        async with self.engine.connect() as connection:
            return (await connection.execute(select(people).where(people.c.id == storable(id)))).first()

    async def people(self, ids: list[str]) -> dict[str, Person]:
        wanted = select(people.c.id, people.c.name, people.c.level).where(people.c.id.in_(map(storable, ids)))
        async with self.engine.connect() as connection:
            return {row.id: Person(row.id, row.name, row.level) for row in await connection.execute(wanted)}

    async def add_person(self, **values: Any) -> None:
        await self.writer.run(lambda connection: connection.execute(insert(people), values))

    async def change_person(self, id: str, **values: Any) -> None:
        change = update(people).where(people.c.id == id).values(**values)
        await self.writer.run(lambda connection: connection.execute(change))

    async def person_by_login(self, login: str) -> Row | None:
        async with self.engine.connect() as connection:
            return (await connection.execute(select(people).where(people.c.login == login))).first()

    async def set_login(self, id: str, login: str, password: str) -> bool:
        """False if somebody else has that login."""
        try:
            await self.change_person(id, login=login, password=password)
        except TakenError:
            return False
        return True

    async def forget_person(self, id: str, name: str) -> None:
        await self.writer.run(lambda connection: forget_people(connection, people.c.id == id, name))

    async def tokens(self, person: str) -> list[Row]:
        wanted = select(tokens).where(tokens.c.person == person).order_by(tokens.c.created)
        async with self.engine.connect() as connection:
            return list(await connection.execute(wanted))

    async def add_token(self, hash: str, person: str, label: str, created: int) -> None:
        row = {"hash": hash, "person": person, "label": storable(label), "created": created}
        await self.writer.run(lambda connection: connection.execute(insert(tokens), row))

    async def drop_token(self, person: str, start: str) -> bool:
        which = delete(tokens).where(
            tokens.c.person == person, tokens.c.hash.startswith(storable(start), autoescape=True)
        )

        async def work(connection: AsyncConnection) -> bool:
            return bool(start) and (await connection.execute(which)).rowcount == 1

        return bool(await self.writer.run(work))

    async def person_of_token(self, hash: str) -> Row | None:
        wanted = select(people).join(tokens, tokens.c.person == people.c.id)
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted.where(tokens.c.hash == hash))).first()

    async def keepsake(self, name: str, fresh: bytes) -> bytes:
        """What was kept under a name; `fresh` is kept if there is nothing yet."""

        async def look(connection: AsyncConnection) -> bytes:
            wanted = select(keepsakes.c.value).where(keepsakes.c.name == name)
            found = (await connection.execute(wanted)).scalar()
            if found is None:
                await connection.execute(insert(keepsakes).values(name=name, value=fresh))
                return fresh
            return bytes(found)

        try:
            return bytes(await self.writer.run(look))
        except TakenError:  # another worker has just kept one
            return bytes(await self.writer.run(look))


async def forget_people(connection: AsyncConnection, which: ColumnElement[bool], name: str) -> int:
    """What is personal goes; games keep a sitter with this name. How many people that were."""
    gone = {"name": name, "login": None, "password": None, "recovery": None}
    change = update(people).where(which).values(generation=people.c.generation + 1, **gone)
    ids = (await connection.execute(change.returning(people.c.id))).scalars().all()
    for table in (tokens, ratings):
        await connection.execute(delete(table).where(table.c.person.in_(ids)))
    return len(ids)
