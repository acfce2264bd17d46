"""Clocks: when a player runs out of time, the others are asked whether a bot may play on."""

from __future__ import annotations

import asyncio
import time

import structlog

from ..refusal import RefusalError
from ..retrying import keep_trying
from ..server_time import now
from ..spec import DaysClock
from .proposals import ask_about_time, lapse
from .service import Command, Tables
from .spectator_delay import is_delayed, openings
from .table import Table
from .watching import tell_state

GRACE = 15_000  # extra milliseconds for a disconnected player, once per game
AFTER_BOOT = 3_600_000  # milliseconds to move after a restart, in games with days per move
BEAT = 1.0  # seconds
FREEZE = 2_000  # milliseconds by which a beat must be late to count as a freeze
_log = structlog.get_logger()


class Clocks:
    """Keeps one alarm per table: for the player to move, or for a proposal that lapses."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._alarms: dict[str, asyncio.TimerHandle] = {}

    def attend(self, table: Table) -> None:
        """Reset the alarm of a table after a change, or when somebody connects or disconnects."""
        if alarm := self._alarms.pop(table.id, None):
            alarm.cancel()
        session = table.session
        if session is None or table.status != "playing":
            rematch = table.proposals.get("rematch")
            if rematch and rematch.until is not None:
                self._set_alarm(table, rematch.until, lapse, "rematch", rematch.number)
            return
        asked = table.proposals.get("replace")
        if asked and table.is_overdue and asked.until is not None:
            self._set_alarm(table, asked.until, lapse, "replace", session.number)
        elif (deadline := session.deadline()) is not None:
            seat = session.to_move
            assert seat is not None
            if isinstance(table.spec.clock, DaysClock):
                deadline = max(deadline, self._tables.booted + AFTER_BOOT)
            elif not table.here()[seat]:
                deadline += GRACE
            self._set_alarm(table, deadline, ask_about_time, seat, session.number)

    def _set_alarm(self, table: Table, at: int, command: Command, *request: int | str) -> None:
        seconds = max(0, at - now()) / 1000
        loop = asyncio.get_running_loop()
        self._alarms[table.id] = loop.call_later(seconds, self._ring, table.id, command, *request)

    def _ring(self, id: str, command: Command, *request: int | str) -> None:
        self._alarms.pop(id, None)
        self._tables.start_task(self._end_turn(id, command, *request))

    async def _end_turn(self, id: str, command: Command, *request: int | str) -> None:
        """Run the command of an alarm, and retry until it is stored."""

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
        """Give players back the time for which this process was stopped."""
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
        """Cancel all alarms."""
        for alarm in self._alarms.values():
            alarm.cancel()


class DelayedViews:
    """Keeps one alarm per table with delayed spectators, for when the next position may be shown."""

    def __init__(self) -> None:
        self._alarms: dict[str, asyncio.TimerHandle] = {}

    def attend(self, table: Table) -> None:
        """Reset the alarm of a table."""
        if alarm := self._alarms.pop(table.id, None):
            alarm.cancel()
        session = table.session
        if session is None or session.is_over or not is_delayed(table.spec):
            return
        at = now()
        opened, following = openings(session, at)
        spectators = [one for one in table.watchers if not table.sits(one.person)]
        if opened is not None and any(one.told < opened for one in spectators):
            following = at  # a position became old enough since the last update
        if following is not None and spectators:
            wait = max(0, following - at) / 1000
            self._alarms[table.id] = asyncio.get_running_loop().call_later(wait, self._tell, table)

    def _tell(self, table: Table) -> None:
        tell_state(table)
        self.attend(table)

    def close(self) -> None:
        """Cancel all alarms."""
        for alarm in self._alarms.values():
            alarm.cancel()
