"""Opening the database, and bringing its tables up to date."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import event
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

_MIGRATIONS = Path(__file__).parent / "migrations"
_BUSY_MILLISECONDS = 10_000


def open_database(url: str) -> AsyncEngine:
    """An engine for SQLite or PostgreSQL."""
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=5, max_overflow=10, pool_pre_ping=True)
    if (file := url.partition(":///")[2]) not in ("", ":memory:"):
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url)

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")  # an acknowledged move survives a power cut
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
        cursor.close()

    return engine


async def migrate(engine: AsyncEngine) -> None:
    """Bring the tables up to date; harmless if they are."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def migrate_now(url: str) -> None:
    """The same, from a program without an event loop."""

    async def work() -> None:
        engine = open_database(url)
        try:
            await migrate(engine)
        finally:
            await engine.dispose()

    asyncio.run(work())
