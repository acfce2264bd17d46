"""The two databases behind one interface: how a group of changes is committed.

A group is one transaction. Each of its changes succeeds or fails by itself: a log entry fails if its number
is taken, a list of statements if one of them changes nothing or breaks a constraint.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .database import prepare_sqlite
from .prepared import LogRow, LogStatements, Statement
from .sqlite_file import SqliteFile, sqlite_uri

Statements = Sequence[Statement]
Job = Callable[[AsyncConnection], Awaitable[Any]]


class Backend(Protocol):
    """What the writer needs of a database."""

    async def commit(self, rows: list[LogRow], changes: Sequence[Statements]) -> list[bool]:
        """Commit a group; for each row and then each change, whether it succeeded."""

    async def run(self, job: Job) -> Any:
        """Run a job in a transaction of its own."""

    async def close(self) -> None:
        """Close the connection; it opens again when it is needed."""


class PostgresBackend:
    """Through SQLAlchemy."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._log = engine, LogStatements(engine.dialect)

    async def commit(self, rows: list[LogRow], changes: Sequence[Statements]) -> list[bool]:
        try:
            async with self._engine.begin() as connection:
                for statement in self._log.append(rows):
                    await connection.exec_driver_sql(*statement)
                return [True] * len(rows) + [await self._change(connection, one) for one in changes]
        except IntegrityError:
            if not rows:
                raise
        singly = [self._log.append([row]) for row in rows]
        return await self.commit([], [*singly, *changes])

    @staticmethod
    async def _change(connection: AsyncConnection, statements: Statements) -> bool:
        savepoint = await connection.begin_nested()
        try:
            for statement in statements:
                if (await connection.exec_driver_sql(*statement)).rowcount == 0:
                    await savepoint.rollback()
                    return False
        except IntegrityError:
            await savepoint.rollback()
            return False
        await savepoint.commit()
        return True

    async def run(self, job: Job) -> Any:
        async with self._engine.begin() as connection:
            return await job(connection)

    async def close(self) -> None:
        pass


class SQLiteBackend:
    """One thread with a connection of its own: SQLAlchemy would switch threads six times for each commit."""

    def __init__(self, engine: AsyncEngine) -> None:
        assert engine.url.database
        self._engine, self._path = engine, engine.url.database
        self._file = SqliteFile(self._path)
        self._log = LogStatements(engine.dialect)
        self._thread: ThreadPoolExecutor | None = None
        self._connection: sqlite3.Connection | None = None

    async def commit(self, rows: list[LogRow], changes: Sequence[Statements]) -> list[bool]:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, rows, changes)

    def _commit(self, rows: list[LogRow], changes: Sequence[Statements]) -> list[bool]:
        self._file.check()
        connection = self._connection or self._connect()
        try:
            connection.execute("BEGIN IMMEDIATE")
            for statement in self._log.append(rows):
                connection.execute(*statement)
            done = [True] * len(rows) + [self._change(connection, one) for one in changes]
            connection.execute("COMMIT")
            return done
        except sqlite3.IntegrityError:
            connection.execute("ROLLBACK")
            if not rows:
                raise
        except BaseException:
            self._disconnect()  # which rolls back; a broken connection is not used again
            raise
        singly = [self._log.append([row]) for row in rows]
        return self._commit([], [*singly, *changes])

    def _connect(self) -> sqlite3.Connection:
        self._connection = sqlite3.connect(sqlite_uri(self._path), uri=True, isolation_level=None)
        prepare_sqlite(self._connection)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @staticmethod
    def _change(connection: sqlite3.Connection, statements: Statements) -> bool:
        connection.execute("SAVEPOINT change")
        done = True
        try:
            for statement in statements:
                if connection.execute(*statement).rowcount == 0:
                    done = False
                    break
        except sqlite3.IntegrityError:
            done = False
        if not done:
            connection.execute("ROLLBACK TO change")
        connection.execute("RELEASE change")
        return done

    async def run(self, job: Job) -> Any:
        async with self._engine.begin() as connection:
            return await job(connection)

    async def close(self) -> None:
        if self._thread is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
            self._thread.shutdown()
            self._thread = None


def backend_of(engine: AsyncEngine) -> Backend:
    """The backend for an engine."""
    return SQLiteBackend(engine) if engine.dialect.name == "sqlite" else PostgresBackend(engine)
