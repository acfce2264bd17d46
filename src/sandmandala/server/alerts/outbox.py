"""The outbox: alerts that wait to be sent, and those that were, so that nobody gets one twice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, delete, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..storage.leases import take_lease
from ..storage.schema import alert_targets, alerts
from ..storage.statements import read_rows, run_statements
from ..storage.writer import Writer
from .kinds import Kind, Request
from .situation import Event
from .target import Target, target_of

KEPT = 40 * 86_400_000  # milliseconds for which alerts that were sent are kept: longer than any clock
_UNCONFIRMED = 7 * 86_400_000  # milliseconds for which a mail address waits for its owner
_NO_TABLE = ""


class Waiting(Struct, frozen=True):
    """An alert that waits to be sent."""

    table: str
    kind: Kind | Request
    number: int


class Outbox:
    """Stores alerts and hands them out, each to one worker. Changes go through the writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self.engine, self._writer = engine, writer
        self._insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert

    async def request_test(self, targets: Collection[str], at: int, pause: int) -> bool:
        """Send a message to try these targets. Return False if the last one is less than `pause` old."""
        recent = select(alerts.c.target).where(
            alerts.c.target.in_(targets), alerts.c.kind == "test", alerts.c.created > at - pause
        )

        async def work(connection: AsyncConnection) -> bool:
            if (await connection.execute(recent.limit(1))).first():
                return False
            for target in targets:
                await connection.execute(request_row(target, "test", at))
            asked = update(alert_targets).where(alert_targets.c.id.in_(targets))
            await connection.execute(asked.values(next_try=0))
            return True

        return bool(await self._writer.run(work))

    async def add(self, found: Iterable[tuple[Target, Event, int | None]], at: int) -> None:
        """Store alerts, each with the time when it is due; None if its person has seen it. Old ones stay."""
        rows = [
            {
                "target": target.id,
                "table": event.table,
                "kind": event.kind,
                "number": event.number,
                "created": at,
                "due": due,
            }
            for target, event, due in found
        ]
        if not rows:
            return
        new = self._insert(alerts).on_conflict_do_nothing()

        async def work(connection: AsyncConnection) -> None:
            ids = {row["target"] for row in rows}
            # A target may have been removed in the meantime.
            there = set(
                await connection.scalars(
                    select(alert_targets.c.id)
                    .where(alert_targets.c.id.in_(ids))
                    .with_for_update(key_share=True)
                )
            )
            if some := [row for row in rows if row["target"] in there]:
                await connection.execute(new, some)

        await self._writer.run(work)

    async def known(
        self, targets: Collection[str], tables: Collection[str]
    ) -> set[tuple[str, str, str, int]]:
        """Return which alerts about these tables are stored already."""
        rows = await read_rows(
            self.engine,
            select(alerts.c.target, alerts.c.table, alerts.c.kind, alerts.c.number).where(
                alerts.c.target.in_(targets), alerts.c.table.in_(tables)
            ),
        )
        return {(row.target, row.table, row.kind, row.number) for row in rows}

    async def claim(self, at: int, until: int, most: int) -> list[Target]:
        """Claim targets with alerts that are due. Nobody else sends to them until then."""
        due = exists().where(alerts.c.target == alert_targets.c.id, alerts.c.due <= at)
        free = and_(alert_targets.c.lease <= at, alert_targets.c.next_try <= at)
        found = await read_rows(
            self.engine, select(alert_targets.c.id, alert_targets.c.lease).where(free, due).limit(most)
        )
        if not found:
            return []

        async def work(connection: AsyncConnection) -> list[Target]:
            mine = []
            for id, lease in found:
                change = update(alert_targets).where(alert_targets.c.id == id, alert_targets.c.lease == lease)
                row = (await connection.execute(change.values(lease=until).returning(alert_targets))).first()
                if row is not None:
                    mine.append(target_of(row))
            return mine

        return list(await self._writer.run(work))

    async def waiting(self, target: str) -> list[Waiting]:
        """Return everything that waits for a target, also what is not due yet: one message tells it all."""
        rows = await read_rows(
            self.engine,
            select(alerts.c.table, alerts.c.kind, alerts.c.number)
            .where(alerts.c.target == target, alerts.c.due.is_not(None))
            .order_by(alerts.c.due, alerts.c.table, alerts.c.kind),
        )
        return [Waiting(row.table, row.kind, row.number) for row in rows]

    async def finish(self, target: Target, done: Sequence[Waiting], failures: int, next_try: int) -> None:
        """Give a target back: these alerts are done, and nothing is sent before `next_try`."""
        mine = and_(alert_targets.c.id == target.id, alert_targets.c.lease == target.lease)
        free = update(alert_targets).where(mine).values(lease=0, failures=failures, next_try=next_try)
        finished = [update(alerts).where(_is(target.id, one)).values(due=None) for one in done]
        await run_statements(self._writer, *finished, free)

    async def drop(self, target: Target) -> None:
        """Remove a target that is gone, and everything that waits for it."""
        await run_statements(self._writer, delete(alert_targets).where(alert_targets.c.id == target.id))

    # --- one worker at a time

    async def lease(self, name: str, at: int, until: int) -> bool:
        """Take a lease, if it is free."""
        return await take_lease(self.engine, self._writer, name, at, until)

    async def prune(self, at: int) -> None:
        """Forget alerts that were sent long ago, and mail addresses that nobody has confirmed."""
        old = and_(alerts.c.due.is_(None), alerts.c.created < at - KEPT)
        unconfirmed = and_(alert_targets.c.confirmed.is_(None), alert_targets.c.created < at - _UNCONFIRMED)
        await run_statements(
            self._writer, delete(alerts).where(old), delete(alert_targets).where(unconfirmed)
        )


def _is(target: str, one: Waiting) -> ColumnElement[bool]:
    return and_(
        alerts.c.target == target,
        alerts.c.table == one.table,
        alerts.c.kind == one.kind,
        alerts.c.number == one.number,
    )


def request_row(target: str, kind: Request, at: int) -> Any:
    """Return the statement that puts a request of a person into the outbox."""
    return insert(alerts).values(target=target, table=_NO_TABLE, kind=kind, number=at, created=at, due=at)
