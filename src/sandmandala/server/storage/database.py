"""Opening the database, and bringing its tables up to date."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import event, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..settings import UnusableSettingError

_MIGRATIONS = Path(__file__).parent / "migrations"
_BUSY_MILLISECONDS = 10_000
_SQLITE_CONNECTIONS = 3
_DISCREET: dict[str, Any] = {"hide_parameters": True}  # errors are logged; what was to be stored is not
_MIGRATING = 0x53616E64  # any number that others do not lock


def open_database(url: str) -> AsyncEngine:
    """An engine for SQLite or PostgreSQL."""
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=5, max_overflow=10, pool_pre_ping=True, **_DISCREET)
    if (file := url.partition(":///")[2]) not in ("", ":memory:"):
        Path(file).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A connection is a thread with megabytes of cache; the one used last has its pages at hand.
    engine = create_async_engine(
        url, pool_size=_SQLITE_CONNECTIONS, max_overflow=0, pool_use_lifo=True, **_DISCREET
    )

    event.listen(engine.sync_engine, "connect", lambda connection, record: prepare_sqlite(connection))
    return engine


def prepare_sqlite(connection: Any) -> None:
    """For every new connection."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # an acknowledged move survives a power cut
    cursor.execute("PRAGMA wal_autocheckpoint = 0")  # checkpoints.py does it
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
    cursor.close()


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[AsyncEngine]:
    """An engine for a while. If the database cannot be used, a sentence says why."""
    try:
        try:
            engine = open_database(url)
        except ValueError:  # says what it could not read, a password perhaps
            raise UnusableSettingError("The database's address cannot be read.") from None
        try:
            yield engine
        finally:
            await engine.dispose()
    except CommandError:
        raise UnusableSettingError(
            "The database was written by a newer version of Sandmandala: install that version."
        ) from None
    except (SQLAlchemyError, OSError, ImportError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0].rstrip(".")
        raise UnusableSettingError(f"The database cannot be used: {reason}.") from error


async def migrate(engine: AsyncEngine) -> tuple[str, str]:
    """Bring the tables up to date; harmless if they are. From which version to which."""
    async with engine.begin() as connection:
        return await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> tuple[str, str]:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":  # several servers may start at once
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
    before = _version(connection)
    command.upgrade(config, "head")
    return before, _version(connection)


def _version(connection: Connection) -> str:
    return MigrationContext.configure(connection).get_current_revision() or "nothing"


def migrate_now(url: str) -> tuple[str, str]:
    """The same, from a program without an event loop."""

    async def work() -> tuple[str, str]:
        async with opened(url) as engine:
            return await migrate(engine)

    return asyncio.run(work())
