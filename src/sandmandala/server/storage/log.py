"""The short way of moves into SQLite: one thread with a connection of its own.

SQLAlchemy goes from the loop to a thread and back six times for a commit. When few people play, every
move has a commit to itself, and that was most of what it cost.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

Row = tuple[str, int, int, bytes]  # table, number, at, body


class SqliteLog:
    """Appends to the log of all tables."""

    def __init__(self, file: str, insert: str, prepare: Callable[[Any], None]) -> None:
        self._file, self._insert, self._prepare = file, insert, prepare
        self._thread: ThreadPoolExecutor | None = None
        self._connection: sqlite3.Connection | None = None

    async def append(self, rows: Sequence[Row]) -> None:
        """All of them or none; they are on disk when this returns."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        await asyncio.get_running_loop().run_in_executor(self._thread, self._append, rows)

    def _append(self, rows: Sequence[Row]) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file)
            self._prepare(self._connection)
        with self._connection:
            self._connection.executemany(self._insert, rows)

    async def close(self) -> None:
        """It opens again by itself."""
        if self._thread is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
            self._thread.shutdown()
            self._thread = None

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
