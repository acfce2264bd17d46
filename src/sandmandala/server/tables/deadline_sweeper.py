"""Every few seconds: sets the clocks of tables that are due in the database, and clears the memory.

A table's `deadline` is a time before which nobody can be out of time. It is noted when the game begins and
moved on here, so that moves need not touch it.
"""

from __future__ import annotations

import asyncio

import structlog

from ..timestamps import now
from .service import Hall

PAUSE = 5.0  # seconds
LEASE = 30_000  # milliseconds for which a worker looks after a table, before another one may
_MOST_AT_ONCE = 100
_log = structlog.get_logger()


class Sweeper:
    """At work from `start` to `close`."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._quiet: set[str] = set()
        self._work: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._work = asyncio.create_task(self._go_round())

    async def _go_round(self) -> None:
        while True:
            try:
                self._forget_quiet_tables()
                await self.sweep()
            except Exception:
                _log.exception("a look at the clocks failed")
            await asyncio.sleep(PAUSE)

    def _forget_quiet_tables(self) -> None:
        """Those that nobody has watched since the last time: the database has them."""
        quiet = {table.id for table in self._hall.tables.values() if not table.watchers}
        for id in quiet & self._quiet:
            self._hall.forget(self._hall.tables[id])
        self._quiet = quiet

    async def sweep(self) -> None:
        """Set the alarms of all tables that are due."""
        hall, until = self._hall, now() + LEASE
        for id in await hall.store.claim_overdue(now(), until, _MOST_AT_ONCE):
            try:
                table = await hall.table(id)
                hall.after_change(table)
                following = table.course.next_look(now()) if table.course else None
                if following and following > until:
                    await hall.store.note_deadline(id, following)
                hall.forget(table)
            except Exception:
                _log.exception("a clock could not be looked at", table=id)

    async def close(self) -> None:
        if self._work:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
