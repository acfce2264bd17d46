"""Reports to the host of the server, with the record of the game attached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import and_, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..ids import new_id
from ..refusal import RefusalError
from ..relations.blocks import lock_people
from ..storage.schema import people
from ..storage.social_schema import reports
from ..storage.statements import read_rows
from ..storage.text import storable
from ..storage.writer import Writer
from ..tables.table import Table
from ..tables.viewing import is_open
from .talk import messages_at
from .word_filter import clean_text

ReportReason = Literal["name", "words", "stalling", "cheating", "nuisance", "other"]
LONGEST_REPORT = 1000  # characters
REPORTS_A_DAY = 10  # by one person
DAY = 86_400_000
_log = structlog.get_logger()


class Report(Struct, frozen=True):
    """A report, before it is stored."""

    reporter: str
    person: str
    reason: ReportReason
    text: str
    table: Table | None


class Reports:
    """Stores reports, and tells the host."""

    def __init__(
        self, engine: AsyncEngine, writer: Writer, tell_host: Callable[[str, str], None] | None
    ) -> None:
        self._engine, self._writer = engine, writer
        self._tell_host = tell_host  # with the id and the reason

    async def add(self, report: Report, at: int) -> str:
        """Store a report. Return its id."""
        attached = await self._attachment(report.table, at) if report.table else None
        id = new_id()
        row = {
            "id": id,
            "reporter": report.reporter,
            "person": report.person,
            "table": report.table.id if report.table else None,
            "reason": report.reason,
            "text": storable(clean_text(report.text)),
            "attached": attached,
            "created": at,
        }
        mine = reports.c.reporter == report.reporter
        today = select(func.count()).select_from(reports).where(mine, reports.c.created > at - DAY)
        same = and_(
            *(mine, reports.c.person == report.person, reports.c.closed.is_(None)),
            reports.c.table.is_not_distinct_from(row["table"]),
        )

        async def work(connection: AsyncConnection) -> Literal["done", "again", "too_many"]:
            await lock_people(connection, report.reporter)
            if (await connection.execute(select(reports.c.id).where(same))).first():
                return "again"
            if (await connection.scalar(today) or 0) >= REPORTS_A_DAY:
                return "too_many"
            await connection.execute(insert(reports).values(row))
            return "done"

        outcome = await self._writer.run(work)
        if outcome == "again":
            raise RefusalError("already_reported")
        if outcome == "too_many":
            raise RefusalError("too_many", "That is enough reports for today. The host will read them.")
        _log.info("a report waits for the host", report=id, reason=report.reason)
        if self._tell_host:
            self._tell_host(id, report.reason)
        return id

    async def _attachment(self, table: Table, at: int) -> bytes:
        """The game so far, and what was written at it. The secret is kept until everybody may know it."""
        names = [sitter.name if sitter else "?" for sitter in table.sitting]
        game = None
        if table.session:
            game = table.record_of(table.session, names).to_data()
            if not is_open(table, at):
                for secret in ("secret", "contributions", "trace", "start"):
                    game.pop(secret, None)
        written = [
            {"at": row.created, "seat": row.seat, "person": row.person, "text": row.text}
            for row in await messages_at(self._engine, table.id)
        ]
        people = [sitter.id if sitter else None for sitter in table.sitting]
        return msgspec.json.encode({"people": people, "game": game, "messages": written})


# --- for the host

_reporter, _reported = people.alias("reporter"), people.alias("reported")


def _listed() -> Any:
    return (
        select(reports, _reporter.c.name.label("reporter_name"), _reported.c.name.label("person_name"))
        .join(_reporter, _reporter.c.id == reports.c.reporter, isouter=True)
        .join(_reported, _reported.c.id == reports.c.person, isouter=True)
        .order_by(reports.c.created, reports.c.id)
    )


async def list_reports(engine: AsyncEngine, with_closed: bool) -> list[Any]:
    """Return reports, oldest first."""
    wanted = _listed() if with_closed else _listed().where(reports.c.closed.is_(None))
    return await read_rows(engine, wanted)


async def find_report(engine: AsyncEngine, id: str) -> Any | None:
    """Return a report; None if there is none."""
    rows = await read_rows(engine, _listed().where(reports.c.id == storable(id)))
    return rows[0] if rows else None


async def close_report(engine: AsyncEngine, id: str, note: str, at: int) -> bool:
    """Close a report. Return False if there is none that is open."""
    this = and_(reports.c.id == storable(id), reports.c.closed.is_(None))
    async with engine.begin() as connection:
        change = update(reports).where(this).values(closed=at, note=storable(note))
        return (await connection.execute(change)).rowcount > 0
