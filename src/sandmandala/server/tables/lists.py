"""Lists of tables and finished games. They read stored columns and never replay a game."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

import msgspec
from msgspec import UNSET
from sqlalchemy import ColumnElement, Select, and_, case, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from ...games.chance import commitment
from ...games.rules import MOST_SEATS
from ..accounts.bot_accounts import BOT_MATCH_HOST
from ..link_previews import Invitation
from ..messages.fields import Status
from ..messages.lobby_filter import EVERYTHING, LobbyFilter
from ..messages.table_info import Sitting, TableInfo, make_person
from ..spec import RanOut, Resigned, encode, practice_decoder, spec_decoder
from ..storage.schema import entries, people, rating_changes, ratings, records, seats, tables
from .lobby_filter import wanted_tables, without_blocked
from .results import RATING_COLUMNS, RATING_OF_SEAT, result_of

Cursor = tuple[int, str]  # time and id of the last table on a page
LIVE_MILLISECONDS = 180_000  # how long a table stays in the lobby after everybody has left
_KEPT = (
    tables.c.host != BOT_MATCH_HOST
)  # matches of bots for spectators are in no list but that of live games
MOST_PLAYING = 500  # in a list of what friends play


class TableLists:
    """Reads lists, with one query each."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def lobby(
        self,
        status: str,
        most: int,
        before: Cursor | None,
        now: int,
        chosen: LobbyFilter = EVERYTHING,
        viewer: str | None = None,
    ) -> list[TableInfo]:
        """Return public tables, newest first. Open ones have a free seat, and somebody is there.

        A viewer does not get open tables of people who are blocked.
        """
        which = and_(tables.c.status == status, tables.c.public == 1, _KEPT, wanted_tables(chosen, viewer))
        if status == "open" and viewer is not None:
            which = and_(which, without_blocked(viewer))
        if status == "open":
            days = tables.c.tempo == "days"  # they may wait for days
            free = exists().where(seats.c.table == tables.c.id, seats.c.person.is_(None))
            which = and_(which, or_(tables.c.seen > now - LIVE_MILLISECONDS, days), free)
        return await self._infos(which, most, before, now)

    async def of_person(
        self, person: str, status: str, private: bool, most: int, before: Cursor | None, now: int
    ) -> list[TableInfo]:
        """Return the tables of a person, newest first, with `private` including private ones."""
        mine = select(seats.c.table).where(seats.c.person == person)
        which = and_(tables.c.status == status, or_(tables.c.id.in_(mine), tables.c.host == person), _KEPT)
        return await self._infos(which if private else and_(which, tables.c.public == 1), most, before, now)

    async def current(self, person: str, most: int, now: int) -> list[TableInfo]:
        """Return the tables at which a person waits or plays, newest first."""
        mine = select(seats.c.table).where(seats.c.person == person)
        return await self._infos(
            and_(tables.c.status.in_(("open", "playing")), tables.c.id.in_(mine)), most, None, now
        )

    async def playing_in_public(self, people: Collection[str], now: int) -> list[TableInfo]:
        """Return the public games that these people play, newest first."""
        theirs = select(seats.c.table).where(seats.c.person.in_(people), seats.c.ended.is_(None))
        which = and_(tables.c.status == "playing", tables.c.public == 1, tables.c.id.in_(theirs))
        return await self._infos(which, MOST_PLAYING, None, now)

    async def people_at(self, ids: Collection[str]) -> set[str]:
        """Return everybody who sits at these tables."""
        async with self._engine.connect() as connection:
            wanted = select(seats.c.person).where(seats.c.table.in_(ids), seats.c.person.is_not(None))
            return set((await connection.execute(wanted)).scalars())

    async def current_ids(self, people: Collection[str]) -> set[str]:
        """Return the ids of the tables at which these people wait or play."""
        if not people:
            return set()
        theirs = select(seats.c.table).join(tables, tables.c.id == seats.c.table)
        theirs = theirs.where(seats.c.person.in_(people), tables.c.status.in_(("open", "playing")))
        async with self._engine.connect() as connection:
            return set((await connection.execute(theirs)).scalars())

    async def by_ids(self, ids: Collection[str], now: int) -> list[TableInfo]:
        """Return those of these tables that exist."""
        return await self._infos(tables.c.id.in_(ids), len(ids), None, now) if ids else []

    async def cursor(self, id: str | None) -> Cursor | None:
        """Return the cursor of the page after a table."""
        if id is None:
            return None
        async with self._engine.connect() as connection:
            created = (await connection.execute(select(tables.c.created).where(tables.c.id == id))).scalar()
        return None if created is None else (created, id)

    async def invitation(self, id: str, key: str) -> Invitation | None:
        """Return what a link to a table may reveal; None without such a table or with a wrong key."""
        wanted = select(tables.c.game, tables.c.public, tables.c.key, tables.c.status, people.c.name)
        wanted = wanted.join(people, people.c.id == tables.c.host).where(tables.c.id == id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(wanted)).first()
        if row is None or not (row.public or secrets.compare_digest(key.encode(), row.key.encode())):
            return None
        return Invitation(row.game, row.name, row.status)

    async def _infos(
        self, which: ColumnElement[bool], most: int, before: Cursor | None, now: int
    ) -> list[TableInfo]:
        if before:
            which = and_(which, _earlier(tables.c.created, before))
        page = select(tables).where(which).order_by(tables.c.created.desc(), tables.c.id.desc()).limit(most)
        some, last = page.subquery("some"), entries.alias("last")
        newest = select(func.max(entries.c.number)).where(entries.c.table == some.c.id).scalar_subquery()
        of_host = (ratings.c.person == some.c.host) & (ratings.c.game == some.c.game)
        of_host &= ratings.c.seats == some.c.seats
        wanted = (
            select(
                some,
                *(seats.c.seat, seats.c.bot, seats.c.contribution),
                *(
                    people.c.id.label("person"),
                    people.c.name,
                    people.c.level,
                    people.c.is_bot,
                    *RATING_COLUMNS,
                ),
                *(last.c.number, last.c.ply, last.c.turn.label("next_turn"), last.c.deadline.label("until")),
                ratings.c.rating.label("host_rating"),
                case((seats.c.bot.is_(None), False), else_=_has_lost(some.c.id)).label("lost"),
            )
            .join(seats, seats.c.table == some.c.id)
            .join(people, people.c.id == seats.c.person, isouter=True)
            .join(rating_changes, RATING_OF_SEAT, isouter=True)
            .join(last, (last.c.table == some.c.id) & (last.c.number == newest), isouter=True)
            .join(ratings, of_host, isouter=True)
            .order_by(some.c.created.desc(), some.c.id.desc(), seats.c.seat)
        )
        async with self._engine.connect() as connection:
            rows = list(await connection.execute(wanted))
        return [_info(list(group), now) for _, group in groupby(rows, key=lambda row: row.id)]

    async def count(self, person: str, status: Status) -> int:
        """Count the tables with this status at which a person sits."""
        mine = select(func.count()).select_from(tables.join(seats, seats.c.table == tables.c.id))
        return await self._number(mine.where(seats.c.person == person, tables.c.status == status))

    async def count_open(self, host: str) -> int:
        """Count the open tables of a host."""
        return await self._number(
            select(func.count()).select_from(tables).where(tables.c.host == host, tables.c.status == "open")
        )

    async def count_open_from(self, origin: str, now: int) -> int:
        """Count the open tables from an address at which somebody waits."""
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
        """Return records of finished games as lines of JSON, latest first, each with its cursor."""
        which = and_(tables.c.status == "over", tables.c.open_from <= now, _KEPT)
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


