"""Stores who looks for an opponent. What happens to a search is decided here, by conditions in statements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..ids import new_id
from ..messages.opponents import Search
from ..messages.table_info import Person, make_person
from ..ratings import NEW, is_provisional, shown
from ..spec import Moved, entry_decoder
from ..storage.opponent_schema import searches
from ..storage.prepared import Prepared, Statement
from ..storage.schema import entries, people, ratings, seats, tables
from ..storage.statements import read_rows
from ..storage.writer import Writer
from .pairing import Waiting

ALIVE = 7_000  # milliseconds without a sign of the tab, after which nobody is paired with it
FORGOTTEN = 20_000  # after which its search ends: enough for a reload, or to connect to another worker
JUST_BEGUN = 20_000  # after the beginning of a game: whoever has not moved in it may not know that it began
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
        """Begin a search, or go on with one of the same kind. Return its row, which may name a table.

        Whoever was paired already is led to that table instead: the worker that told them may have died.
        """
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
            # Two tabs may begin at once: whoever comes second finds the row of the first. The lock is weak,
            # so that those who pair, and have locked the search, can refer to the person meanwhile.
            this_person = select(people.c.id).where(people.c.id == person)
            await connection.execute(this_person.with_for_update(key_share=True))
            row = (await connection.execute(select(searches).where(mine).with_for_update())).first()
            if row is not None and row.table is not None and await _still_leads(connection, row, values):
                await connection.execute(update(searches).where(mine).values(tab=form.tab, seen=at))
                return row
            change: Any
            if row is not None and row.table is None and _is_same(row, values):
                change = update(searches).where(mine).values(**values)
            else:
                await connection.execute(delete(searches).where(mine))
                change = insert(searches).values(person=person, id=new_id(), since=at, **values)
            return (await connection.execute(change.returning(searches))).first()

        return await self._writer.run(work)

    async def end(self, person: str) -> Any | None:
        """End a search. Return its row if an opponent waits at a table, which must be closed first."""
        mine = searches.c.person == person
        is_open = searches.c.table.in_(select(tables.c.id).where(tables.c.status == "open"))

        async def work(connection: AsyncConnection) -> Any:
            await connection.execute(delete(searches).where(mine, or_(searches.c.table.is_(None), ~is_open)))
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
        """Return all searches, those that wait longest first, with the status of the tables they led to."""
        wanted = select(searches, people.c.is_bot, tables.c.status.label("table_status"))
        wanted = wanted.join(people, people.c.id == searches.c.person)
        wanted = wanted.join(tables, tables.c.id == searches.c.table, isouter=True)
        return await self._rows(wanted.order_by(searches.c.since, searches.c.person).limit(MOST))

    async def at_table(self, table: str) -> list[Any]:
        """Return the searches that have led to a table whose game has not begun."""
        wanted = select(searches).join(tables, tables.c.id == searches.c.table)
        return await self._rows(wanted.where(searches.c.table == table, tables.c.status == "open"))

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
        return await self._delete(gone)

    async def begun(self, players: Collection[str]) -> list[str]:
        """End the searches of people whose game has begun at a table that they had not found by searching.

        Return those who searched. The searches that led to the table stay for a while: see `settle`.
        """
        theirs = and_(searches.c.person.in_(players), searches.c.table.is_(None))
        return [row.person for row in await self._delete(theirs)]

    async def settle(self, at: int) -> list[str]:
        """End the searches that led to games, when their people must have noticed. Return the people."""
        before = tables.c.started <= at - JUST_BEGUN
        past = or_(tables.c.status == "over", and_(tables.c.status == "playing", before))
        gone = await self._delete(searches.c.table.in_(select(tables.c.id).where(past)))
        return [row.person for row in gone]

    async def _delete(self, which: ColumnElement[bool]) -> list[Any]:
        """Delete searches, and return them. Nothing is written if there are none."""
        if not await self._rows(select(searches.c.person).where(which).limit(1)):
            return []

        async def work(connection: AsyncConnection) -> list[Any]:
            return list(await connection.execute(delete(searches).where(which).returning(searches)))

        return list(await self._writer.run(work))

    async def orphaned(self) -> list[Any]:
        """Let people search on whose table does not exist any more, unless their tabs are closed."""
        known = select(tables.c.id)
        lost = and_(searches.c.table.is_not(None), searches.c.table.not_in(known))

        async def work(connection: AsyncConnection) -> list[Any]:
            change = update(searches).where(lost).values(table=None, paired=None)
            return list(await connection.execute(change.returning(searches)))

        return list(await self._writer.run(work)) if await self._rows(select(searches).where(lost)) else []

    async def _run(self, change: Any) -> None:
        await self._writer.run(lambda connection: connection.execute(change))

    async def _rows(self, wanted: Any) -> list[Any]:
        return await read_rows(self.engine, wanted)


async def _still_leads(connection: AsyncConnection, row: Any, wanted: dict[str, Any]) -> bool:
    """Whether a person who searches once more belongs at the table where their search has led.

    They do until its game has begun; then still for a while if they look for the same and have not moved,
    because they may not know that it has begun.
    """
    which = select(tables.c.status, tables.c.started).where(tables.c.id == row.table)
    table = (await connection.execute(which)).first()
    if table is None or table.status not in ("open", "playing"):
        return False
    if table.status == "open":
        return True
    has_just_begun = table.started > wanted["seen"] - JUST_BEGUN
    return has_just_begun and _is_same(row, wanted) and not await _has_moved(connection, row)


async def _has_moved(connection: AsyncConnection, row: Any) -> bool:
    mine = select(seats.c.seat).where(seats.c.table == row.table, seats.c.person == row.person)
    seat = await connection.scalar(mine)
    bodies = await connection.scalars(select(entries.c.body).where(entries.c.table == row.table))
    logged = [entry_decoder.decode(body) for body in bodies]
    return any(isinstance(one, Moved) and one.seat == seat for one in logged)


def _is_same(row: Any, wanted: dict[str, Any]) -> bool:
    return all(getattr(row, name) == wanted[name] for name in ("game", "seats", "tempo", "rated"))


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
