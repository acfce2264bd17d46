"""Keeps workers in sync: each publishes what it has committed. Needs Redis.

The database decides what has happened; messages only spread it quickly. Messages can be lost while Redis is
down, so every few seconds each worker compares what it has in memory with the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import structlog
from msgspec import UNSET, Struct

from .. import server_time
from ..ids import new_id
from ..messages.from_server import ReviewProgress, Thinking
from ..messages.opponents import PersonalNews
from ..messages.table_info import Person
from ..server_time import now
from ..tables import watching
from ..tables.changes import Change, News
from ..tables.service import Tables
from ..tables.table import NOBODY, Audience, Table
from .redis_bus import Bus, open_bus
from .worker_messages import (
    BotThinking,
    Committed,
    Heartbeat,
    Message,
    MessageBatch,
    PoolChanged,
    Renamed,
    ReviewNews,
    SessionsEnded,
    Stopping,
    TableOpened,
    ToPerson,
    Watchers,
    decode,
    encode,
)

BEAT = 3.0  # seconds from one sign of life to the next
SECONDS_TO_ANSWER = 1.0  # for the others, when a worker starts
LOST = 10.0  # seconds without a sign of life, after which a worker counts as gone
_MOST_AT_ONCE = 500  # tables in a query
_log = structlog.get_logger()


class OtherWorker(Struct):
    """What this worker knows about another one."""

    seen: float
    here: dict[str, Audience] = {}


class Sync:
    """Exchanges messages with the other workers. Each worker has one."""

    def __init__(self, tables: Tables, bus: Bus) -> None:
        self._tables, self._bus = tables, bus
        self.name = new_id()
        self.sessions_ended: list[Callable[[str, set[str] | None], None]] = []  # at other workers
        # A table has changed there: its id, people at it as far as is known, whether public lists may change.
        self.changed_elsewhere: list[Callable[[str, list[str], bool], None]] = []
        self.review_listeners: list[Callable[[ReviewProgress], None]] = []  # to reviews at other workers
        self.person_listeners: list[Callable[[str, PersonalNews], None]] = []  # to news from other workers
        self.pool_listeners: list[Callable[[], None]] = []  # somebody looks for an opponent there
        self.message_listeners: list[Callable[[str, Message], None]] = []  # to all other messages
        self.beat_listeners: list[Callable[[], None]] = []  # called with each sign of life
        self.loss_listeners: list[Callable[[str], None]] = []  # called when another worker is gone
        self._others: dict[str, OtherWorker] = {}
        self._waiting: list[Message] = []
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._claims: set[str] = set()
        self._has_time = False

    async def start(self) -> None:
        """Announce this worker, and start listening."""
        for work in (self._write(), self._read()):
            self._do(work)
        self._sign_of_life(new=True)
        await self._agree_on_time()
        self._tables.booted = await self._bus.first_of_all(now())
        self._tables.subscribers.append(self._committed)
        self._tables.open_listeners.append(self._opened)
        self._tables.presence_listeners.append(self._tell_watchers)
        self._tables.rename_listeners.append(self._renamed)
        self._do(self._beat())

    async def _agree_on_time(self) -> None:
        """Wait until another worker has sent its time, or all of them are new, too."""
        others = await self._bus.listeners() - 1
        deadline = time.monotonic() + SECONDS_TO_ANSWER
        while not self._has_time and len(self._others) < others and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        self._has_time = True

    async def close(self) -> None:
        """Tell the others that this worker stops, so that they take over at once."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bus.drop(self._claims)
        await self._bus.publish(encode(MessageBatch(self.name, [*self._waiting, Stopping()])))

    # --- telling others

    def send(self, message: Message) -> None:
        """Queue a message for the next batch."""
        self._waiting.append(message)
        self._wake.set()

    def _committed(self, table: Table, change: Change, ours: bool) -> None:
        if ours:
            self.send(Committed(change.news))

    def _opened(self, table: Table) -> None:
        people = [sitter.id for sitter in table.sitting if sitter]
        self.send(TableOpened(table.id, people, table.spec.public))

    def _tell_watchers(self, table: Table) -> None:
        self.send(Watchers(table.id, table.audience()))

    def _renamed(self, person: Person, ours: bool) -> None:
        if ours:
            self.send(Renamed(person))

    def tell_thinking(self, message: Thinking) -> None:
        """Tell the other workers that a bot is thinking."""
        self.send(BotThinking(message))

    def tell_review(self, message: ReviewProgress) -> None:
        """Tell the other workers how far a review is here."""
        self.send(ReviewNews(message))

    def tell_person(self, person: str, news: PersonalNews) -> None:
        """Tell the other workers news for a person."""
        self.send(ToPerson(person, news))

    def tell_pool_changed(self) -> None:
        """Tell the other workers that somebody looks for an opponent."""
        self.send(PoolChanged())

    def tell_sessions_ended(self, person: str, sessions: set[str] | None) -> None:
        """Tell the other workers that sessions have ended."""
        self.send(SessionsEnded(person, None if sessions is None else sorted(sessions)))

    async def _write(self) -> None:
        """Send one batch with everything since the last: under load, many moves share one."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            messages, self._waiting = self._waiting, []
            await self._bus.publish(encode(MessageBatch(self.name, messages)))

    # --- hearing from others

    async def _read(self) -> None:
        async for data in self._bus.batches():
            try:
                batch = decode(data)
            except msgspec.DecodeError:
                _log.warning("another worker runs a version that this one cannot read")
                continue
            if batch.worker != self.name:
                for message in batch.messages:
                    self._take(batch.worker, message)

    def _take(self, worker: str, message: Message) -> None:
        match message:
            case Committed(news):
                if self._tables.is_known(news.table):
                    self._do(self._follow(news))
                else:
                    self._committed_elsewhere(news)
            case TableOpened(id, people, public):
                self._changed_elsewhere(id, people, public)
            case BotThinking(thinking):
                if table := self._tables.in_use.get(thinking.table):
                    watching.send(thinking, table.watchers)
            case ReviewNews(progress):
                for hear in self.review_listeners:
                    hear(progress)
            case Renamed(person):
                self._tables.renamed(person)
            case SessionsEnded(person, sessions):
                for listener in self.sessions_ended:
                    listener(person, None if sessions is None else set(sessions))
            case Watchers(id, audience):
                self._hear_from(worker).here[id] = audience
                self._presence_changed([id])
            case Heartbeat(here, new, at):
                other = self._hear_from(worker)
                if at is not None and not self._has_time:
                    self._set_clock(at)
                before, other.here = other.here, here
                different = [id for id in {*before, *here} if before.get(id) != here.get(id)]
                self._presence_changed(different)
                if new:
                    self._sign_of_life(new=False)
            case ToPerson(person, personal):
                for tell in self.person_listeners:
                    tell(person, personal)
            case PoolChanged():
                for wake in self.pool_listeners:
                    wake()
            case Stopping():
                self._lose(worker)
            case _:
                for listen in self.message_listeners:
                    listen(worker, message)

    def _changed_elsewhere(self, id: str, people: list[str], is_listed: bool) -> None:
        for listener in self.changed_elsewhere:
            listener(id, people, is_listed)

    def _committed_elsewhere(self, news: News) -> None:
        sitting = [] if news.sitting is UNSET else news.sitting
        is_listed = news.status is not UNSET or news.sitting is not UNSET
        self._changed_elsewhere(news.table, [one.id for one in sitting if one], is_listed)

    async def _follow(self, news: News) -> None:
        """Apply changes in the order of arrival: the table's lock is fair."""
        try:
            await self._tables.follow(news)
        except Exception:
            _log.exception("a change of another worker could not be followed", table=news.table)
        self._committed_elsewhere(news)  # only now: readers of the table in memory must find the change

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- who is here

    def _presence_changed(self, ids: Iterable[str]) -> None:
        others = self._others.values()
        for id in ids:
            self._tables.set_elsewhere(id, sum((other.here.get(id, NOBODY) for other in others), NOBODY))

    def _hear_from(self, worker: str) -> OtherWorker:
        other = self._others.setdefault(worker, OtherWorker(0.0))
        other.seen = time.monotonic()
        return other

    def _sign_of_life(self, new: bool) -> None:
        tables = self._tables.in_use.values()
        here = {table.id: table.audience() for table in tables if table.watchers}
        self.send(Heartbeat(here, new, now() if self._has_time else None))
        for tell in self.beat_listeners:
            tell()

    def _set_clock(self, at: int) -> None:
        self._has_time = True
        if difference := server_time.follow(at):
            _log.warning("the machine's clock has jumped: using the others' time", milliseconds=difference)

    def _lose(self, worker: str) -> None:
        """Forget a worker and those who watched there."""
        if other := self._others.pop(worker, None):
            self._presence_changed(other.here)
            for tell in self.loss_listeners:
                tell(worker)

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
        """Reload tables whose changes were lost."""
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
        """Claim something until it is done or this worker is gone. Return False if another worker has it."""
        if not await self._bus.claim(what, self.name):
            return False
        self._claims.add(what)
        return True

    def done(self, what: str) -> None:
        """Stop renewing a claim."""
        self._claims.discard(what)


@asynccontextmanager
async def between_workers(tables: Tables, redis: str, installation: bytes) -> AsyncIterator[Sync]:
    """Connect to the other workers. `installation` is a secret that all of them share."""
    async with open_bus(redis, installation) as bus:
        sync = Sync(tables, bus)
        await sync.start()
        try:
            yield sync
        finally:
            await sync.close()
