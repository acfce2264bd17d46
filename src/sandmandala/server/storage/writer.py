"""The one writer: commits together what waits together.

A commit costs a write to the disk; under load many moves share one. Nobody hears of a change before it is
committed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import Any

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .backends import Statements, backend_of
from .prepared import LogRow

_MOST_IN_A_GROUP = 256

Job = Callable[[AsyncConnection], Awaitable[Any]]
Item = LogRow | list[Any] | Job
Waiting = tuple[Item, "asyncio.Future[Any]"]

# The database itself is in trouble: trying each change of a group by itself would only take longer.
_OUT_OF_ORDER = (sqlite3.OperationalError, OperationalError, InterfaceError, PoolTimeoutError, OSError)


class TakenError(Exception):
    """A job broke a constraint: another worker, or another request, was quicker."""


class NotStoredError(OSError):
    """The database could not store a change, or did not say whether it has."""


class Writer:
    """Hand it log entries, lists of statements and jobs; it answers when they are on disk."""

    def __init__(self, engine: AsyncEngine, observe: Callable[[float], None] = lambda seconds: None) -> None:
        self._engine, self._backend = engine, backend_of(engine)
        self._waiting: list[Waiting] = []
        self._work: asyncio.Task[None] | None = None
        self._observe = observe  # called with the seconds that each commit took

    async def append(self, row: LogRow) -> bool:
        """Append to the log of a table; False if the number is taken."""
        return bool(await self._enqueue(row))

    async def change(self, statements: Statements) -> bool:
        """Run statements as one; False, and nothing has changed, if one of them changes nothing."""
        return bool(await self._enqueue(list(statements)))

    async def run(self, job: Job) -> Any:
        """Run a job in a transaction; its result. TakenError if it breaks a constraint."""
        return await self._enqueue(job)

    async def finish(self) -> None:
        """Wait until everything handed in is on disk."""
        while self._work is not None:
            await asyncio.shield(self._work)
        await self._backend.close()

    def _enqueue(self, item: Item) -> asyncio.Future[Any]:
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((item, done))
        if self._work is None:
            self._work = asyncio.create_task(self._write_all())
        return done

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                group = self._waiting[:_MOST_IN_A_GROUP]
                del self._waiting[:_MOST_IN_A_GROUP]
                await self._write(group)
        finally:
            self._work = None

    async def _write(self, group: Sequence[Waiting]) -> None:
        rows = [one for one in group if isinstance(one[0], LogRow)]
        changes = [one for one in group if isinstance(one[0], list)]
        if rows or changes:
            await self._commit(rows, changes)
        for job, done in group:
            if not isinstance(job, LogRow | list):
                try:
                    async with self._engine.begin() as connection:
                        answer = await job(connection)
                    _answer(done, answer)
                except Exception as error:
                    _fail(done, error)

    async def _commit(self, rows: list[Waiting], changes: list[Waiting]) -> None:
        begun, all_of_them = perf_counter(), rows + changes
        try:
            answers = await self._backend.commit(
                [item for item, _ in rows if isinstance(item, LogRow)],
                [item for item, _ in changes if isinstance(item, list)],
            )
        except Exception as error:
            if len(all_of_them) > 1 and not isinstance(error, _OUT_OF_ORDER):
                for one in rows:  # one of them is at fault; the others must not suffer for it
                    await self._commit([one], [])
                for one in changes:
                    await self._commit([], [one])
                return
            for _, done in all_of_them:
                _fail(done, error)
            return
        self._observe(perf_counter() - begun)
        for (_, done), answer in zip(all_of_them, answers, strict=True):
            _answer(done, answer)


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
