"""The short way of moves and games into SQLite: one thread with a connection of its own.

SQLAlchemy goes from the loop to a thread and back six times for a commit. When few people play, every
move has a commit to itself, and that was most of what it cost.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from .prepared import Steps

Row = tuple[str, int, int, bytes]  # of the log: table, number, at, body

# After each statement the thread waits until the loop lets it go on, for milliseconds when there is much to
# do. So one statement stores many rows, of a few lengths that SQLite has to read only once.
_LENGTHS = (64, 16, 4, 1)


class ShortWay:
    """Appends to the log of all tables, and takes steps."""

    def __init__(self, file: str, insert: str, prepare: Callable[[Any], None]) -> None:
        self._file, self._prepare = file, prepare
        start, _, gaps = insert.partition(" VALUES ")
        self._insert = {length: f"{start} VALUES {', '.join([gaps] * length)}" for length in _LENGTHS}
        self._thread: ThreadPoolExecutor | None = None
        self._connection: sqlite3.Connection | None = None

    async def commit(self, rows: Sequence[Row], changes: Sequence[Steps]) -> list[bool]:
        """All of them or none; they are on disk when this returns. Of each change, whether it was made."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, rows, changes)

    def _commit(self, rows: Sequence[Row], changes: Sequence[Steps]) -> list[bool]:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file)
            self._prepare(self._connection)
        with self._connection:
            self._append(rows)
            return [self._take(steps) for steps in changes]

    def _append(self, rows: Sequence[Row]) -> None:
        assert self._connection
        at = 0
        for length in _LENGTHS:
            while len(rows) - at >= length:
                values = [value for row in rows[at : at + length] for value in row]
                self._connection.execute(self._insert[length], values)
                at += length

    def _take(self, steps: Steps) -> bool:
        assert self._connection
        if self._connection.execute(*steps.first).rowcount == 0:
            return False
        for step in steps.others:
            self._connection.execute(*step)
        return True

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
