"""Tables in the database: each change is stored once, or not at all."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from msgspec import UNSET
from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from ...games.rules import RULES_VERSION
from ..compiled import rules_compiled
from ..messages import Person
from ..ratings import NEW, rated
from ..spec import (
    GameClock,
    Result,
    encode,
    entry_decoder,
    proposals_decoder,
    result_decoder,
    spec_decoder,
)
from ..storage.prepared import LogRow, LogStatement, Prepared, Statement
from ..storage.schema import entries, people, ratings, records, seats, tables
from ..storage.text import storable
from ..storage.writer import NotStoredError, Writer
from .changes import Change
from .replaying import replay
from .session import Session
from .table import Table

_LONG_LOG = 500  # entries; hardly any game without take-backs has as many
_TRIES = 5  # to rate a game whose players finish others at the same moment


class TableStore:
    """Reads tables, and commits changes to them."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self.engine, self.writer = engine, writer
        ready, this_table = partial(Prepared, engine.dialect), tables.c.id == bindparam("which")
        known = this_table & (tables.c.version == bindparam("known"))
        this_seat = (seats.c.table == bindparam("which")) & (seats.c.seat == bindparam("place"))
        rating = (ratings.c.person == bindparam("who")) & (ratings.c.game == bindparam("of"))
        rating &= (ratings.c.seats == bindparam("among")) & (ratings.c.games == bindparam("before"))
        changed = ("version", "status", "proposals", "started", "ended", "turn", "deadline", "result", "next")
        self._open = ready(insert(tables), *(column.name for column in tables.columns))
        self._open_seat = ready(insert(seats), "table", "seat", "person", "contribution")
        self._change = ready(update(tables).where(known), *changed)
        self._change_seat = ready(update(seats).where(this_seat), "person", "contribution", "bot")
        self._close = ready(delete(tables).where(known))
        self._log = LogStatement(engine.dialect)
        self._add_record = ready(insert(records), "table", "body")
        self._rate = ready(update(ratings).where(rating), "mu", "sigma", "games")
        self._rate_first = ready(insert(ratings), "person", "game", "seats", "mu", "sigma", "games")

    # --- writing

    async def open(self, table: Table) -> None:
        if not await self.writer.change(self._opening(table)):
            raise NotStoredError("a new table breaks a constraint of the database")

    async def commit(self, table: Table, change: Change) -> bool:
        """Store a change; False if the table is no longer the one that it was made for."""
        news = change.news
        if change.is_plain_move:
            return await self.writer.append(_log_row(table, change))
        if news.status == "dropped":
            return await self.writer.change([self._close(which=table.id, known=table.version)])
        statements = self._changing(table, change)
        if not (news.result and table.spec.rated):
            return await self.writer.change(statements)
        for _ in range(_TRIES):
            if await self.writer.change([*statements, *await self._rating(table, news.result)]):
                return True
            if (await self.versions([table.id])).get(table.id) != (table.version, table.number):
                return False
        raise NotStoredError("the ratings of the players changed too often")

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
            turn=session.to_move if session else None,
            deadline=session.next_look(session.started) if session else None,
            result=None,
            next=None,
        )
        found = [row]
        for seat, (sitter, given) in enumerate(zip(table.sitting, table.contributions, strict=True)):
            person = sitter.id if sitter else None
            found.append(self._open_seat(table=table.id, seat=seat, person=person, contribution=given))
        return found

    def _changing(self, table: Table, change: Change) -> list[Statement]:
        news = change.news
        session = change.session or table.session
        status = table.status if news.status is UNSET else news.status
        proposals = table.proposals if news.proposals is UNSET else news.proposals
        result = news.result or table.result
        found = [
            self._change(
                which=table.id,
                known=table.version,
                version=table.version + 1,
                status=status,
                proposals=encode(proposals).decode() if proposals else None,
                started=session.started if session else None,
                ended=news.at if news.result else table.ended,
                turn=session.first_turn if session else None,
                deadline=session.next_look(news.at) if session and status == "playing" else None,
                result=encode(result).decode() if result else None,
                next=news.next or table.next,
            )
        ]
        found += self._changing_seats(table, change)
        if news.entry:
            found.append(self._log.append([_log_row(table, change)]))
        if news.result and session:
            body = session.game.record(trace=False).to_json().encode()
            found.append(self._add_record(table=table.id, body=body))
        return found + (self._opening(change.opens) if change.opens else [])

    def _changing_seats(self, table: Table, change: Change) -> list[Statement]:
        news = change.news
        sitting = table.sitting if news.sitting is UNSET else news.sitting
        given = table.contributions if news.contributions is UNSET else news.contributions
        before = _seat_rows(table, table.sitting, table.contributions, table.session)
        after = _seat_rows(table, sitting, given, change.session or table.session)
        return [
            self._change_seat(which=table.id, place=seat, person=row[0], contribution=row[1], bot=row[2])
            for seat, row in enumerate(after)
            if row != before[seat]
        ]

    async def _rating(self, table: Table, result: Result) -> list[Statement]:
        """What a rated game does to ratings, if they are as they were read."""
        sitting = [sitter.id for sitter in table.sitting if sitter]
        if len(set(sitting)) < table.spec.seats:
            return []
        kind = (ratings.c.game == table.spec.game) & (ratings.c.seats == len(sitting))
        async with self.engine.connect() as connection:
            found = await connection.execute(select(ratings).where(kind, ratings.c.person.in_(sitting)))
            known = {row.person: row for row in found}
        before = [(known[who].mu, known[who].sigma) if who in known else NEW for who in sitting]
        statements = []
        # In one order, so that two games which end at once do not wait for each other.
        for who, (mu, sigma) in sorted(zip(sitting, rated(before, result), strict=True)):
            if row := known.get(who):
                key = {"who": who, "of": table.spec.game, "among": len(sitting), "before": row.games}
                statements.append(self._rate(**key, mu=mu, sigma=sigma, games=row.games + 1))
            else:
                key = {"person": who, "game": table.spec.game, "seats": len(sitting)}
                statements.append(self._rate_first(**key, mu=mu, sigma=sigma, games=1))
        return statements

    async def rename(self, person: Person) -> None:
        change = update(people).where(people.c.id == person.id).values(name=person.name)
        await self.writer.run(lambda connection: connection.execute(change))

    # --- reading

    async def load(self, id: str, booted: int) -> Table | None:
        """A table with its game; nobody pays for the time before `booted`, in which the server was away."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == storable(id)))).first()
            if row is None:
                return None
            places = select(seats, people.c.name, people.c.level).join(
                people, people.c.id == seats.c.person, isouter=True
            )
            taken = list(await connection.execute(places.where(seats.c.table == id).order_by(seats.c.seat)))
            log = select(entries.c.at, entries.c.body).where(entries.c.table == id).order_by(entries.c.number)
            written = list(await connection.execute(log)) if row.started is not None else []
            following = None
            if row.next:
                wanted = select(tables.c.status, tables.c.deal_of).where(tables.c.id == row.next)
                following = (await connection.execute(wanted)).first()
        table = Table(id, spec_decoder.decode(row.spec), bytes(row.secret), row.host, row.key, row.created)
        table.rules, table.deal_of, table.version = row.rules, row.deal_of, row.version
        table.status, table.next, table.ended, table.origin = row.status, row.next, row.ended, row.origin
        table.result = result_decoder.decode(row.result) if row.result else None
        table.proposals = proposals_decoder.decode(row.proposals) if row.proposals else {}
        table.sitting = [Person(one.person, one.name, one.level) if one.person else None for one in taken]
        table.contributions = [one.contribution for one in taken]
        table.pair_over = following is not None and (following.deal_of != id or following.status == "over")
        await rules_compiled(table.spec.game)
        if row.started is not None and row.rules == RULES_VERSION:
            if len(written) > _LONG_LOG:  # so that nobody else waits for it
                table.session = await asyncio.to_thread(_replayed, table, row.started, written, booted)
            else:
                table.session = _replayed(table, row.started, written, booted)
        return table

    async def versions(self, ids: list[str]) -> dict[str, tuple[int, int]]:
        """The version of each of these tables, and the number of its last entry."""
        last = select(func.max(entries.c.number)).where(entries.c.table == tables.c.id).scalar_subquery()
        wanted = select(tables.c.id, tables.c.version, last).where(tables.c.id.in_(ids))
        async with self.engine.connect() as connection:
            found = await connection.execute(wanted)
            return {id: (version, number or 0) for id, version, number in found}


def _replayed(table: Table, started: int, log: list[Any], booted: int) -> Session:
    session = table.new_session(table.contributions, started)
    replay(session, [(entry_decoder.decode(body), at) for at, body in log])
    if isinstance(table.spec.clock, GameClock):
        session.since = max(session.since, booted)
    return session


def _seat_rows(
    table: Table, sitting: list[Person | None], given: list[str | None], session: Session | None
) -> list[tuple[str | None, str | None, int | None]]:
    """Person, contribution and stand-in of each seat."""
    bots = session.bots if session else {}
    return [
        (sitter.id if sitter else None, one, bots.get(seat) if table.spec.bots[seat] is None else None)
        for seat, (sitter, one) in enumerate(zip(sitting, given, strict=True))
    ]


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
