"""Lists of tables and of finished games: read from what is stored when it changes, and never replayed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec
from msgspec import UNSET
from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from ...games.chance import commitment
from ..messages import Person, Sitting, Status, TableInfo
from ..spec import result_decoder, spec_decoder
from ..storage.schema import entries, people, ratings, records, seats, tables
from ..storage.text import storable
from .proposals import ONE_DEAL_TWICE

Cursor = tuple[int, str]  # time and id of the last table on a page
LIVE_MILLISECONDS = 180_000  # how long a table stays in the lobby after everybody there has gone
_DAYS_CLOCK = '%"type":"days"%'


class TableLists:
    """One query for each list."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def lobby(self, status: str, most: int, before: Cursor | None, now: int) -> list[TableInfo]:
        """Public tables, newest first. Tables that wait are shown while somebody is there."""
        which = and_(tables.c.status == status, tables.c.public == 1)
        if status == "open":
            days = tables.c.spec.like(_DAYS_CLOCK)  # they wait for days, too
            which = and_(which, or_(tables.c.seen > now - LIVE_MILLISECONDS, days))
        return await self._infos(which, most, before, now)

    async def of_person(
        self, person: str, status: str, private: bool, most: int, before: Cursor | None, now: int
    ) -> list[TableInfo]:
        """The tables of a person, newest first; the private ones too if they may be seen."""
        mine = select(seats.c.table).where(seats.c.person == person)
        which = and_(tables.c.status == status, or_(tables.c.id.in_(mine), tables.c.host == person))
        return await self._infos(which if private else and_(which, tables.c.public == 1), most, before, now)

    async def cursor(self, id: str | None) -> Cursor | None:
        """Where a page begins that follows a table."""
        if id is None:
            return None
        async with self._engine.connect() as connection:
            created = (await connection.execute(select(tables.c.created).where(tables.c.id == id))).scalar()
        return None if created is None else (created, id)

    async def _infos(
        self, which: ColumnElement[bool], most: int, before: Cursor | None, now: int
    ) -> list[TableInfo]:
        if before:
            which = and_(which, _earlier(tables.c.created, before))
        page = select(tables).where(which).order_by(tables.c.created.desc(), tables.c.id.desc()).limit(most)
        some, following, last = page.subquery("some"), tables.alias("following"), entries.alias("last")
        newest = select(func.max(entries.c.number)).where(entries.c.table == some.c.id).scalar_subquery()
        wanted = (
            select(
                some,
                *(seats.c.seat, seats.c.bot, seats.c.contribution),
                *(people.c.id.label("person"), people.c.name, people.c.level),
                *(last.c.number, last.c.ply, last.c.turn.label("next_turn"), last.c.deadline.label("until")),
                *(following.c.status.label("next_status"), following.c.deal_of.label("next_deal_of")),
            )
            .join(seats, seats.c.table == some.c.id)
            .join(people, people.c.id == seats.c.person, isouter=True)
            .join(last, (last.c.table == some.c.id) & (last.c.number == newest), isouter=True)
            .join(following, following.c.id == some.c.next, isouter=True)
            .order_by(some.c.created.desc(), some.c.id.desc(), seats.c.seat)
        )
        async with self._engine.connect() as connection:
            rows = list(await connection.execute(wanted))
        return [_info(list(group), now) for _, group in groupby(rows, key=lambda row: row.id)]

    async def count(self, person: str, status: Status) -> int:
        """How many tables a person plays or waits at."""
        mine = select(func.count()).select_from(tables.join(seats, seats.c.table == tables.c.id))
        return await self._number(mine.where(seats.c.person == person, tables.c.status == status))

    async def count_open(self, host: str) -> int:
        return await self._number(
            select(func.count()).select_from(tables).where(tables.c.host == host, tables.c.status == "open")
        )

    async def count_open_from(self, origin: str, now: int) -> int:
        """How many tables wait that were opened from an address."""
        recent = and_(tables.c.status == "open", tables.c.seen > now - LIVE_MILLISECONDS)
        return await self._number(
            select(func.count()).select_from(tables).where(recent, tables.c.origin == origin)
        )

    async def _number(self, wanted: Select[Any]) -> int:
        async with self._engine.connect() as connection:
            return int((await connection.execute(wanted)).scalar() or 0)

    # --- finished games

    async def finished(
        self, person: str | None, private: bool, before: Cursor | None, most: int, now: int
    ) -> list[tuple[Cursor, bytes]]:
        """Records of finished games as lines of JSON, latest first, each with where the next page begins."""
        which = and_(tables.c.status == "over", _is_open(now))
        if not private:
            which = and_(which, tables.c.public == 1)
        if person is not None:
            which = and_(which, tables.c.id.in_(select(seats.c.table).where(seats.c.person == person)))
        if before:
            which = and_(which, _earlier(tables.c.ended, before))
        page = (
            select(tables.c.id, tables.c.ended, records.c.body)
            .join(records, records.c.table == tables.c.id)
            .where(which)
            .order_by(tables.c.ended.desc(), tables.c.id.desc())
            .limit(most)
            .subquery("some")
        )
        wanted = (
            select(page, people.c.name)
            .join(seats, seats.c.table == page.c.id)
            .join(people, people.c.id == seats.c.person, isouter=True)
            .order_by(page.c.ended.desc(), page.c.id.desc(), seats.c.seat)
        )
        async with self._engine.connect() as connection:
            rows = list(await connection.execute(wanted))
        return list(_lines(rows))

    # --- ratings

    async def leaders(self, game: str, count: int, most: int) -> list[Any]:
        """The strongest, by the cautious figure."""
        wanted = (
            select(ratings, people.c.name, people.c.level)
            .join(people, people.c.id == ratings.c.person)
            .where(ratings.c.game == storable(game), ratings.c.seats == count)
            .order_by((ratings.c.mu - 2 * ratings.c.sigma).desc(), ratings.c.person)
            .limit(most)
        )
        async with self._engine.connect() as connection:
            return list(await connection.execute(wanted))

    async def ratings_of(self, person: str) -> list[Any]:
        wanted = select(ratings).where(ratings.c.person == person).order_by(ratings.c.game, ratings.c.seats)
        async with self._engine.connect() as connection:
            return list(await connection.execute(wanted))


