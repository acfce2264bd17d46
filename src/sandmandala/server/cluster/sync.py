"""Between workers: each tells the others what happens at its tables. There is one only with Redis.

The log decides what has happened; news make it known at once. News can be lost, when Redis is away for a
while: so every few seconds each worker compares what it has in memory with the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from ..accounts.people import new_id
from ..messages import Asked, Person, Thinking, What
from ..refusal import RefusalError
from ..spec import Entry
from ..tables.proposals import Asking
from ..tables.service import Hall
from ..tables.table import Table
from ..timestamps import now
from .redis_bus import Post, open_post

BEAT = 3.0  # seconds from one sign of life to the next
LOST = 10.0  # without a sign of life for so long, a worker is gone
_MOST_AT_ONCE = 500  # tables in a query
_log = structlog.get_logger()


class Entered(Struct, frozen=True, tag="entered", array_like=True):
    """The log of a table has a new entry."""

    table: str
    number: int
    at: int
    entry: Entry


class Changed(Struct, frozen=True, tag="changed", array_like=True):
    """Something else about a table has changed: the database has it."""

    table: str


class Told(Struct, frozen=True, tag="told", array_like=True):
    """All who watch a table are told this."""

    table: str
    message: Asked | Thinking


class Answered(Struct, frozen=True, tag="answered", array_like=True):
    """To the worker at which a question was asked."""

    table: str
    what: What
    seats: list[int]
    yes: bool


class Renamed(Struct, frozen=True, tag="renamed", array_like=True):
    person: Person


class Here(Struct, frozen=True, tag="here", array_like=True):
    """Who watches a table at this worker."""

    table: str
    people: list[str]


class Alive(Struct, frozen=True, tag="alive", array_like=True):
    """A sign of life, with all who watch at this worker. A new worker asks the others for theirs."""

    here: dict[str, list[str]]
    new: bool


class Left(Struct, frozen=True, tag="left", array_like=True):
    """This worker stops."""


News = Entered | Changed | Told | Answered | Renamed | Here | Alive | Left


class Letter(Struct, frozen=True, array_like=True):
    """Whatever a worker had to tell since its last one."""

    worker: str
    news: list[News]


class Other(Struct):
    """Another worker, as far as is known here."""

    seen: float
    here: dict[str, list[str]] = {}


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Letter).decode


class Relay:
    """One for each worker."""

    def __init__(self, hall: Hall, post: Post) -> None:
        self._hall, self._post, self._asking = hall, post, Asking(hall)
        self.name = new_id()
        self._others: dict[str, Other] = {}
        self._waiting: list[News] = []
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._claims: set[str] = set()

    async def start(self) -> None:
        self._hall.booted = await self._post.first_of_all(now())
        self.send(Alive({}, new=True))
        for work in (self._write(), self._read(), self._beat()):
            self._do(work)
        self._hall.relay = self

    async def close(self) -> None:
        """Tell the others, so that they take over at once."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._post.drop(self._claims)
        await self._post.publish(_encode(Letter(self.name, [*self._waiting, Left()])))

    # --- telling others

    def send(self, news: News) -> None:
        self._waiting.append(news)
        self._wake.set()

    def entered(self, table: Table) -> None:
        """The last entry of the table's log is ours."""
        assert table.course
        entry = table.course.log[-1][0]
        self.send(Entered(table.id, table.course.number, table.course.since, entry))

    def changed(self, table: Table) -> None:
        self.send(Changed(table.id))

    def told(self, table: Table, message: Asked | Thinking) -> None:
        self.send(Told(table.id, message))

    def renamed(self, person: Person) -> None:
        self.send(Renamed(person))

    def answered(self, table: Table, what: What, seats: Iterable[int], yes: bool) -> None:
        self.send(Answered(table.id, what, list(seats), yes))

    def here(self, table: Table) -> None:
        self.send(Here(table.id, _people(table)))

    async def _write(self) -> None:
        """One letter for everything that has come up since the last: under load, many moves share one."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            news, self._waiting = self._waiting, []
            await self._post.publish(_encode(Letter(self.name, news)))

    # --- hearing from others

    async def _read(self) -> None:
        async for data in self._post.letters():
            try:
                letter = _decode(data)
            except msgspec.DecodeError:
                _log.warning("another worker sent what this version cannot read")
                continue
            if letter.worker != self.name:
                for news in letter.news:
                    self._take(letter.worker, news)

    def _take(self, worker: str, news: News) -> None:
        match news:
            case Entered(id, number, at, entry):
                self._at(id, lambda table: self._hall.follow(table, number, entry, at))
            case Changed(id):
                self._at(id, self._hall.refresh)
            case Told(id, message):
                self._at(id, lambda table: self._tell(worker, table, message))
            case Answered(id, what, seats, yes):
                self._at(id, lambda table: self._answer(table, what, seats, yes))
            case Renamed(person):
                self._do(self._hall.rename_here(person))
            case Here(id, people):
                self._hear_from(worker).here[id] = people
                self._tell_presence([id])
            case Alive(here, new):
                other = self._hear_from(worker)
                different = [id for id in {*other.here, *here} if other.here.get(id) != here.get(id)]
                other.here = here
                self._tell_presence(different)
                if new:
                    self._sign_of_life(new=False)
            case Left():
                self._lose(worker)

    def _at(self, id: str, work: Any) -> None:
        """Do something at a table if it is in use here, in the order in which it is heard."""
        if (table := self._hall.tables.get(id)) or id in self._hall.loading:
            self._do(self._guarded(id, table, work))

    async def _guarded(self, id: str, table: Table | None, work: Any) -> None:
        try:
            await work(table or await self._hall.table(id))
        except RefusalError:
            pass  # the game has gone on meanwhile
        except Exception:
            _log.exception("what another worker told could not be followed", table=id)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, worker: str, table: Table, message: Asked | Thinking) -> None:
        async with table.lock:
            if isinstance(message, Asked):
                self._asking.mirror(table, message, worker)
        table.tell(message)

    async def _answer(self, table: Table, what: What, seats: list[int], yes: bool) -> None:
        if what in table.asked and what not in table.asked_at:
            await self._asking.take_answer(table, what, set(seats), yes)

    # --- who is here

    def elsewhere(self, id: str) -> frozenset[str]:
        """Who watches a table at other workers."""
        return frozenset(person for other in self._others.values() for person in other.here.get(id, ()))

    def _tell_presence(self, ids: Iterable[str]) -> None:
        for id in ids:
            if table := self._hall.tables.get(id):
                table.elsewhere = self.elsewhere(id)
                table.tell(table.presence())
                self._hall.after_change(table)

    def _hear_from(self, worker: str) -> Other:
        other = self._others.setdefault(worker, Other(0.0))
        other.seen = time.monotonic()
        return other

    def _sign_of_life(self, new: bool) -> None:
        tables = self._hall.tables.values()
        self.send(Alive({table.id: _people(table) for table in tables if table.watchers}, new))

    def _lose(self, worker: str) -> None:
        """A worker is gone: nobody is there any more, and nobody waits there for an answer."""
        if other := self._others.pop(worker, None):
            for table in list(self._hall.tables.values()):
                self._asking.forget_worker(table, worker)
            self._tell_presence(other.here)

    # --- every few seconds

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._post.keep(self._claims, self._hall.booted)
                self._sign_of_life(new=False)
                late = time.monotonic() - LOST
                for worker in [name for name, other in self._others.items() if other.seen < late]:
                    _log.warning("another worker is gone", worker=worker)
                    self._lose(worker)
                await self._compare()
            except Exception:
                _log.exception("a look at the other workers failed")

    async def _compare(self) -> None:
        """Catch up where news were lost."""
        ids = list(self._hall.tables)
        for start in range(0, len(ids), _MOST_AT_ONCE):
            some = ids[start : start + _MOST_AT_ONCE]
            stored = await self._hall.store.standings(some)
            for table in filter(None, map(self._hall.tables.get, some)):
                number = table.course.number if table.course else 0
                status, last = stored.get(table.id, ("dropped", 0))
                if not table.lock.locked() and (status != table.status or last > number):
                    await self._hall.refresh(table)

    # --- one worker at a time

    async def claim(self, what: str) -> bool:
        """Whether it is for this worker to do; others stand back until it is done or the worker is gone."""
        if not await self._post.claim(what, self.name):
            return False
        self._claims.add(what)
        return True

    def done(self, what: str) -> None:
        self._claims.discard(what)


@asynccontextmanager
async def between_workers(hall: Hall, redis: str, installation: bytes) -> AsyncIterator[None]:
    """Tells and hears; `installation` is a secret that all its workers share."""
    async with open_post(redis, installation) as post:
        relay = Relay(hall, post)
        await relay.start()
        try:
            yield
        finally:
            await relay.close()


def _people(table: Table) -> list[str]:
    return sorted({watcher.person for watcher in table.watchers if watcher.person})