def _has_lost(table: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the player of a seat has resigned or run out of time. During a game only the log has this."""
    ways = (
        and_(seats.c.seat == seat, entries.c.body.in_((encode(Resigned(seat)), encode(RanOut(seat)))))
        for seat in range(MOST_SEATS)
    )
    return select(entries.c.number).where(entries.c.table == table, or_(*ways)).exists()


def _earlier(column: Any, before: Cursor) -> ColumnElement[bool]:
    at, id = before
    return or_(column < at, and_(column == at, tables.c.id < id))


def _info(rows: list[Any], now: int) -> TableInfo:
    """Build the information from one row per seat."""
    row = rows[0]
    spec = spec_decoder.decode(row.spec)
    moved = row.number is not None
    turn, until = (row.next_turn, row.until) if moved else (row.turn, row.deadline)
    return TableInfo(
        id=row.id,
        spec=spec,
        status=row.status,
        host=row.host,
        sitting=[
            Sitting(
                one.seat,
                make_person(one.person, one.name, one.level, one.is_bot) if one.person else None,
                one.bot,
                UNSET if one.contribution is None or row.status == "playing" else one.contribution,
                True if one.lost and row.status == "playing" else UNSET,
            )
            for one in rows
        ],
        created=row.created,
        moves=row.ply or 0,
        commitment=commitment(bytes(row.secret)),
        rules=row.rules,
        turn=UNSET if turn is None or row.status != "playing" else turn,
        deadline=UNSET if until is None or row.status != "playing" else until,
        result=result_of(row.result, rows),
        secret=bytes(row.secret).hex() if row.open_from is not None and row.open_from <= now else None,
        next=row.next,
        practice=practice_decoder.decode(row.practice) if row.practice else UNSET,
        bot_match=row.host == BOT_MATCH_HOST or UNSET,
        host_rating=UNSET if row.host_rating is None or row.status != "open" else row.host_rating,
    )


def _lines(rows: list[Any]) -> Iterator[tuple[Cursor, bytes]]:
    """Add names to stored records, which have none, because people may change or delete theirs."""
    for id, group in groupby(rows, key=lambda row: row.id):
        all_seats = list(group)
        record = msgspec.json.decode(all_seats[0].body)
        record["players"] = [row.name or "?" for row in all_seats]
        line = {"table": id, "ended": all_seats[0].ended, "record": record}
        yield (all_seats[0].ended, id), msgspec.json.encode(line) + b"\n"