def _earlier(column: Any, before: Cursor) -> ColumnElement[bool]:
    at, id = before
    return or_(column < at, and_(column == at, tables.c.id < id))


def _is_open(now: int) -> ColumnElement[bool]:
    """The same as `viewing.is_open`: no other game is played with this deal, or may be."""
    following = tables.alias("following_game")
    unfinished = select(following.c.id).where(
        following.c.deal_of == tables.c.id, following.c.status != "over"
    )
    one_deal_twice = and_(tables.c.spec.like('%"duplicate":true%'), tables.c.deal_of.is_(None))
    waiting = and_(tables.c.next.is_(None), tables.c.ended > now - ONE_DEAL_TWICE)
    return ~and_(one_deal_twice, or_(waiting, unfinished.exists()))


def _info(rows: list[Any], now: int) -> TableInfo:
    """From one row for each seat."""
    row = rows[0]
    spec = spec_decoder.decode(row.spec)
    moved = row.number is not None
    turn, until = (row.next_turn, row.until) if moved else (row.turn, row.deadline)
    again = spec.duplicate and row.deal_of is None
    if again and row.next:
        is_open = row.next_deal_of != row.id or row.next_status == "over"
    else:
        is_open = not again or (row.ended is not None and now >= row.ended + ONE_DEAL_TWICE)
    return TableInfo(
        id=row.id,
        spec=spec,
        status=row.status,
        host=row.host,
        sitting=[
            Sitting(
                one.seat,
                Person(one.person, one.name, one.level) if one.person else None,
                one.bot,
                UNSET if one.contribution is None or row.status == "playing" else one.contribution,
            )
            for one in rows
        ],
        created=row.created,
        moves=row.ply or 0,
        commitment=commitment(bytes(row.secret)),
        rules=row.rules,
        turn=UNSET if turn is None or row.status != "playing" else turn,
        deadline=UNSET if until is None or row.status != "playing" else until,
        result=result_decoder.decode(row.result) if row.result else None,
        secret=bytes(row.secret).hex() if row.status == "over" and is_open else None,
        next=row.next,
    )


def _lines(rows: list[Any]) -> Iterator[tuple[Cursor, bytes]]:
    """Names are not part of what is stored of a finished game: people may change or delete them."""
    for id, group in groupby(rows, key=lambda row: row.id):
        all_seats = list(group)
        record = msgspec.json.decode(all_seats[0].body)
        record["players"] = [row.name or "?" for row in all_seats]
        line = {"table": id, "ended": all_seats[0].ended, "record": record}
        yield (all_seats[0].ended, id), msgspec.json.encode(line) + b"\n"
