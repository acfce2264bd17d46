"""One writer for all changes, which commits together what waits together.

A commit costs a write to the disk; under load many moves share one. Nobody hears of a change before
it is committed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import Any

from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .database import prepare_sqlite
from .prepared import Steps
from .schema import entries
from .sqlite_writer import Row, ShortWay

_MOST_IN_A_GROUP = 256

Job = Callable[[AsyncConnection], Awaitable[Any]]
Item = Row | Steps | Job
Waiting = tuple[Item, "asyncio.Future[Any]"]


class TakenError(Exception):
    """Another worker was quicker: an entry with this number stands in the log already."""


class Writer:
    """Hand it rows and jobs; it answers when they are on disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        # Compiled once: doing so for every group would cost more than storing it.
        columns = [column.name for column in entries.columns]
        self._insert = str(insert(entries).compile(dialect=engine.dialect, column_keys=columns))
        self._short_way: ShortWay | None = None
        if engine.dialect.name == "sqlite" and engine.url.database:
            self._short_way = ShortWay(engine.url.database, self._insert, prepare_sqlite)
        self._waiting: list[Waiting] = []
        self._work: asyncio.Task[None] | None = None
        self.took: Callable[[float], None] = lambda seconds: None  # told how long each commit was

    async def add_entry(self, row: Row) -> None:
        """Append to the log of a table; TakenError if its number is taken."""
        await self._enqueue(row)

    async def take(self, steps: Steps) -> bool:
        """Whether the first step has changed anything, and so the others were taken, too."""
        return bool(await self._enqueue(steps))

    async def run(self, job: Job) -> Any:
        """Run a job in a transaction, together with others; its result."""
        return await self._enqueue(job)

    async def finish(self) -> None:
        """Wait until everything handed in is on disk."""
        while self._work is not None:
            await asyncio.shield(self._work)
        if self._short_way:
            await self._short_way.close()

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
        begun = perf_counter()
        try:
            answers = await self._commit([item for item, _ in group])
        except Exception as error:
            if len(group) > 1:  # one of them is at fault; the others must not suffer for it
                for waiting in group:
                    await self._write([waiting])
                return
            answers = [TakenError() if isinstance(error, IntegrityError | sqlite3.IntegrityError) else error]
        self.took(perf_counter() - begun)
        for (_, done), answer in zip(group, answers, strict=True):
            if done.cancelled():
                continue
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)

    async def _commit(self, items: Sequence[Item]) -> list[Any]:
        """The answer to each of them."""
        changes = [item for item in items if isinstance(item, Steps)]
        rows = [item for item in items if isinstance(item, tuple)]
        if self._short_way and len(rows) + len(changes) == len(items):
            made = iter(await self._short_way.commit(rows, changes))
            return [next(made) if isinstance(item, Steps) else None for item in items]
        async with self._engine.begin() as connection:
            if rows:
                await connection.exec_driver_sql(self._insert, rows)
            return [await self._do(item, connection) for item in items]

    @staticmethod
    async def _do(item: Item, connection: AsyncConnection) -> Any:
        if isinstance(item, Steps):
            if (await connection.exec_driver_sql(*item.first)).rowcount == 0:
                return False
            for step in item.others:
                await connection.exec_driver_sql(*step)
            return True
        return None if isinstance(item, tuple) else await item(connection)
