"""Every few seconds: sets alarms for tables whose deadline has passed, and evicts unused tables.

A table's `deadline` in the database is a time before which nobody can be out of time. It is written when the
game begins and moved forward here, so that moves need not write it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import structlog
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..server_time import now
from ..storage.schema import tables as rows
from .service import Tables

PAUSE = 5.0  # seconds
LEASE = 30_000  # milliseconds for which one worker is responsible for an overdue table
SEEN_EVERY = 60_000  # milliseconds between updates of `seen`
_MOST_AT_ONCE = 100
_log = structlog.get_logger()


class Sweeper:
    """Runs from `start` to `close`."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store = tables, tables.store
        self._quiet: set[str] = set()
        self._seen = now()
        self._work: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start sweeping in the background."""
        self._work = asyncio.create_task(self._go_round())

    async def _go_round(self) -> None:
        while True:
            try:
                self._evict_quiet_tables()
                await self.note_who_waits()
                await self.sweep()
            except Exception:
                _log.exception("a look at the clocks failed")
            await asyncio.sleep(PAUSE)

    def _evict_quiet_tables(self) -> None:
        """Evict tables that nobody has watched since the last round."""
        quiet = {table.id for table in self._tables.in_use.values() if not table.watchers}
        for id in quiet & self._quiet:
            self._tables.evict(self._tables.in_use[id])
        self._quiet = quiet

    async def note_who_waits(self) -> None:
        """Mark open tables at which somebody is connected: the lobby lists only those."""
        at = now()
        if at < self._seen + SEEN_EVERY:
            return
        self._seen = at
        tables = self._tables.in_use.values()
        waiting = [table.id for table in tables if table.status == "open" and table.is_watched()]
        for start in range(0, len(waiting), _MOST_AT_ONCE):
            some = rows.c.id.in_(waiting[start : start + _MOST_AT_ONCE])
            change = update(rows).where(some, rows.c.status == "open").values(seen=at)
            await self._store.writer.run(partial(_execute, change))

    async def sweep(self) -> None:
        """Set the alarms of all overdue tables."""
        until = now() + LEASE
        for id in await self._claim_overdue(until):
            try:
                table = await self._tables.get(id)
                self._tables.attend(table)
                following = table.session.next_look(now()) if table.session else None
                if following and following > until:
                    await self.note_deadline(id, following)
                self._tables.evict(table)
            except Exception:
                _log.exception("a clock could not be looked at", table=id)

    async def _claim_overdue(self, until: int) -> list[str]:
        """Claim overdue tables for this worker, until a time."""
        late = select(rows.c.id, rows.c.deadline).where(rows.c.deadline <= now()).limit(_MOST_AT_ONCE)
        async with self._store.engine.connect() as connection:
            found = list(await connection.execute(late))

        async def work(connection: AsyncConnection) -> list[str]:
            mine = []
            for id, deadline in found:
                change = update(rows).where(rows.c.id == id, rows.c.deadline == deadline)
                if (await connection.execute(change.values(deadline=until))).rowcount == 1:
                    mine.append(id)
            return mine

        return list(await self._store.writer.run(work)) if found else []

    async def note_deadline(self, id: str, deadline: int) -> None:
        """Store when to check a running game next. Too early does no harm."""
        change = update(rows).where(rows.c.id == id, rows.c.status == "playing").values(deadline=deadline)
        await self._store.writer.run(partial(_execute, change))

    async def close(self) -> None:
        """Stop sweeping."""
        if self._work:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)


async def _execute(change: Any, connection: AsyncConnection) -> None:
    await connection.execute(change)
