"""Blocked people: no pairing, no invitation, no request and no message between the two, in either direction.

The blocked person is not told. Nothing that a client gets may depend on a block of somebody else, except that
something does not happen.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..refusal import RefusalError
from ..storage.schema import people
from ..storage.social_schema import blocks, friendships
from ..storage.statements import read_rows
from ..storage.text import storable
from ..storage.writer import Writer

MOST_BLOCKED = 500  # by one person
_PEOPLE_AT_A_TIME = 2000  # in a query
Pair = tuple[str, str]
"""Two people in alphabetical order of their ids."""


def pair_of(one: str, other: str) -> Pair:
    """Return two people as a pair."""
    return (one, other) if one < other else (other, one)


def is_blocked(one: Any, other: Any) -> ColumnElement[bool]:
    """Whether one of two people has blocked the other: a condition for queries, on columns or ids."""
    return or_(
        exists().where(blocks.c.person == one, blocks.c.blocked == other),
        exists().where(blocks.c.person == other, blocks.c.blocked == one),
    )


class Blocks:
    """Stores who has blocked whom. The database is asked each time, so all workers agree at once."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    async def is_between(self, one: str, other: str) -> bool:
        """Whether one of two people has blocked the other."""
        return bool(await self.among([one, other]))

    async def among(self, some: Collection[str]) -> set[Pair]:
        """Return the pairs of these people of whom one has blocked the other. One query."""
        if len(some) < 2:
            return set()
        wanted = select(blocks.c.person, blocks.c.blocked)
        rows = await read_rows(
            self._engine, wanted.where(blocks.c.person.in_(some), blocks.c.blocked.in_(some))
        )
        return {pair_of(row.person, row.blocked) for row in rows}

    async def apart_from(self, person: str) -> frozenset[str]:
        """Return everybody who has blocked this person or was blocked by them. One query."""
        ours = select(blocks.c.blocked).where(blocks.c.person == person)
        theirs = select(blocks.c.person).where(blocks.c.blocked == person)
        return frozenset(row[0] for row in await read_rows(self._engine, ours.union(theirs)))

    async def between(self, some: Collection[str], others: Collection[str]) -> dict[str, frozenset[str]]:
        """Return whom of the others each of some people has blocked, or was blocked by."""
        found: dict[str, set[str]] = {}
        people = sorted(some)
        for start in range(0, len(people) if others else 0, _PEOPLE_AT_A_TIME):
            part = people[start : start + _PEOPLE_AT_A_TIME]
            ours = and_(blocks.c.person.in_(part), blocks.c.blocked.in_(others))
            theirs = and_(blocks.c.blocked.in_(part), blocks.c.person.in_(others))
            wanted = select(blocks.c.person, blocks.c.blocked).where(or_(ours, theirs))
            for row in await read_rows(self._engine, wanted):
                for one, other in ((row.person, row.blocked), (row.blocked, row.person)):
                    if one in some and other in others:
                        found.setdefault(one, set()).add(other)
        return {one: frozenset(apart) for one, apart in found.items()}

    # --- of one person

    async def of(self, person: str) -> list[Any]:
        """Return the people whom a person has blocked (id, name, is_bot, created), latest first."""
        wanted = select(people.c.id, people.c.name, people.c.is_bot, blocks.c.created).join(
            blocks, blocks.c.blocked == people.c.id
        )
        return await read_rows(
            self._engine,
            wanted.where(blocks.c.person == person).order_by(blocks.c.created.desc(), people.c.id),
        )

    async def has_blocked(self, person: str, other: str) -> bool:
        """Whether a person has blocked another."""
        mine = select(blocks.c.person).where(blocks.c.person == person, blocks.c.blocked == storable(other))
        return bool(await read_rows(self._engine, mine))

    async def block(self, person: str, other: str, at: int) -> None:
        """Block somebody. They are no friends any more; a request of theirs goes on waiting, unseen."""
        mine = and_(blocks.c.person == person, blocks.c.blocked == other)
        count = select(func.count()).select_from(blocks).where(blocks.c.person == person)
        ends = or_(
            and_(friendships.c.person == person, friendships.c.other == other),
            and_(
                friendships.c.person == other,
                friendships.c.other == person,
                friendships.c.status == "friends",
            ),
        )

        async def work(connection: AsyncConnection) -> bool:
            await lock_people(connection, person, other)
            if (await connection.execute(select(blocks.c.person).where(mine))).first():
                return True
            if (await connection.scalar(count) or 0) >= MOST_BLOCKED:
                return False
            await connection.execute(insert(blocks).values(person=person, blocked=other, created=at))
            await connection.execute(delete(friendships).where(ends))
            return True

        if not await self._writer.run(work):
            raise RefusalError("too_many", f"You can block at most {MOST_BLOCKED} people.")

    async def unblock(self, person: str, other: str) -> bool:
        """Unblock somebody. Return False if they were not blocked.

        A request that they made in the meantime is dropped: it was never seen.
        """
        mine = and_(blocks.c.person == person, blocks.c.blocked == storable(other))
        theirs = and_(
            friendships.c.person == storable(other),
            friendships.c.other == person,
            friendships.c.status == "asked",
        )

        async def work(connection: AsyncConnection) -> bool:
            if not (await connection.execute(delete(blocks).where(mine))).rowcount:
                return False
            await connection.execute(delete(friendships).where(theirs))
            return True

        return bool(await self._writer.run(work))


async def lock_people(connection: AsyncConnection, *ids: str) -> set[str]:
    """Lock the accounts of these people for this transaction. Return those that exist."""
    found = select(people.c.id).where(people.c.id.in_(ids)).order_by(people.c.id).with_for_update()
    return set((await connection.execute(found)).scalars())
