"""Stores and loads tables. A change is stored completely and once, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from functools import cache, partial
from time import monotonic
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy import Dialect, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.sql.dml import UpdateBase

from ...games.rules import RULES_VERSION
from ..compile_wait import rules_compiled
from ..messages.table_info import Person, make_person
from ..retrying import Backoff
from ..settings import BotRatings
from ..spec import (
    GameClock,
    Moved,
    NoClock,
    Result,
    TookBack,
    encode,
    entry_decoder,
    practice_decoder,
    proposals_decoder,
    spec_decoder,
)
from ..storage.prepared import LogRow, Prepared, Statement
from ..storage.schema import entries, people, rating_changes, records, seats, tables
from ..storage.text import storable
from ..storage.writer import NotStoredError, Writer
from ..tempos import tempo_of
from .changes import Change
from .rating_writer import RatingWriter
from .replaying import replay
from .results import RATING_COLUMNS, RATING_OF_SEAT, outcome_of, result_of
from .session import Session
from .table import Table

_LONG_LOG = 500  # entries; hardly any game without take-backs has that many
_SECONDS_TO_RATE = 60.0  # while the players finish other games; each attempt that fails lost to one of them
_FIRST_PAUSE, _LONGEST_PAUSE = 0.002, 0.1  # seconds between the attempts


class TableStore:
    """Loads tables, and commits changes to them."""

    def __init__(self, engine: AsyncEngine, writer: Writer, bot_ratings: BotRatings = "apart") -> None:
        self.engine, self.writer = engine, writer
        ready, this_table = partial(Prepared, engine.dialect), tables.c.id == bindparam("which")
        known = this_table & (tables.c.version == bindparam("known"))
        self._open = ready(insert(tables), *(column.name for column in tables.columns))
        # Prepared for each set of columns: writing others, too, would also write their indexes.
        self._change = cache(lambda *columns: ready(update(tables).where(known), *columns))
        self._seats = cache(lambda count, *columns: ready(_seats_statement(engine.dialect, count, columns)))
        # A new version, so that workers that have the table in memory read it again.
        opened = update(tables).where(this_table).values(version=tables.c.version + 1)
        self._open_first = ready(opened, "open_from")
        self._close = ready(delete(tables).where(known))
        self._add_record = ready(insert(records), "table", "body")
        self._ratings = RatingWriter(engine, bot_ratings)

    # --- writing

    async def open(self, table: Table) -> bool:
        """Store a new table. Return False if the id is taken."""
        return await self.writer.change(self._opening(table))

    async def open_if(self, claims: Sequence[Statement], table: Table) -> bool:
        """Store a new table together with these statements. Return False if one of them changes nothing."""
        return await self.writer.change_alone([*claims, *self._opening(table)])

    def commit(self, table: Table, change: Change) -> Awaitable[bool]:
        """Store a change. Return False if the table has changed since the change was made."""
        if change.is_plain_move:
            return self.writer.append(_log_row(table, change))
        return self._commit(table, change)

    async def _commit(self, table: Table, change: Change) -> bool:
        news = change.news
        if news.status == "dropped":
            closing = self._close(which=table.id, known=table.version)
            if change.also:
                return await self.writer.change_alone([closing, *change.also])
            return await self.writer.change([closing])
        statements, entry = self._changing(table, change), _log_row(table, change) if news.entry else None
        if not (news.result and table.spec.rated):
            return await self.writer.change(statements, entry)
        async with self._ratings.turn(table):
            return await self._commit_rated(table, change, news.result, statements, entry)

    async def _commit_rated(
        self,
        table: Table,
        change: Change,
        result: Result,
        statements: list[Statement],
        entry: LogRow | None,
    ) -> bool:
        """Store the end of a rated game. Another worker may rate games of the same players meanwhile."""
        backoff, latest = Backoff(_FIRST_PAUSE, _LONGEST_PAUSE), monotonic() + _SECONDS_TO_RATE
        while True:
            rating, ratings = await self._ratings.after(table, result, change.news.at)
            if await self.writer.change([*statements, *rating], entry):
                change.news = replace(change.news, result=replace(result, ratings=ratings))
                return True
            if (await self.versions([table.id])).get(table.id) != (table.version, table.number):
                return False
            if monotonic() > latest:
                raise NotStoredError("the ratings of the players changed too often")
            await asyncio.sleep(backoff.pause())

    def _opening(self, table: Table) -> list[Statement]:
        spec, session = table.spec, table.session
        row = self._open(
            id=table.id,
            spec=encode(spec).decode(),
            game=spec.game,
            seats=spec.seats,
            public=int(spec.public),
            rated=int(spec.rated),
            host=table.host,
            key=table.key,
            secret=table.secret,
            rules=table.rules,
            deal_of=table.deal_of,
            created=table.created,
            origin=table.origin,
            seen=table.created,
            version=0,
            status=table.status,
            proposals=None,
            started=session.started if session else None,
            ended=None,
            open_from=None,
            turn=session.to_move if session else None,
            deadline=session.next_look(session.started) if session else None,
            result=None,
            next=None,
            practice=encode(table.practice).decode() if table.practice else None,
            start=table.start,
            tempo=tempo_of(spec.clock),
        )
        columns: dict[str, Sequence[Any]] = {
            "person": [sitter and sitter.id for sitter in table.sitting],
            "contribution": table.contributions,
        }
        return [row, self._write_seats(table, range(spec.seats), **columns)]

    def _changing(self, table: Table, change: Change) -> list[Statement]:
        news = change.news
        session = change.session or table.session
        values: dict[str, Any] = {"version": table.version + 1}
        if news.spec is not UNSET:
            values["spec"] = encode(news.spec).decode()
        if news.status is not UNSET:
            values["status"] = news.status
        if news.status == "playing" and session:
            values |= {"started": session.started, "turn": session.first_turn}
        if not isinstance(table.spec.clock, NoClock):
            status = table.status if news.status is UNSET else news.status
            values["deadline"] = session.next_look(news.at) if session and status == "playing" else None
        if news.proposals is not UNSET:
            values["proposals"] = encode(news.proposals).decode() if news.proposals else None
        if news.result:
            values |= {"ended": news.at, "result": encode(news.result).decode()}
        if news.open_from is not UNSET:
            values["open_from"] = news.open_from
        if news.next:
            values["next"] = news.next
        found = [self._change(*values)(which=table.id, known=table.version, **values)]
        found += self._changing_seats(table, change)
        if news.result and session:
            body = encode(table.record_of(session).to_data())
            found.append(self._add_record(table=table.id, body=body))
        if news.result and table.deal_of:
            found.append(self._open_first(which=table.deal_of, open_from=news.at))
        return found + (self._opening(change.opens) if change.opens else [])

    def _changing_seats(self, table: Table, change: Change) -> list[Statement]:
        news, session = change.news, change.session
        columns: dict[str, Sequence[Any]] = {}
        if news.sitting is not UNSET:
            columns["person"] = [sitter and sitter.id for sitter in news.sitting]
        if news.contributions is not UNSET:
            columns["contribution"] = news.contributions
        if session and news.entry and not isinstance(news.entry, Moved | TookBack):
            bots = enumerate(table.spec.bots)
            columns["bot"] = [session.bots.get(seat) if level is None else None for seat, level in bots]
        if news.result:
            columns["ended"] = [news.at] * table.spec.seats
            columns["outcome"] = [outcome_of(news.result, seat) for seat in range(table.spec.seats)]
        if not columns:
            return []
        if columns.keys() == {"contribution"}:
            before = table.contributions
            changed = [seat for seat, given in enumerate(columns["contribution"]) if given != before[seat]]
            return [self._write_seats(table, changed, **columns)]
        return [self._write_seats(table, range(table.spec.seats), **columns)]

    def _write_seats(self, table: Table, which: Sequence[int], **columns: Sequence[Any]) -> Statement:
        """Insert or change seats of a table."""
        values: dict[str, Any] = {}
        for place, seat in enumerate(which):
            values[f"table_{place}"], values[f"seat_{place}"] = table.id, seat
            for name, column in columns.items():
                values[f"{name}_{place}"] = column[seat]
        return self._seats(len(which), *columns)(**values)

    async def rename(self, person: Person) -> None:
        """Store a new name."""
        change = update(people).where(people.c.id == person.id).values(name=person.name)
        await self.writer.run(lambda connection: connection.execute(change))

    # --- reading

    async def load(self, id: str, booted: int) -> Table | None:
        """Load a table and replay its game. The downtime before `booted` does not count."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == storable(id)))).first()
            if row is None:
                return None
            places = (
                select(seats, people.c.name, people.c.level, people.c.is_bot, *RATING_COLUMNS)
                .join(people, people.c.id == seats.c.person, isouter=True)
                .join(rating_changes, RATING_OF_SEAT, isouter=True)
            )
            taken = list(await connection.execute(places.where(seats.c.table == id).order_by(seats.c.seat)))
            written = await _log_of(connection, id) if row.started is not None else []
        table = Table(id, spec_decoder.decode(row.spec), bytes(row.secret), row.host, row.key, row.created)
        table.rules, table.deal_of, table.version = row.rules, row.deal_of, row.version
        table.status, table.next, table.ended, table.origin = row.status, row.next, row.ended, row.origin
        table.open_from, table.start = row.open_from, row.start
        table.practice = practice_decoder.decode(row.practice) if row.practice else None
        table.result = result_of(row.result, taken)
        table.proposals = proposals_decoder.decode(row.proposals) if row.proposals else {}
        table.sitting = [
            make_person(one.person, one.name, one.level, one.is_bot) if one.person else None for one in taken
        ]
        table.contributions = [one.contribution for one in taken]
        await rules_compiled(table.spec.game)
        if row.started is not None and row.rules == RULES_VERSION:
            if len(written) > _LONG_LOG:  # in a thread: it would block the loop
                table.session = await asyncio.to_thread(_replayed, table, row.started, written, booted)
            else:
                table.session = _replayed(table, row.started, written, booted)
        return table

    async def versions(self, ids: list[str]) -> dict[str, tuple[int, int]]:
        """Return the version and the number of the last entry of each of these tables."""
        last = select(func.max(entries.c.number)).where(entries.c.table == tables.c.id).scalar_subquery()
        wanted = select(tables.c.id, tables.c.version, last).where(tables.c.id.in_(ids))
        async with self.engine.connect() as connection:
            found = await connection.execute(wanted)
            return {id: (version, number or 0) for id, version, number in found}


