"""Every few seconds: sets the clocks of tables that are due in the database, and clears the memory.

A table's `deadline` in the database is a time before which nobody can be out of time. It is written when the
game begins and moved on here, so that moves need not write it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import structlog
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..storage.schema import tables as rows
from ..timestamps import now
from .service import Tables

PAUSE = 5.0  # seconds
LEASE = 30_000  # milliseconds for which a worker looks after a table, before another one may
SEEN_EVERY = 60_000  # milliseconds between two notes that somebody waits at a table
_MOST_AT_ONCE = 100
_log = structlog.get_logger()


class Sweeper:
    """At work from `start` to `close`."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store = tables, tables.store
        self._quiet: set[str] = set()
        self._seen = now()
        self._work: asyncio.Task[None] | None = None

    def start(self) -> None:
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
        """Those that nobody has watched since the last time."""
        quiet = {table.id for table in self._tables.in_use.values() if not table.watchers}
        for id in quiet & self._quiet:
            self._tables.evict(self._tables.in_use[id])
        self._quiet = quiet

    async def note_who_waits(self) -> None:
        """The lobby shows open tables at which somebody is connected."""
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
        """Set the alarms of all tables that are due."""
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
        """Tables whose clocks must be looked at, for this worker alone until then."""
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
        """When to look at the clock of a game that goes on; too early does no harm."""
        change = update(rows).where(rows.c.id == id, rows.c.status == "playing").values(deadline=deadline)
        await self._store.writer.run(partial(_execute, change))

    async def close(self) -> None:
        if self._work:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)


async def _execute(change: Any, connection: AsyncConnection) -> None:
    await connection.execute(change)
