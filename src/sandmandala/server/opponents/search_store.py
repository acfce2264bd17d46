"""Stores who looks for an opponent. What happens to a search is decided here, by conditions in statements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from sqlalchemy import and_, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..ids import new_id
from ..messages.opponents import Search
from ..messages.table_info import Person, make_person
from ..ratings import NEW, is_provisional, shown
from ..storage.opponent_schema import searches
from ..storage.prepared import Prepared, Statement
from ..storage.schema import people, ratings, tables
from ..storage.statements import read_rows
from ..storage.writer import Writer
from .pairing import Waiting

ALIVE = 7_000  # milliseconds without a sign of the tab, after which nobody is paired with it
FORGOTTEN = 20_000  # after which its search ends: enough for a reload, or to connect to another worker
MOST = 1000  # searches that are looked at, those that wait longest first


class SearchStore:
    """Changes go through the writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self.engine, self._writer = engine, writer
        ready = partial(Prepared, engine.dialect)
        this = (searches.c.person == bindparam("who")) & (searches.c.id == bindparam("search"))
        free = this & searches.c.table.is_(None)
        pairing = update(searches).where(free & (searches.c.seen > bindparam("alive")))
        self._pair = ready(pairing, "table", "paired")
        at_table = this & (searches.c.table == bindparam("left"))
        self._release = ready(update(searches).where(at_table), "table", "paired")
        self._drop_paired = ready(delete(searches).where(at_table))
        self._drop_free = ready(delete(searches).where(free))

    # --- statements that are stored together with a table

    def pair(self, group: Sequence[Waiting], table: str, at: int) -> list[Statement]:
        """Claim these people for a table, each on the condition that they still wait."""
        ordered = sorted(group, key=lambda one: one.person)  # two workers must not wait for one another
        return [
            self._pair(who=one.person, search=one.id, alive=at - ALIVE, table=table, paired=at)
            for one in ordered
        ]

    def part(self, rows: Sequence[Any], staying: Collection[str], table: str) -> list[Statement]:
        """Let these people search on, and end the searches of the others at a table."""
        found = []
        for row in sorted(rows, key=lambda row: row.person):
            key = {"who": row.person, "search": row.id, "left": table}
            if row.person in staying:
                found.append(self._release(**key, table=None, paired=None))
            else:
                found.append(self._drop_paired(**key))
        return found

    def take_away(self, row: Any) -> list[Statement]:
        """End a search that has found nobody yet."""
        return [self._drop_free(who=row.person, search=row.id)]

    # --- one search

    async def begin(self, person: str, form: Search, at: int) -> Any:
        """Begin a search, or go on with one of the same kind. Return its row, which may name a table."""
        mine = searches.c.person == person
        rating, provisional = await self._rating(person, form.game, form.seats)
        values = {
            "tab": form.tab,
            "game": form.game,
            "seats": form.seats,
            "tempo": form.tempo,
            "rated": int(form.rated),
            "rating": rating,
            "provisional": int(provisional),
            "seen": at,
        }

        async def work(connection: AsyncConnection) -> Any:
            # Two tabs may begin at once: whoever comes second finds the row of the first.
            await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
            row = (await connection.execute(select(searches).where(mine))).first()
            if row is not None and row.table is not None:
                open_table = select(tables.c.id).where(tables.c.id == row.table, tables.c.status == "open")
                if await connection.scalar(open_table):
                    await connection.execute(update(searches).where(mine).values(tab=form.tab, seen=at))
                    return row
            change: Any
            same = row is not None and row.table is None
            same = same and all(getattr(row, name) == values[name] for name in _KIND)
            if same:
                change = update(searches).where(mine).values(**values)
            else:
                await connection.execute(delete(searches).where(mine))
                change = insert(searches).values(person=person, id=new_id(), since=at, **values)
            return (await connection.execute(change.returning(searches))).first()

        return await self._writer.run(work)

    async def end(self, person: str) -> Any | None:
        """End a search that has found nobody yet. Return its row if it has."""
        mine = searches.c.person == person

        async def work(connection: AsyncConnection) -> Any:
            await connection.execute(delete(searches).where(mine, searches.c.table.is_(None)))
            return (await connection.execute(select(searches).where(mine))).first()

        return await self._writer.run(work)

    async def of(self, person: str) -> Any | None:
        """Return the search of a person."""
        rows = await self._rows(select(searches).where(searches.c.person == person))
        return rows[0] if rows else None

    async def _rating(self, person: str, game: str, seats: int) -> tuple[int, bool]:
        which = and_(ratings.c.person == person, ratings.c.game == game, ratings.c.seats == seats)
        rows = await self._rows(select(ratings.c.rating, ratings.c.games).where(which))
        return (rows[0].rating, is_provisional(rows[0].games)) if rows else (shown(*NEW), True)

    # --- all searches

    async def all(self) -> list[Any]:
        """Return all searches, those that wait longest first."""
        wanted = select(searches, people.c.is_bot).join(people, people.c.id == searches.c.person)
        return await self._rows(wanted.order_by(searches.c.since, searches.c.person).limit(MOST))

    async def at_table(self, table: str) -> list[Any]:
        """Return the searches that have led to a table."""
        return await self._rows(select(searches).where(searches.c.table == table))

    async def people(self, ids: Collection[str]) -> dict[str, Person]:
        """Return people by id."""
        rows = await self._rows(
            select(people.c.id, people.c.name, people.c.is_bot).where(people.c.id.in_(ids))
        )
        return {row.id: make_person(row.id, row.name, None, row.is_bot) for row in rows}

    async def bot_ratings(self, game: str, seats: int, least: int) -> dict[int, int]:
        """Return the ratings of the bots with enough games, by level."""
        wanted = select(people.c.level, ratings.c.rating).join(people, people.c.id == ratings.c.person)
        wanted = wanted.where(people.c.level.is_not(None), ratings.c.games >= least)
        rows = await self._rows(wanted.where(ratings.c.game == game, ratings.c.seats == seats))
        return {row.level: row.rating for row in rows}

    async def keep(self, here: Collection[tuple[str, str]], at: int) -> None:
        """Note that these people's tabs are open."""
        change = update(searches).where(
            searches.c.person.in_([person for person, _ in here]),
            searches.c.tab.in_([tab for _, tab in here]),
        )
        await self._run(change.values(seen=at))

    async def tab_closed(self, person: str, tab: str, at: int) -> None:
        """Pair nobody with a tab that may be closed. If it does not come back, the search ends."""
        mine = and_(searches.c.person == person, searches.c.tab == tab)
        await self._run(update(searches).where(mine).values(seen=at - ALIVE))

    async def forget(self, at: int) -> list[Any]:
        """End the searches of tabs that have not come back, and return them."""
        gone = and_(searches.c.seen < at - FORGOTTEN, searches.c.table.is_(None))

        async def work(connection: AsyncConnection) -> list[Any]:
            return list(await connection.execute(delete(searches).where(gone).returning(searches)))

        return list(await self._writer.run(work))

    async def begun(self, table: str, players: Collection[str]) -> list[str]:
        """End the searches of people whose game has begun. Return those who had not found it by searching."""
        theirs = and_(searches.c.person.in_(players), searches.c.table.is_(None))
        if not await self._rows(select(searches.c.person).where((searches.c.table == table) | theirs)):
            return []

        async def work(connection: AsyncConnection) -> list[str]:
            await connection.execute(delete(searches).where(searches.c.table == table))
            gone = await connection.execute(delete(searches).where(theirs).returning(searches.c.person))
            return list(gone.scalars())

        return list(await self._writer.run(work))

    async def orphaned(self, at: int) -> list[Any]:
        """Let people search on whose table does not exist any more, unless their tabs are closed."""
        known = select(tables.c.id)
        lost = and_(searches.c.table.is_not(None), searches.c.table.not_in(known))

        async def work(connection: AsyncConnection) -> list[Any]:
            change = update(searches).where(lost).values(table=None, paired=None)
            return list(await connection.execute(change.returning(searches)))

        return list(await self._writer.run(work)) if await self._rows(select(searches).where(lost)) else []

    async def late(self, before: int) -> list[str]:
        """Return tables at which somebody has been awaited since then."""
        wanted = select(searches.c.table).where(searches.c.paired <= before).distinct()
        return [row.table for row in await self._rows(wanted)]

    async def _run(self, change: Any) -> None:
        await self._writer.run(lambda connection: connection.execute(change))

    async def _rows(self, wanted: Any) -> list[Any]:
        return await read_rows(self.engine, wanted)


_KIND = ("game", "seats", "tempo", "rated")


def waiting_of(row: Any) -> Waiting:
    """Return a stored search."""
    return Waiting(
        row.person,
        row.id,
        row.tab,
        row.game,
        row.seats,
        row.tempo,
        bool(row.rated),
        row.rating,
        bool(row.provisional),
        row.since,
        bool(row.is_bot),
    )