def _seats_statement(dialect: Dialect, count: int, columns: Sequence[str]) -> UpdateBase:
    """One statement for several seats: after each, the writer waits for the loop."""
    rows: list[dict[str, Any]] = [
        {name: bindparam(f"{name}_{place}") for name in ("table", "seat", *columns)} for place in range(count)
    ]
    new = (sqlite.insert if dialect.name == "sqlite" else postgresql.insert)(seats).values(rows)
    changed = {name: new.excluded[name] for name in columns}
    return new.on_conflict_do_update(index_elements=[seats.c.table, seats.c.seat], set_=changed)


async def _log_of(connection: AsyncConnection, id: str) -> list[Any]:
    """Read the log of a table, in parts: a long one would block the loop."""
    of_table = select(entries.c.number, entries.c.at, entries.c.body).where(entries.c.table == id)
    found: list[Any] = []
    while True:
        rest = of_table.where(entries.c.number > (found[-1].number if found else 0))
        part = list(await connection.execute(rest.order_by(entries.c.number).limit(_LONG_LOG)))
        found += part
        if len(part) < _LONG_LOG:
            return found


def _replayed(table: Table, started: int, log: list[Any], booted: int) -> Session:
    session = table.new_session(table.contributions, started)
    replay(session, [(entry_decoder.decode(body), at) for _, at, body in log])
    if isinstance(table.spec.clock, GameClock):
        session.since = max(session.since, booted)
    return session


def _log_row(table: Table, change: Change) -> LogRow:
    news, session = change.news, change.session
    assert session
    return LogRow(
        table.id,
        news.number + 1,
        news.at,
        encode(news.entry).decode(),
        session.game.ply,
        session.to_move,
        session.deadline(),
    )
