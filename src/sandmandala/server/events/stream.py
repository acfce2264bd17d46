"""One stream of events: what has changed on a person's list of tables, as events.

The list tells everything that a person may know without looking at a table, for all workers, and at most once
a second. A slow reader makes nothing grow: of each table only the newest is kept until it can be sent.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator

import msgspec
from msgspec import UNSET

from ..accounts.identity import Identity
from ..messages.events import (
    Event,
    GameEnded,
    GameStarted,
    Ready,
    StillThere,
    StreamEnded,
    StreamStarted,
    TableGone,
    TableWaits,
    YourTurn,
)
from ..messages.from_server import ListedTables
from ..messages.opponents import ChallengeNews, PersonalNews
from ..messages.table_info import TableInfo
from ..spec import encode

PING_AFTER = 15.0  # seconds without an event
MOST_WAITING = 500  # tables and other events that wait for a slow reader
_decode = msgspec.json.Decoder(ListedTables).decode


class EventStream:
    """Turns changes of a list into events. `identity` is that of the program that reads it."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self._me = identity.person.id
        self._changed: dict[str, TableInfo | None] = {}  # None: it has left the list
        self._events: deque[Event] = deque()
        self._known: dict[str, tuple[str, object]] = {}  # by table: what was last sent about it
        self._is_whole = False
        self._ended: StreamEnded | None = None
        self._wake = asyncio.Event()

    # --- taking what is new; must never block

    def hear(self, data: bytes) -> None:
        """Take a message about the list of tables."""
        message = _decode(data)
        self._changed |= {table.id: table for table in message.tables}
        self._changed |= dict.fromkeys(message.gone)
        self._is_whole |= message.whole
        self._check_length()

    def hear_news(self, news: PersonalNews) -> None:
        """Take news for the person. The list already tells which games begin."""
        if isinstance(news, ChallengeNews):
            self._events.append(news)
            self._check_length()

    def end(self, why: StreamEnded) -> None:
        """End the stream: this is its last line."""
        self._ended = self._ended or why
        self._wake.set()

    def _check_length(self) -> None:
        if len(self._changed) + len(self._events) > MOST_WAITING:
            self.end(StreamEnded("too_slow"))
            self._changed.clear()
            self._events.clear()
        self._wake.set()

    # --- sending

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield lines of JSON until the stream ends."""
        yield _line(StreamStarted(self.identity.person))
        is_ready = False
        while self._ended is None:
            try:
                await asyncio.wait_for(self._wake.wait(), PING_AFTER)
            except TimeoutError:
                yield _line(StillThere())
                continue
            self._wake.clear()
            changed, self._changed = self._changed, {}
            events, self._events = self._events, deque()
            for event in [*self._about(changed), *events]:
                yield _line(event)
            if self._is_whole and not is_ready:
                is_ready = True
                yield _line(Ready())
        yield _line(self._ended)

    def _about(self, changed: dict[str, TableInfo | None]) -> Iterator[Event]:
        for id, info in changed.items():
            if info is None:
                if self._known.pop(id, None):
                    yield TableGone(id)
            elif info.status == "over":
                self._known.pop(id, None)
                yield GameEnded(id, info.result)
            elif info.status == "open":
                yield from self._waits(info)
            elif info.status == "playing":
                yield from self._plays(info)

    def _waits(self, info: TableInfo) -> Iterator[Event]:
        mine = [one for one in info.sitting if one.person and one.person.id == self._me]
        missing = any(one.contribution is UNSET for one in mine)
        now = ("open", missing)
        if self._known.get(info.id) != now:
            self._known[info.id] = now
            yield TableWaits(info, missing)

    def _plays(self, info: TableInfo) -> Iterator[Event]:
        seats = [
            one.seat for one in info.sitting if one.person and one.person.id == self._me and one.bot is None
        ]
        status, before = self._known.get(info.id, ("", None))
        if status != "playing":
            yield GameStarted(info, seats)
            before = None
        turn = info.moves if info.turn in seats else None
        self._known[info.id] = "playing", turn
        if turn is not None and turn != before:
            yield YourTurn(info.id, info.moves, info.deadline)


def _line(event: Event) -> bytes:
    return encode(event) + b"\n"
