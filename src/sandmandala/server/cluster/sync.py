"""Keeps workers in step: each tells the others what it has committed. Needs Redis.

The database decides what has happened; messages make it known at once. Messages can be lost while Redis is
away, so every few seconds each worker compares what it has in memory with the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from ..accounts.people import new_id
from ..messages import Person, Thinking
from ..tables import watching
from ..tables.changes import Change, News
from ..tables.service import Tables
from ..tables.table import Table
from ..timestamps import now
from .redis_bus import Bus, open_bus

BEAT = 3.0  # seconds from one sign of life to the next
LOST = 10.0  # seconds without a sign of life, after which a worker counts as gone
_MOST_AT_ONCE = 500  # tables in a query
_log = structlog.get_logger()


class Committed(Struct, frozen=True, tag="committed", array_like=True):
    """A table has changed."""

    news: News


class BotThinks(Struct, frozen=True, tag="thinks", array_like=True):
    """A bot has begun to think."""

    message: Thinking


class Renamed(Struct, frozen=True, tag="renamed", array_like=True):
    person: Person


class SessionsEnded(Struct, frozen=True, tag="ended", array_like=True):
    """A person's sockets must be closed: those of these sessions, or all of them."""

    person: str
    sessions: list[str] | None


class Here(Struct, frozen=True, tag="here", array_like=True):
    """Who watches a table at this worker."""

    table: str
    people: list[str]


class Alive(Struct, frozen=True, tag="alive", array_like=True):
    """A sign of life, with everybody who watches at this worker. A new worker asks the others for theirs."""

    here: dict[str, list[str]]
    new: bool


class Left(Struct, frozen=True, tag="left", array_like=True):
    """This worker stops."""


Message = Committed | BotThinks | Renamed | SessionsEnded | Here | Alive | Left


class Letter(Struct, frozen=True, array_like=True):
    """All that a worker had to tell since its last letter."""

    worker: str
    messages: list[Message]


class Other(Struct):
    """Another worker, as far as is known here."""

    seen: float
    here: dict[str, list[str]] = {}


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Letter).decode


