"""Upgrades the schema atomically, one process at a time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import NullPool, create_engine, event, inspect, text
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from ..settings import UnusableSettingError
from .database import opened, postgresql_engine
from .sqlite_file import make_private, sqlite_uri

_MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = max(file.name for file in (_MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]
_LONGEST = 900  # seconds that a migration may take, or wait for another
_LOCK = 0x53616E64  # any number that nothing else locks


async def migrate(engine: AsyncEngine) -> tuple[str, str]:
    """Upgrade the schema if necessary. Return the versions before and after."""
    if engine.dialect.name == "sqlite":
        return await asyncio.to_thread(_migrate_sqlite, engine.url)
    patient = postgresql_engine(engine.url, _LONGEST)
    try:
        async with patient.begin() as connection:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            return await connection.run_sync(_upgrade)
    finally:
        await patient.dispose()


def migrate_now(url: str) -> tuple[str, str]:
    """Run `migrate` without an event loop."""

    async def work() -> tuple[str, str]:
        async with opened(url) as engine:
            return await migrate(engine)

    return asyncio.run(work())


def _migrate_sqlite(url: URL) -> tuple[str, str]:
    """In one transaction, with a connection of its own.

    Python's sqlite3 begins no transaction before CREATE or ALTER, so each such statement would be committed
    separately, and a crash would leave half a migration behind.
    """
    path = Path(url.database or "")
    make_private(path)
    engine = create_engine(
        "sqlite://", poolclass=NullPool, connect_args={"timeout": _LONGEST}, hide_parameters=True
    )

    @event.listens_for(engine, "do_connect")
    def _open(dialect: Any, record: Any, args: list[Any], options: dict[str, Any]) -> None:
        args[:] = [sqlite_uri(path)]
        options["uri"] = True

    @event.listens_for(engine, "connect")
    def _leave_transactions_to_us(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # Alembic may replace a table by a changed copy: dropping the old one must not delete other rows.
        connection.execute("PRAGMA foreign_keys = OFF")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        versions = _upgrade(connection)
        if versions[0] != versions[1]:
            _check_references(connection)
        return versions


def _upgrade(connection: Connection) -> tuple[str, str]:
    before = _version(connection)
    if before == NEWEST:
        return before, before
    # Most starts have nothing to upgrade, and do not wait for Alembic to load.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise UnusableSettingError(
            "The database was written by a newer version of Sandmandala: install that version."
        ) from None
    return before, _version(connection)


def _version(connection: Connection) -> str:
    if not inspect(connection).has_table("alembic_version"):
        return "nothing"
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "nothing"


def _check_references(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        message = f"a row of {broken[0]} would refer to a missing row of {broken[2]}"
        raise IntegrityError(message, None, Exception(message))
