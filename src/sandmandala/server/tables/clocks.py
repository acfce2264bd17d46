"""Watching the clocks: for one who is out of time a bot plays on if the others agree, else the seat loses.

The question lives in memory. After a restart the clock runs out once more, and they are asked anew.
"""

from __future__ import annotations

import asyncio

import structlog

from ..spec import DaysClock
from ..timestamps import now
from .proposals import Asking
from .service import Hall
from .spectator_delay import is_late, openings
from .table import Table

GRACE = 15_000  # milliseconds for one who is not connected, once in a game
AFTER_BOOT = 3_600_000  # at least so long to move after the server was away, where there are days for it
SECONDS_TO_ANSWER, SECONDS_WITH_DAYS = 60, 86_400
_LOOK_AGAIN = 10.0  # seconds, after which another worker may be gone
_log = structlog.get_logger()


class Clocks:
    """One alarm for each table whose clock runs."""

    def __init__(self, hall: Hall, asking: Asking) -> None:
        self._hall, self._asking = hall, asking
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._claims: dict[str, str] = {}  # what this worker asks, by table
        self._running: set[asyncio.Task[None]] = set()

    def look(self, table: Table) -> None:
        """Set the alarm anew for a table that has changed, or where somebody has come or gone."""
        course = table.course
        if table.is_overdue and course and not course.is_over:
            return  # the others are being asked, and that alarm is set
        self._asking.drop_about_time(table)
        if (claim := self._claims.pop(table.id, None)) and self._hall.relay:
            self._hall.relay.done(claim)
        if alarm := self._alarms.pop(table.id, None):
            alarm.cancel()
        if course is None or (deadline := course.deadline()) is None:
            return
        seat = course.to_move
        assert seat is not None
        if isinstance(table.spec.clock, DaysClock):
            deadline = max(deadline, self._hall.booted + AFTER_BOOT)
        elif not table.presence().here[seat]:
            deadline += GRACE
        self._set_alarm(table.id, seat, course.number, max(0, deadline - now()) / 1000)

    def _set_alarm(self, id: str, seat: int, number: int, seconds: float, asked: bool = False) -> None:
        loop = asyncio.get_running_loop()
        self._alarms[id] = loop.call_later(seconds, self._ring, id, seat, number, asked)

    def _ring(self, id: str, seat: int, number: int, asked: bool) -> None:
        self._alarms.pop(id, None)
        task = asyncio.create_task(self._end_turn(id, seat, number, asked))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _end_turn(self, id: str, seat: int, number: int, asked: bool) -> None:
        """The time is up: to move, or to answer."""
        try:
            table = await self._hall.table(id)
            if not asked and not await self._is_ours(table, number):
                self._set_alarm(id, seat, number, _LOOK_AGAIN)  # in case the other worker is gone by then
                self._hall.forget(table)
                return
            seconds = SECONDS_WITH_DAYS if isinstance(table.spec.clock, DaysClock) else SECONDS_TO_ANSWER
            if not asked and await self._asking.ask_about_time(table, seat, number, seconds):
                self._set_alarm(id, seat, number, seconds, asked=True)
            else:
                await self._hall.run_out(table, seat, number)
            self._hall.forget(table)
        except Exception:
            _log.exception("a clock failed", table=id)

    async def _is_ours(self, table: Table, number: int) -> bool:
        """Whether no other worker asks about this."""
        relay, claim = self._hall.relay, f"{table.id} {number} time"
        if relay and not await relay.claim(claim):
            return not (table.course and table.course.number == number)
        self._claims[table.id] = claim
        return True

    def close(self) -> None:
        for alarm in self._alarms.values():
            alarm.cancel()


class LateNews:
    """One alarm for each table whose spectators see everything late: when the next position is old enough."""

    def __init__(self) -> None:
        self._alarms: dict[str, asyncio.TimerHandle] = {}

    def look(self, table: Table) -> None:
        if alarm := self._alarms.pop(table.id, None):
            alarm.cancel()
        course = table.course
        if course is None or course.is_over or not is_late(table.spec):
            return
        at = now()
        opened, following = openings(course, at)
        spectators = [one for one in table.watchers if not table.seats_of(one.person)]
        if opened is not None and any(one.told < opened for one in spectators):
            following = at  # one has become old enough since they were told
        if following is not None and spectators:
            wait = max(0, following - at) / 1000
            self._alarms[table.id] = asyncio.get_running_loop().call_later(wait, self._tell, table)

    def _tell(self, table: Table) -> None:
        table.tell_state(now())
        self.look(table)

    def close(self) -> None:
        for alarm in self._alarms.values():
            alarm.cancel()
