"""Stores challenges. Each is answered once: every change is conditional on its still waiting."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..messages.opponents import Challenge, ChallengeStatus, DeclineReason
from ..messages.table_info import make_person
from ..relations.blocks import is_blocked
from ..spec import encode, spec_decoder
from ..storage.opponent_schema import challenges
from ..storage.prepared import Prepared, Statement
from ..storage.schema import people
from ..storage.statements import read_rows
from ..storage.writer import Writer

MOST_MADE = 5  # waiting ones by one person
MOST_RECEIVED = 20  # waiting ones to one person
MOST_FROM_ADDRESS = 20  # waiting ones from one address
PAUSE_AFTER_NO = 600_000  # milliseconds after a no, before the same person may ask again
KEPT = 7 * 86_400_000  # milliseconds for which answered ones are kept
Hindrance = Literal["challenge_waits", "declined_lately", "too_many_challenges"]


class ChallengeStore:
    """Changes go through the writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self.engine, self._writer = engine, writer
        this = (challenges.c.id == bindparam("which")) & (challenges.c.status == "waiting")
        this &= challenges.c.expires > bindparam("until")
        self._accept = Prepared(
            engine.dialect, update(challenges).where(this), "status", "changed", "seen", "table"
        )

    def accept(self, id: str, table: str, at: int) -> list[Statement]:
        """Accept a challenge that still waits; to be stored together with its table."""
        return [self._accept(which=id, until=at, status="accepted", changed=at, seen=at, table=table)]

    async def add(self, challenge: Challenge, origin: str, limited: bool) -> Hindrance | None:
        """Store a challenge, or return why it may not be made. The same id again changes nothing."""
        by, to, at = challenge.by.id, challenge.to.id, challenge.created
        waits = and_(challenges.c.status == "waiting", challenges.c.expires > at)
        same = and_(challenges.c.challenger == by, challenges.c.challenged == to)
        refused = and_(same, challenges.c.status == "declined", challenges.c.changed > at - PAUSE_AFTER_NO)
        limits = (
            (challenges.c.challenger == by, MOST_MADE),
            (challenges.c.challenged == to, MOST_RECEIVED),
            (challenges.c.origin == origin, MOST_FROM_ADDRESS),
        )
        row = {
            "id": challenge.id,
            "challenger": by,
            "challenged": to,
            "spec": encode(challenge.spec).decode(),
            "origin": origin,
            "created": at,
            "expires": challenge.expires,
            "status": "waiting",
            "changed": at,
        }

        async def work(connection: AsyncConnection) -> Hindrance | None:
            # One challenge of a person at a time, so that the limits hold with several workers.
            await connection.execute(select(people.c.id).where(people.c.id == by).with_for_update())
            if await connection.scalar(_count(challenges.c.id == challenge.id)):
                return None
            if await connection.scalar(_count(and_(same, waits))):
                return "challenge_waits"
            if limited and await connection.scalar(_count(refused)):
                return "declined_lately"
            for whose, most in limits if limited else ():
                if (await connection.scalar(_count(and_(whose, waits))) or 0) >= most:
                    return "too_many_challenges"
            await connection.execute(insert(challenges).values(row))
            return None

        hindrance: Hindrance | None = await self._writer.run(work)
        return hindrance

    async def settle(
        self, id: str, status: ChallengeStatus, at: int, reason: DeclineReason | None = None
    ) -> bool:
        """Decline or withdraw a challenge that still waits."""
        waits = and_(challenges.c.id == id, challenges.c.status == "waiting", challenges.c.expires > at)
        change = update(challenges).where(waits).values(status=status, changed=at, reason=reason)
        return bool((await self._run(change)).rowcount)

    async def see(self, id: str, person: str, at: int) -> None:
        """Note that the challenged person has seen it."""
        mine = and_(challenges.c.id == id, challenges.c.challenged == person, challenges.c.seen.is_(None))
        await self._run(update(challenges).where(mine).values(seen=at))

    async def expire(self, at: int) -> list[str]:
        """End challenges whose time is up. Return those that this call has ended."""
        late = and_(challenges.c.status == "waiting", challenges.c.expires <= at)
        if not await self._rows(select(challenges.c.id).where(late).limit(1)):
            return []
        change = update(challenges).where(late).values(status="expired", changed=at)

        async def work(connection: AsyncConnection) -> list[str]:
            return list((await connection.execute(change.returning(challenges.c.id))).scalars())

        return list(await self._writer.run(work))

    async def prune(self, at: int) -> None:
        """Forget challenges that were answered long ago."""
        old = and_(challenges.c.status != "waiting", challenges.c.changed < at - KEPT)
        if await self._rows(select(challenges.c.id).where(old).limit(1)):
            await self._run(delete(challenges).where(old))

    # --- reading

    async def challenge(self, id: str) -> Challenge | None:
        """Return a challenge."""
        found = await self._read(challenges.c.id == id)
        return found[0] if found else None

    async def by_ids(self, ids: Collection[str]) -> list[Challenge]:
        """Return these challenges."""
        return await self._read(challenges.c.id.in_(ids)) if ids else []

    async def of(self, person: str, at: int) -> list[Challenge]:
        """Return the challenges by and to a person that wait, oldest first."""
        shown = ~is_blocked(challenges.c.challenger, challenges.c.challenged)
        mine = or_(challenges.c.challenger == person, and_(challenges.c.challenged == person, shown))
        return await self._read(and_(mine, challenges.c.status == "waiting", challenges.c.expires > at))

    async def changed_since(self, at: int, most: int) -> list[Challenge]:
        """Return challenges that have changed since then."""
        return await self._read(challenges.c.changed >= at, most)

    async def _read(self, which: ColumnElement[bool], most: int = 200) -> list[Challenge]:
        wanted = challenge_rows().where(which).order_by(challenges.c.created, challenges.c.id).limit(most)
        return [challenge_of(row) for row in await self._rows(wanted)]

    async def _run(self, change: Any) -> Any:
        return await self._writer.run(lambda connection: connection.execute(change))

    async def _rows(self, wanted: Any) -> list[Any]:
        return await read_rows(self.engine, wanted)


def _count(which: ColumnElement[bool]) -> Any:
    return select(func.count()).select_from(challenges).where(which)


def challenge_rows() -> Select[Any]:
    """Select challenges with the names of both people."""
    challenger, challenged = people.alias("challenger_row"), people.alias("challenged_row")
    return (
        select(
            challenges,
            challenger.c.name.label("by_name"),
            challenged.c.name.label("to_name"),
            challenger.c.is_bot.label("by_bot"),
            challenged.c.is_bot.label("to_bot"),
        )
        .join(challenger, challenger.c.id == challenges.c.challenger)
        .join(challenged, challenged.c.id == challenges.c.challenged)
    )


def challenge_of(row: Any) -> Challenge:
    """Return a stored challenge."""
    return Challenge(
        row.id,
        make_person(row.challenger, row.by_name, None, row.by_bot),
        make_person(row.challenged, row.to_name, None, row.to_bot),
        spec_decoder.decode(row.spec),
        row.created,
        row.expires,
        row.status,
        row.reason,
        row.table,
    )
