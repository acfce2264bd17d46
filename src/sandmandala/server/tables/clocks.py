"""Watches the clocks: when a player is out of time, the others are asked whether a bot may play on."""

from __future__ import annotations

import asyncio
import time

import structlog

from ..refusal import RefusalError
from ..retrying import keep_trying
from ..spec import DaysClock
from ..timestamps import now
from .proposals import ask_about_time, lapse
from .service import Command, Tables
from .spectator_delay import is_delayed, openings
from .table import Table
from .watching import tell_state

GRACE = 15_000  # milliseconds for a player who is not connected, once in a game
AFTER_BOOT = 3_600_000  # at least so long to move after the server was away, with days for each move
BEAT = 1.0  # seconds
FREEZE = 2_000  # milliseconds by which a beat must be late to count as a freeze
_log = structlog.get_logger()


class Clocks:
    """One alarm for each table whose clock runs, or at which the clock has asked."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._alarms: dict[str, asyncio.TimerHandle] = {}

    def attend(self, table: Table) -> None:
        """Reset the alarm of a table when it changes, or when somebody comes or goes."""
        if alarm := self._alarms.pop(table.id, None):
            alarm.cancel()
        session = table.session
        if session is None or table.status != "playing":
            return
        asked = table.proposals.get("replace")
        if table.is_overdue and asked and asked.until is not None:
            self._set_alarm(table, asked.until, lapse, session.number)
        elif (deadline := session.deadline()) is not None:
            seat = session.to_move
            assert seat is not None
            if isinstance(table.spec.clock, DaysClock):
                deadline = max(deadline, self._tables.booted + AFTER_BOOT)
            elif not table.presence().here[seat]:
                deadline += GRACE
            self._set_alarm(table, deadline, ask_about_time, seat, session.number)

    def _set_alarm(self, table: Table, at: int, command: Command, *request: int) -> None:
        seconds = max(0, at - now()) / 1000
        loop = asyncio.get_running_loop()
        self._alarms[table.id] = loop.call_later(seconds, self._ring, table.id, command, *request)

    def _ring(self, id: str, command: Command, *request: int) -> None:
        self._alarms.pop(id, None)
        self._tables.start_task(self._end_turn(id, command, *request))

    async def _end_turn(self, id: str, command: Command, *request: int) -> None:
        """The time is up: to move, or to answer. It is tried until the database has heard of it."""

        async def work() -> None:
            try:
                self._tables.evict(await self._tables.do(id, command, *request))
            except RefusalError as refusal:
                if refusal.code == "not_stored":
                    raise OSError(refusal.why) from refusal

        try:
            await keep_trying(work, "end a turn")
        except Exception:
            _log.exception("a clock failed", table=id)

    async def watch_for_freezes(self) -> None:
        """When this process was stopped for a while, nobody pays for that time."""
        before = time.monotonic()
        while True:
            await asyncio.sleep(BEAT)
            frozen = round((time.monotonic() - before - BEAT) * 1000)
            if frozen > FREEZE:
                _log.warning("the server was frozen; clocks are put back", milliseconds=frozen)
                for table in list(self._tables.in_use.values()):
                    if table.session:
                        table.session.since = min(now(), table.session.since + frozen)
                        self.attend(table)
            before = time.monotonic()

    def close(self) -> None:
        for alarm in self._alarms.values():
            alarm.cancel()


class DelayedViews:
    """One alarm for each table with delayed spectators: when the next position is old enough."""

    def __init__(self) -> None:
        self._alarms: dict[str, asyncio.TimerHandle] = {}

    def attend(self, table: Table) -> None:
        if alarm := self._alarms.pop(table.id, None):
            alarm.cancel()
        session = table.session
        if session is None or session.is_over or not is_delayed(table.spec):
            return
        at = now()
        opened, following = openings(session, at)
        spectators = [one for one in table.watchers if not table.seats_of(one.person)]
        if opened is not None and any(one.told < opened for one in spectators):
            following = at  # one has become old enough since they were told
        if following is not None and spectators:
            wait = max(0, following - at) / 1000
            self._alarms[table.id] = asyncio.get_running_loop().call_later(wait, self._tell, table)

    def _tell(self, table: Table) -> None:
        tell_state(table)
        self.attend(table)

    def close(self) -> None:
        for alarm in self._alarms.values():
            alarm.cancel()
