"""Friends: one asks, the other agrees.

Nobody learns that a request of theirs was declined, or never arrived because of a block: for the asker, it
goes on waiting. A declined request is remembered, so that asking again for a month has no effect.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..refusal import RefusalError
from ..storage.schema import people, seats, sessions, tables, tokens
from ..storage.social_schema import blocks, friendships, privacy_settings
from ..storage.statements import read_rows
from ..storage.writer import Writer
from .blocks import lock_people

MOST_FRIENDS = 200  # of one person
MOST_WAITING = 50  # requests by one person
REQUESTS_A_DAY = 20
DAY = 86_400_000
REMEMBERED = 30 * DAY  # how long a declined request is remembered

Standing = Literal["none", "asked", "asks", "friends"]
"""How somebody stands to me: I asked them, they ask me, or we are friends."""
Ask = Literal["asked", "friends", "gone", "guest", "no_requests", "blocked", "full", "they_full", "too_many"]

_SECURED = or_(people.c.login.is_not(None), people.c.recovery.is_not(None))


class Friend(Struct, frozen=True):
    """A friend, or somebody who asks or was asked."""

    id: str
    name: str
    standing: Standing
    since: int
    """When they became friends, or when the request was made."""
    shows_presence: bool
    is_bot: bool


class Friendships:
    """Stores friends and requests. Changes go through the writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    async def of(self, some: list[str]) -> dict[str, list[Friend]]:
        """Return friends and requests of these people, by name. One query."""
        shown = func.coalesce(privacy_settings.c.show_presence, 1).label("shown")
        found: dict[str, list[Friend]] = {person: [] for person in some}
        rows = await read_rows(
            self._engine,
            select(friendships, people.c.id, people.c.name, people.c.is_bot, shown)
            .join(
                people,
                or_(
                    and_(friendships.c.person.in_(some), people.c.id == friendships.c.other),
                    and_(friendships.c.other.in_(some), people.c.id == friendships.c.person),
                ),
            )
            .join(privacy_settings, privacy_settings.c.person == people.c.id, isouter=True)
            .where(or_(friendships.c.status != "asked", people.c.id == friendships.c.other, ~_hidden()))
            .order_by(func.lower(people.c.name), people.c.id),
        )
        for row in rows:
            me = row.other if row.id == row.person else row.person
            standing = standing_of(row.status, asked_by_me=me == row.person)
            if standing != "none" and me in found:
                since = row.answered if standing == "friends" else row.asked
                found[me].append(Friend(row.id, row.name, standing, since, bool(row.shown), bool(row.is_bot)))
        return found

    async def between(self, me: str, other: str) -> Standing:
        """Return how somebody stands to me."""
        rows = await read_rows(self._engine, select(friendships).where(_pair(me, other)))
        if not rows:
            return "none"
        row = rows[0]
        if row.status == "asked" and row.other == me:
            hidden = select(friendships.c.person).where(_pair(me, other), _hidden())
            if await read_rows(self._engine, hidden):
                return "none"
        return standing_of(row.status, asked_by_me=row.person == me)

    async def ask(self, me: str, other: str, at: int) -> Standing:
        """Ask somebody to become friends, or agree if they have asked."""

        async def work(connection: AsyncConnection) -> Ask:
            await lock_people(connection, me, other)
            row = (await connection.execute(select(friendships).where(_pair(me, other)))).first()
            if await _blocks(connection, me, other):
                return "blocked"
            if row is not None:
                if row.status == "friends":
                    return "friends"
                if row.person == other and row.status in ("asked", "declined"):
                    # A request that I cannot see, since they have blocked me, does not exist: see `block`.
                    return await _agree(connection, me, other, at)
                if row.person == me and row.status in ("asked", "declined"):
                    return "asked"
            if problem := await _why_not(connection, me, other, at):
                return problem
            if row is not None and row.person == me:
                await _ask_again(connection, row, at)
            else:
                await connection.execute(delete(friendships).where(_pair(me, other)))
                new = {"person": me, "other": other, "status": "asked", "asked": at}
                await connection.execute(insert(friendships).values(new))
            return "asked"

        outcome: Ask = await self._writer.run(work)
        return _standing_or_refusal(outcome)

    async def end(self, me: str, other: str, at: int) -> bool:
        """Stop being friends, withdraw my request or decline theirs. Return False if there is nothing."""

        async def work(connection: AsyncConnection) -> bool:
            await lock_people(connection, me, other)
            row = (await connection.execute(select(friendships).where(_pair(me, other)))).first()
            if row is None or standing_of(row.status, row.person == me) == "none":
                return False
            if row.status == "friends":
                await connection.execute(delete(friendships).where(_pair(me, other)))
            elif row.person == me:
                await connection.execute(
                    update(friendships).where(_pair(me, other)).values(status="withdrawn")
                )
            else:
                declined = update(friendships).where(_pair(me, other))
                await connection.execute(declined.values(status="declined", answered=at))
            return True

        return bool(await self._writer.run(work))