class Sync:
    """One for each worker."""

    def __init__(self, tables: Tables, bus: Bus) -> None:
        self._tables, self._bus = tables, bus
        self.name = new_id()
        self.sessions_ended: list[Callable[[str, set[str] | None], None]] = []  # at other workers
        self._others: dict[str, Other] = {}
        self._waiting: list[Message] = []
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._claims: set[str] = set()

    async def start(self) -> None:
        self._tables.booted = await self._bus.first_of_all(now())
        self._tables.subscribers.append(self._committed)
        self._tables.presence_listeners.append(lambda table: self.send(Here(table.id, _people(table))))
        self._tables.rename_listeners.append(lambda person: self.send(Renamed(person)))
        self.send(Alive({}, new=True))
        for work in (self._write(), self._read(), self._beat()):
            self._do(work)

    async def close(self) -> None:
        """Tell the others, so that they take over at once."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bus.drop(self._claims)
        await self._bus.publish(_encode(Letter(self.name, [*self._waiting, Left()])))

    # --- telling others

    def send(self, message: Message) -> None:
        self._waiting.append(message)
        self._wake.set()

    def _committed(self, table: Table, change: Change, ours: bool) -> None:
        if ours:
            self.send(Committed(change.news))

    def tell_thinking(self, message: Thinking) -> None:
        self.send(BotThinks(message))

    def tell_sessions_ended(self, person: str, sessions: set[str] | None) -> None:
        self.send(SessionsEnded(person, None if sessions is None else sorted(sessions)))

    async def _write(self) -> None:
        """One letter for everything that has come up since the last: under load, many moves share one."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            messages, self._waiting = self._waiting, []
            await self._bus.publish(_encode(Letter(self.name, messages)))

    # --- hearing from others

    async def _read(self) -> None:
        async for data in self._bus.letters():
            try:
                letter = _decode(data)
            except msgspec.DecodeError:
                _log.warning("another worker runs a version that this one cannot read")
                continue
            if letter.worker != self.name:
                for message in letter.messages:
                    self._take(letter.worker, message)

    def _take(self, worker: str, message: Message) -> None:
        match message:
            case Committed(news):
                if self._tables.is_known(news.table):
                    self._do(self._follow(news))
            case BotThinks(thinking):
                if table := self._tables.in_use.get(thinking.table):
                    watching.send(thinking, table.watchers)
            case Renamed(person):
                self._tables.renamed(person)
            case SessionsEnded(person, sessions):
                for listener in self.sessions_ended:
                    listener(person, None if sessions is None else set(sessions))
            case Here(id, people):
                self._hear_from(worker).here[id] = people
                self._presence_changed([id])
            case Alive(here, new):
                other = self._hear_from(worker)
                different = [id for id in {*other.here, *here} if other.here.get(id) != here.get(id)]
                other.here = here
                self._presence_changed(different)
                if new:
                    self._sign_of_life(new=False)
            case Left():
                self._lose(worker)

    async def _follow(self, news: News) -> None:
        """In the order in which they are heard: the table's lock is fair."""
        try:
            await self._tables.follow(news)
        except Exception:
            _log.exception("a change of another worker could not be followed", table=news.table)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- who is here

    def _elsewhere(self, id: str) -> frozenset[str]:
        """Who watches a table at other workers."""
        return frozenset(person for other in self._others.values() for person in other.here.get(id, ()))

    def _presence_changed(self, ids: Iterable[str]) -> None:
        for id in ids:
            self._tables.set_elsewhere(id, self._elsewhere(id))

    def _hear_from(self, worker: str) -> Other:
        other = self._others.setdefault(worker, Other(0.0))
        other.seen = time.monotonic()
        return other

    def _sign_of_life(self, new: bool) -> None:
        tables = self._tables.in_use.values()
        self.send(Alive({table.id: _people(table) for table in tables if table.watchers}, new))

    def _lose(self, worker: str) -> None:
        """A worker is gone, and so are those who watched there."""
        if other := self._others.pop(worker, None):
            self._presence_changed(other.here)

    # --- every few seconds

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._bus.keep(self._claims, self._tables.booted)
                self._sign_of_life(new=False)
                late = time.monotonic() - LOST
                for worker in [name for name, other in self._others.items() if other.seen < late]:
                    _log.warning("another worker is gone", worker=worker)
                    self._lose(worker)
                await self._compare()
            except Exception:
                _log.exception("a look at the other workers failed")

    async def _compare(self) -> None:
        """Catch up where messages were lost."""
        ids = list(self._tables.in_use)
        for start in range(0, len(ids), _MOST_AT_ONCE):
            some = ids[start : start + _MOST_AT_ONCE]
            stored = await self._tables.store.versions(some)
            for table in filter(None, map(self._tables.in_use.get, some)):
                version, number = stored.get(table.id, (-1, 0))
                behind = version > table.version or number > table.number or version < 0
                if behind and not table.lock.locked():
                    await self._tables.reload(table)

    # --- one worker at a time

    async def claim(self, what: str) -> bool:
        """Whether it is for this worker to do; others stand back until it is done or the worker is gone."""
        if not await self._bus.claim(what, self.name):
            return False
        self._claims.add(what)
        return True

    def done(self, what: str) -> None:
        self._claims.discard(what)


@asynccontextmanager
async def between_workers(tables: Tables, redis: str, installation: bytes) -> AsyncIterator[Sync]:
    """`installation` is a secret that all its workers share."""
    async with open_bus(redis, installation) as bus:
        sync = Sync(tables, bus)
        await sync.start()
        try:
            yield sync
        finally:
            await sync.close()


def _people(table: Table) -> list[str]:
    return sorted({watcher.person for watcher in table.watchers if watcher.person})
