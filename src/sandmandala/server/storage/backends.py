"""The two databases behind one interface: how a group of changes is committed.

A group is one transaction. Each of its changes succeeds or fails by itself: a log entry fails if its number
is taken, a list of statements if one of them changes nothing or violates a constraint. Usually the first
statement decides. If a later one fails, the group is rolled back and its changes are tried one by one.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from .database import prepare_sqlite
from .prepared import LogRow, LogStatement, Statement
from .sqlite_file import SqliteFile, sqlite_uri


class AtomicChange(NamedTuple):
    """A change that takes more than a log entry, and its log entry, if any."""

    statements: Sequence[Statement]
    entry: LogRow | None = None


class Backend(Protocol):
    """A database, as the writer uses it."""

    async def commit(self, rows: list[LogRow], changes: Sequence[AtomicChange]) -> list[bool]:
        """Commit a group. Return for each row, then for each change, whether it succeeded."""

    async def close(self) -> None:
        """Close the connection. It is reopened on demand."""


class _OutranError(Exception):
    """A change failed after its first statement. The group is rolled back, and each change tried alone."""


class PostgresBackend:
    """PostgreSQL, through SQLAlchemy."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._log = engine, LogStatement(engine.dialect)
        self._without_transaction = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def commit(self, rows: list[LogRow], changes: Sequence[AtomicChange]) -> list[bool]:
        # Moves alone are one statement, which needs no transaction around it.
        engine = self._engine if changes else self._without_transaction
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(self._run, rows, changes)
        except (IntegrityError, _OutranError):
            if len(rows) + len(changes) == 1:
                return [False]
        return [(await self.commit(*one))[0] for one in _one_by_one(rows, changes)]

    def _run(self, connection: Connection, rows: list[LogRow], changes: Sequence[AtomicChange]) -> list[bool]:
        """Run a group. Inside `run_sync`, because awaiting each statement takes a third more time."""
        done = [self._change(connection, one) for one in changes]
        if entries := _entries(rows, changes, done):
            connection.exec_driver_sql(*self._log.append(entries))
        return [True] * len(rows) + done

    @staticmethod
    def _change(connection: Connection, change: AtomicChange) -> bool:
        for number, statement in enumerate(change.statements):
            if connection.exec_driver_sql(*statement).rowcount == 0:
                if number == 0:  # nothing has happened yet
                    return False
                raise _OutranError
        return True

    async def close(self) -> None:
        pass


class SQLiteBackend:
    """SQLite, in one thread with its own connection: SQLAlchemy would switch threads six times per commit.

    After each statement the thread must get the GIL back, which takes milliseconds under load. So there are
    few statements: no savepoints, and a single one for all log entries.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        assert engine.url.database
        self._engine, self._path = engine, engine.url.database
        self._file = SqliteFile(self._path)
        self._log = LogStatement(engine.dialect)
        self._thread: ThreadPoolExecutor | None = None
        self._connection: sqlite3.Connection | None = None

    async def commit(self, rows: list[LogRow], changes: Sequence[AtomicChange]) -> list[bool]:
        self._file.check()
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, rows, changes)

    def _commit(self, rows: list[LogRow], changes: Sequence[AtomicChange]) -> list[bool]:
        connection = self._connection or self._connect()
        try:
            if changes:
                connection.execute("BEGIN IMMEDIATE")
            done = [self._change(connection, one) for one in changes]
            if entries := _entries(rows, changes, done):
                connection.execute(*self._log.append(entries))
            if changes:
                connection.execute("COMMIT")
            return [True] * len(rows) + done
        except (sqlite3.IntegrityError, _OutranError):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if len(rows) + len(changes) == 1:
                return [False]
        except BaseException:
            self._disconnect()  # rolls back; a broken connection is not reused
            raise
        return [self._commit(*one)[0] for one in _one_by_one(rows, changes)]

    def _connect(self) -> sqlite3.Connection:
        self._connection = sqlite3.connect(sqlite_uri(self._path), uri=True, isolation_level=None)
        prepare_sqlite(self._connection)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @staticmethod
    def _change(connection: sqlite3.Connection, change: AtomicChange) -> bool:
        for number, statement in enumerate(change.statements):
            if connection.execute(*statement).rowcount == 0:
                if number == 0:  # nothing has happened yet
                    return False
                raise _OutranError
        return True

    async def close(self) -> None:
        if self._thread is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
            self._thread.shutdown()
            self._thread = None


def _entries(rows: list[LogRow], changes: Sequence[AtomicChange], done: list[bool]) -> list[LogRow]:
    """Return the log entries of a group, except those of changes that failed."""
    return rows + [change.entry for change, ok in zip(changes, done, strict=True) if ok and change.entry]


def _one_by_one(
    rows: list[LogRow], changes: Sequence[AtomicChange]
) -> list[tuple[list[LogRow], list[AtomicChange]]]:
    """Split a group into groups of one."""
    alone: list[tuple[list[LogRow], list[AtomicChange]]] = [([row], []) for row in rows]
    return alone + [([], [change]) for change in changes]


def backend_of(engine: AsyncEngine) -> Backend:
    """Return the backend for an engine."""
    return SQLiteBackend(engine) if engine.dialect.name == "sqlite" else PostgresBackend(engine)