def standing_of(status: str, asked_by_me: bool) -> Standing:
    """Return how the other person of a stored row stands to me.

    >>> standing_of("declined", asked_by_me=True)
    'asked'
    """
    if status == "friends":
        return "friends"
    if asked_by_me:
        return "asked" if status in ("asked", "declined") else "none"
    return "asks" if status == "asked" else "none"


def _pair(one: str, other: str) -> ColumnElement[bool]:
    return or_(
        and_(friendships.c.person == one, friendships.c.other == other),
        and_(friendships.c.person == other, friendships.c.other == one),
    )


def _hidden() -> ColumnElement[bool]:
    """Whether the one who was asked has blocked the asker, and so does not see the request."""
    by_other = and_(blocks.c.person == friendships.c.other, blocks.c.blocked == friendships.c.person)
    return select(blocks.c.person).where(by_other).correlate(friendships).exists()


async def _blocks(connection: AsyncConnection, person: str, other: str) -> bool:
    mine = select(blocks.c.person).where(blocks.c.person == person, blocks.c.blocked == other)
    return (await connection.execute(mine)).first() is not None


async def _agree(connection: AsyncConnection, me: str, other: str, at: int) -> Ask:
    for person, full in ((me, "full"), (other, "they_full")):
        if await _count(connection, _has(person), friendships.c.status == "friends") >= MOST_FRIENDS:
            return "full" if full == "full" else "they_full"
    agreed = update(friendships).where(_pair(me, other))
    await connection.execute(agreed.values(status="friends", answered=at))
    return "friends"


async def _why_not(connection: AsyncConnection, me: str, other: str, at: int) -> Ask | None:
    """Why a person may not ask another one. It must not depend on blocks by the other one."""
    accepts = select(privacy_settings.c.accept_requests).where(privacy_settings.c.person == other)
    if await connection.scalar(accepts) == 0:
        return "no_requests"
    if not await _can_answer(connection, other):
        return "gone"
    if (await connection.execute(select(people.c.id).where(people.c.id == me, ~_SECURED))).first():
        theirs = select(seats.c.table).where(seats.c.person == other)
        together = select(seats.c.table).join(tables, tables.c.id == seats.c.table)
        together = together.where(
            seats.c.person == me, seats.c.table.in_(theirs), tables.c.status.in_(("playing", "over"))
        )
        if (await connection.execute(together.limit(1))).first() is None:
            return "guest"
    if await _count(connection, _has(me), friendships.c.status == "friends") >= MOST_FRIENDS:
        return "full"
    mine = friendships.c.person == me
    old = and_(mine, friendships.c.status == "withdrawn", friendships.c.asked < at - REMEMBERED)
    await connection.execute(delete(friendships).where(old))
    if await _count(connection, mine, friendships.c.status.in_(("asked", "declined"))) >= MOST_WAITING:
        return "too_many"
    if await _count(connection, mine, friendships.c.asked > at - DAY) >= REQUESTS_A_DAY:
        return "too_many"
    return None


async def _can_answer(connection: AsyncConnection, person: str) -> bool:
    """Whether a person can still sign in. Deleted accounts cannot."""
    if (await connection.execute(select(people.c.id).where(people.c.id == person, _SECURED))).first():
        return True
    keys = (select(table.c.person).where(table.c.person == person).limit(1) for table in (sessions, tokens))
    return any([(await connection.execute(key)).first() for key in keys])


async def _ask_again(connection: AsyncConnection, row: Any, at: int) -> None:
    """Ask somebody whom I had asked before. Within a day it counts as the same request."""
    was_declined = row.answered is not None and row.answered > at - REMEMBERED
    again = update(friendships).where(_pair(row.person, row.other))
    await connection.execute(
        again.values(
            status="declined" if was_declined else "asked",
            asked=row.asked if row.asked > at - DAY else at,
            answered=row.answered if was_declined else None,
        )
    )


def _has(person: str) -> ColumnElement[bool]:
    return or_(friendships.c.person == person, friendships.c.other == person)


async def _count(connection: AsyncConnection, *which: ColumnElement[bool]) -> int:
    return await connection.scalar(select(func.count()).select_from(friendships).where(*which)) or 0


def _standing_or_refusal(outcome: Ask) -> Standing:
    match outcome:
        case "asked" | "friends":
            return outcome
        case "gone":
            raise RefusalError("not_found", "There is no such person.")
        case "guest":
            raise RefusalError("guest_request")
        case "no_requests":
            raise RefusalError("no_requests")
        case "blocked":
            raise RefusalError("unblock_first")
        case "full":
            raise RefusalError("friends_full", f"You can have at most {MOST_FRIENDS} friends.")
        case "they_full":
            raise RefusalError("friends_full", "This person cannot have more friends.")
        case "too_many":
            raise RefusalError("too_many_requests")
