"""Moves pages from SQLite's write-ahead log into the database file, in the background.

By default a writer does this itself after every thousand pages, while everybody waits for the disk: one move
in a hundred took ten times as long as the others.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from .sqlite_file import sqlite_uri

PAUSE = 5.0  # seconds; the pages of a game change again and again, and are moved once
_MOST_PAGES = 16_000  # 64 MB
_log = structlog.get_logger()


async def run_checkpoints(engine: AsyncEngine) -> None:
    """Checkpoint regularly until cancelled, if the database is SQLite."""
    file = engine.url.database
    while engine.dialect.name == "sqlite" and file:
        await asyncio.sleep(PAUSE)
        try:
            await asyncio.to_thread(checkpoint, file)
        except sqlite3.Error:  # the log only grows; the next attempt will do
            _log.exception("a checkpoint failed")


def checkpoint(file: str) -> int:
    """Checkpoint once. Return how many pages the log had."""
    with closing(sqlite3.connect(sqlite_uri(file), uri=True)) as connection:
        _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if pages > _MOST_PAGES:  # writers never paused for long enough; little is left to move
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
    return int(pages)
