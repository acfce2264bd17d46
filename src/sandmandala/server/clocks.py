"""Watching the clocks: whoever runs out of time loses, after a short grace if the connection is lost."""

from __future__ import annotations

import asyncio

import structlog

from .hall import Hall, now
from .table import Table

GRACE = 15_000  # milliseconds for one who is not connected
_log = structlog.get_logger()


class Clocks:
    """One alarm for each table whose clock runs."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task[None]] = set()

    def look(self, table: Table) -> None:
        """Set the alarm anew for a table that has changed."""
        if alarm := self._alarms.pop(table.id, None):
            alarm.cancel()
        course = table.course
        if course is None or (deadline := course.deadline()) is None:
            return
        seat = course.to_move
        assert seat is not None
        if not table.presence().here[seat]:
            deadline += GRACE
        wait = max(0, deadline - now()) / 1000
        self._alarms[table.id] = asyncio.get_running_loop().call_later(
            wait, self._ring, table.id, seat, course.number
        )

    def _ring(self, id: str, seat: int, number: int) -> None:
        self._alarms.pop(id, None)
        task = asyncio.create_task(self._end_turn(id, seat, number))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _end_turn(self, id: str, seat: int, number: int) -> None:
        try:
            table = await self._hall.table(id)
            await self._hall.run_out(table, seat, number)
        except Exception:
            _log.exception("a clock failed", table=id)

    def close(self) -> None:
        for alarm in self._alarms.values():
            alarm.cancel()
