"""Reading and writing people and tables. Everything that writes goes through the one writer."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..messages import Person
from ..ratings import NEW, rated
from ..spec import Result
from .checkpoints import keep_short
from .prepared import Ready, Steps
from .schema import entries, keepsakes, people, ratings, seats, tables, tokens
from .writer import TakenError, Writer

Row = Any


def _plain(text: str) -> str:
    """What somebody has sent to look something up with; PostgreSQL takes no NUL, and nothing has one."""
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()


async def _changed(connection: AsyncConnection, change: Any) -> bool:
    return (await connection.execute(change)).rowcount == 1


async def _lock_open(connection: AsyncConnection, id: str) -> bool:
    """Hold a table on which no game has begun, so that several workers come one after the other."""
    wanted = select(tables.c.id).where(tables.c.id == id, tables.c.status == "open")
    return (await connection.execute(wanted.with_for_update())).first() is not None


class Store:
    """The database, as the rest of the server sees it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.writer = Writer(engine)
        ready, which = partial(Ready, engine.dialect), tables.c.id == bindparam("which")
        first = update(tables).where(which, tables.c.next.is_(None))
        unbegun = update(tables).where(which, tables.c.status == "open")
        unfinished = update(tables).where(which, tables.c.status == "playing")
        self._add_table = ready(insert(tables), *(one.name for one in tables.columns if not one.nullable))
        self._add_seat = ready(insert(seats), "table", "seat", "person")
        self._note_rematch = ready(first, "next")
        self._start_table = ready(unbegun, "status", "started", "deadline")
        self._finish_table = ready(unfinished, "status", "ended", "deadline", "result", "moves")

    async def keep_tidy(self) -> None:
        """What is to be done aside for as long as the server runs."""
        if self.engine.dialect.name == "sqlite" and self.engine.url.database:
            await keep_short(self.engine.url.database)

    # --- people

    async def person(self, id: str) -> Row | None:
        async with self.engine.connect() as connection:
            return (await connection.execute(select(people).where(people.c.id == _plain(id)))).first()

    async def people(self, ids: list[str]) -> dict[str, Person]:
        wanted = select(people.c.id, people.c.name, people.c.level).where(people.c.id.in_(map(_plain, ids)))
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
        row = {"hash": hash, "person": person, "label": _plain(label), "created": created}
        await self.writer.run(lambda connection: connection.execute(insert(tokens), row))

    async def drop_token(self, person: str, start: str) -> bool:
        which = delete(tokens).where(
            tokens.c.person == person, tokens.c.hash.startswith(_plain(start), autoescape=True)
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

    # --- tables

    async def add_table(
        self, table: dict[str, Any], sitting: list[str | None], rematch_of: str | None = None
    ) -> bool:
        """A new table; False if there is a rematch already."""
        taken = [self._add_seat(table=table["id"], seat=i, person=person) for i, person in enumerate(sitting)]
        steps = [self._add_table(**table), *taken]
        if rematch_of:
            steps.insert(0, self._note_rematch(which=rematch_of, next=table["id"]))
        return await self.writer.take(Steps(*steps))

    async def start_table(self, id: str, started: int, deadline: int | None) -> bool:
        """The game begins; False if it has already, or the table is gone."""
        step = self._start_table(which=id, status="playing", started=started, deadline=deadline)
        return await self.writer.take(Steps(step))

    async def sit(self, id: str, seat: int, person: str) -> bool:
        """Take a free seat before the game begins; False if another was quicker."""
        of_it = seats.c.table == id
        there = select(seats.c.person).where(of_it, seats.c.person == person)
        change = update(seats).where(of_it, seats.c.seat == seat, seats.c.person.is_(None))

        async def work(connection: AsyncConnection) -> bool:
            if not await _lock_open(connection, id) or (await connection.execute(there)).first():
                return False
            return await _changed(connection, change.values(person=person))

        return bool(await self.writer.run(work))

    async def stand_up(self, id: str, person: str) -> bool:
        """Leave a seat before the game begins; False if it has."""
        change = update(seats).where(seats.c.table == id, seats.c.person == person).values(person=None)

        async def work(connection: AsyncConnection) -> bool:
            return await _lock_open(connection, id) and await _changed(connection, change)

        return bool(await self.writer.run(work))

    async def drop_table(self, id: str) -> bool:
        """Clear a table away; False if the game has begun."""
        gone = delete(tables).where(tables.c.id == id, tables.c.status == "open")
        return bool(await self.writer.run(lambda connection: _changed(connection, gone)))

    async def table(self, id: str, after: int = 0) -> tuple[Row, list[Row], list[Row]] | None:
        """A table, its seats and its log after an entry."""
        async with self.engine.connect() as connection:
            table = (await connection.execute(select(tables).where(tables.c.id == _plain(id)))).first()
            if table is None:
                return None
            of_it = select(seats).where(seats.c.table == id).order_by(seats.c.seat)
            log = select(entries.c.at, entries.c.body).where(entries.c.table == id, entries.c.number > after)
            log = log.order_by(entries.c.number)
            return table, list(await connection.execute(of_it)), list(await connection.execute(log))

    async def standings(self, ids: list[str]) -> dict[str, tuple[str, int]]:
        """The status of each of these tables, and the number of its last entry."""
        last = select(func.max(entries.c.number)).where(entries.c.table == tables.c.id).scalar_subquery()
        wanted = select(tables.c.id, tables.c.status, last).where(tables.c.id.in_(ids))
        async with self.engine.connect() as connection:
            found = await connection.execute(wanted)
            return {id: (status, number or 0) for id, status, number in found}

    async def claim_overdue(self, now: int, until: int, most: int) -> list[str]:
        """Tables whose clocks want to be looked at, for this worker alone until then."""
        late = select(tables.c.id, tables.c.deadline).where(tables.c.deadline <= now).limit(most)
        async with self.engine.connect() as connection:
            found = list(await connection.execute(late))

        async def work(connection: AsyncConnection) -> list[str]:
            mine = []
            for id, deadline in found:
                change = update(tables).where(tables.c.id == id, tables.c.deadline == deadline)
                if await _changed(connection, change.values(deadline=until)):
                    mine.append(id)
            return mine

        return list(await self.writer.run(work)) if found else []

    async def note_deadline(self, id: str, deadline: int) -> None:
        """When to look at the clock of a game that goes on; too early does no harm."""
        change = update(tables).where(tables.c.id == id, tables.c.status == "playing")
        await self.writer.run(lambda connection: connection.execute(change.values(deadline=deadline)))

    async def finish_table(
        self, id: str, values: dict[str, Any], game: str, sitting: list[str], result: Result | None
    ) -> bool:
        """Note the end of a game, and what it does to ratings if `result` is given; once, whoever asks."""
        ending = self._finish_table(which=id, **values)
        if result is None:
            return await self.writer.take(Steps(ending))

        async def work(connection: AsyncConnection) -> bool:
            first = (await connection.exec_driver_sql(*ending)).rowcount == 1
            if first:
                await self._rate(connection, game, sitting, result)
            return first

        return bool(await self.writer.run(work))

    @staticmethod
    async def _rate(connection: AsyncConnection, game: str, sitting: list[str], result: Result) -> None:
        # Two games of the same people that end at two workers at once are counted one after the other.
        players = select(people.c.id).where(people.c.id.in_(sitting)).order_by(people.c.id)
        await connection.execute(players.with_for_update(key_share=True))
        kind = (ratings.c.game == game) & (ratings.c.seats == len(sitting))
        wanted = select(ratings).where(kind, ratings.c.person.in_(sitting))
        known = {row.person: row for row in await connection.execute(wanted)}
        before = [(known[who].mu, known[who].sigma) if who in known else NEW for who in sitting]
        for who, (mu, sigma) in zip(sitting, rated(before, result), strict=True):
            values = {"mu": mu, "sigma": sigma}
            if who in known:
                row = update(ratings).where(kind, ratings.c.person == who)
                await connection.execute(row.values(games=ratings.c.games + 1, **values))
            else:
                key = {"person": who, "game": game, "seats": len(sitting), "games": 1}
                await connection.execute(insert(ratings).values(**key, **values))

    async def leaders(self, game: str, count: int, most: int) -> list[Row]:
        """The strongest, by the cautious figure."""
        wanted = (
            select(ratings, people.c.name, people.c.level)
            .join(people, people.c.id == ratings.c.person)
            .where(ratings.c.game == _plain(game), ratings.c.seats == count)
            .order_by((ratings.c.mu - 2 * ratings.c.sigma).desc(), ratings.c.person)
            .limit(most)
        )
        async with self.engine.connect() as connection:
            return list(await connection.execute(wanted))

    async def ratings_of(self, person: str) -> list[Row]:
        wanted = select(ratings).where(ratings.c.person == person).order_by(ratings.c.game, ratings.c.seats)
        async with self.engine.connect() as connection:
            return list(await connection.execute(wanted))

    async def finished(self, person: str | None, before: tuple[int, str] | None, most: int) -> list[Row]:
        """Games that are over, of a person or all public ones, latest first; `before` pages on."""
        wanted = select(tables).where(tables.c.status == "over")
        if person is None:
            wanted = wanted.where(tables.c.public == 1)
        else:
            wanted = wanted.where(tables.c.id.in_(select(seats.c.table).where(seats.c.person == person)))
        if before:
            at, id = before
            earlier = tables.c.ended < at
            wanted = wanted.where(earlier | ((tables.c.ended == at) & (tables.c.id < id)))
        wanted = wanted.order_by(tables.c.ended.desc(), tables.c.id.desc()).limit(most)
        async with self.engine.connect() as connection:
            return list(await connection.execute(wanted))

    async def tables_to_resume(self) -> list[str]:
        """Where bots or clocks may be waiting."""
        wanted = select(tables.c.id).where(tables.c.status == "playing")
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def list_tables(self, status: str, most: int, person: str | None = None) -> list[str]:
        """Public ones, or those of a person; newest first."""
        wanted = select(tables.c.id).where(tables.c.status == status)
        if person is None:
            wanted = wanted.where(tables.c.public == 1)
        else:
            mine = select(seats.c.table).where(seats.c.person == person)
            wanted = wanted.where(or_(tables.c.id.in_(mine), tables.c.host == person))
        wanted = wanted.order_by(tables.c.created.desc(), tables.c.id).limit(most)
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())


async def forget_people(connection: AsyncConnection, which: ColumnElement[bool], name: str) -> int:
    """What is personal goes; games keep a sitter with this name. How many people that were."""
    gone = {"name": name, "login": None, "password": None, "recovery": None}
    change = update(people).where(which).values(generation=people.c.generation + 1, **gone)
    ids = (await connection.execute(change.returning(people.c.id))).scalars().all()
    for table in (tokens, ratings):
        await connection.execute(delete(table).where(table.c.person.in_(ids)))
    return len(ids)
