"""The writer: commits waiting changes in groups.

A commit costs a write to the disk; under load many moves share one. Changes are published only after they are
committed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .backends import AtomicChange, backend_of
from .prepared import LogRow, Statement

_MOST_IN_A_GROUP = 256

Job = Callable[[AsyncConnection], Awaitable[Any]]
Item = TypeVar("Item")
Waiting = tuple[Item, "asyncio.Future[Any]"]

# The database itself fails: trying each change of a group separately would only take longer.
_OUT_OF_ORDER = (sqlite3.OperationalError, OperationalError, InterfaceError, PoolTimeoutError, OSError)


class TakenError(Exception):
    """A job violated a constraint: another worker or request was faster."""


class NotStoredError(OSError):
    """The database could not store a change, or did not confirm it."""


class _UnchangedError(Exception):
    """A statement changed nothing, so that nothing is to be changed."""


class Writer:
    """Stores log entries, lists of statements and jobs, and returns when they are on disk."""

    def __init__(self, engine: AsyncEngine, observe: Callable[[float], None] = lambda seconds: None) -> None:
        self._engine, self._backend = engine, backend_of(engine)
        self._rows: list[Waiting[LogRow]] = []
        self._changes: list[Waiting[AtomicChange]] = []
        self._jobs: list[Waiting[Job]] = []
        self._work: asyncio.Task[None] | None = None
        self._observe = observe  # called with the seconds that each commit took

    def append(self, row: LogRow) -> asyncio.Future[bool]:
        """Append a log entry. Return False if its number is taken."""
        return self._enqueue(self._rows, row)

    def change(self, statements: Sequence[Statement], entry: LogRow | None = None) -> asyncio.Future[bool]:
        """Run statements and append a log entry, atomically.

        Return False, with nothing changed, if a statement affects no row or the entry's number is taken.
        """
        return self._enqueue(self._changes, AtomicChange(statements, entry))

    async def change_alone(self, statements: Sequence[Statement]) -> bool:
        """Like `change`, in a transaction of its own: for statements that lock rows of several people.

        In a group with others, two workers could wait for one another. Lock the rows in a fixed order.
        """

        async def work(connection: AsyncConnection) -> None:
            for statement in statements:
                if (await connection.exec_driver_sql(*statement)).rowcount == 0:
                    raise _UnchangedError

        try:
            await self.run(work)
        except (_UnchangedError, TakenError):
            return False
        return True

    def run(self, job: Job) -> asyncio.Future[Any]:
        """Run a job in a transaction and return its result. Raises TakenError on a violated constraint."""
        return self._enqueue(self._jobs, job)

    async def finish(self) -> None:
        """Wait until everything is on disk."""
        while self._work is not None:
            await asyncio.shield(self._work)
        await self._backend.close()

    def _enqueue(self, queue: list[Waiting[Item]], item: Item) -> asyncio.Future[Any]:
        done = asyncio.get_running_loop().create_future()
        queue.append((item, done))
        if self._work is None:
            self._work = asyncio.create_task(self._write_all())
        return done

    async def _write_all(self) -> None:
        try:
            while self._rows or self._changes or self._jobs:
                rows, changes, jobs = _first(self._rows), _first(self._changes), _first(self._jobs)
                if rows or changes:
                    await self._commit(rows, changes)
                for job, done in jobs:
                    await self._run(job, done)
        finally:
            self._work = None

    async def _run(self, job: Job, done: asyncio.Future[Any]) -> None:
        try:
            async with self._engine.begin() as connection:
                answer = await job(connection)
            _answer(done, answer)
        except Exception as error:
            _fail(done, error)

    async def _commit(self, rows: list[Waiting[LogRow]], changes: list[Waiting[AtomicChange]]) -> None:
        begun, all_of_them = perf_counter(), [done for _, done in [*rows, *changes]]
        try:
            answers = await self._backend.commit([row for row, _ in rows], [change for change, _ in changes])
        except Exception as error:
            if len(all_of_them) > 1 and not isinstance(error, _OUT_OF_ORDER):
                for row in rows:  # one of them failed; the others are tried alone
                    await self._commit([row], [])
                for change in changes:
                    await self._commit([], [change])
                return
            for done in all_of_them:
                _fail(done, error)
            return
        self._observe(perf_counter() - begun)
        for done, answer in zip(all_of_them, answers, strict=True):
            _answer(done, answer)


def _first(queue: list[Waiting[Item]]) -> list[Waiting[Item]]:
    """Remove the next group from a queue."""
    group = queue[:_MOST_IN_A_GROUP]
    del queue[:_MOST_IN_A_GROUP]
    return group


def _answer(done: asyncio.Future[Any], answer: Any) -> None:
    if not done.done():
        done.set_result(answer)


def _fail(done: asyncio.Future[Any], error: Exception) -> None:
    if done.done():
        return
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        done.set_exception(TakenError())
    elif isinstance(error, DBAPIError | sqlite3.Error | PoolTimeoutError | OSError):
        failure = NotStoredError(str(error).partition("\n")[0])
        failure.__cause__ = error
        done.set_exception(failure)
    else:
        done.set_exception(error)
