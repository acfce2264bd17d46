"""Opens the database, with timeouts for everything."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event, make_url
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import InvalidatePoolError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..settings import UnusableSettingError
from .sqlite_file import make_private, sqlite_uri

TIMEOUT = 10.0  # seconds that the database has for a command
HEARTBEAT = "UPDATE alembic_version SET version_num = version_num"  # a write that changes nothing
_HOUR = 3600.0  # for maintenance: counting or pruning a large database takes long
_CONNECTING = 10.0
_PING = 2.0
_FRESH = 1.0  # seconds after its last use in which a connection is not checked
_SQLITE_CONNECTIONS = 3
_DISCREET: dict[str, Any] = {"hide_parameters": True}  # errors are logged; the values to be stored are not


def open_database(url: str, timeout: float = TIMEOUT) -> AsyncEngine:
    """Return an engine for SQLite or PostgreSQL. PostgreSQL commands fail after `timeout` seconds."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite_engine(parsed, timeout)
    return postgresql_engine(parsed, timeout)


def _sqlite_engine(url: URL, timeout: float) -> AsyncEngine:
    if url.database in (None, "", ":memory:"):
        raise UnusableSettingError("Name a database file, such as sqlite:///sandmandala.sqlite.")
    path = Path(url.database or "")
    make_private(path)
    # A connection is a thread with megabytes of cache; reuse the latest, whose cache is warm.
    engine = create_async_engine(
        url,
        pool_size=_SQLITE_CONNECTIONS,
        max_overflow=0,
        pool_use_lifo=True,
        pool_timeout=timeout,
        **_DISCREET,
    )

    @event.listens_for(engine.sync_engine, "do_connect")
    def _open(dialect: Any, record: Any, args: list[Any], options: dict[str, Any]) -> None:
        args[:] = [sqlite_uri(path)]
        options["uri"] = True

    event.listen(engine.sync_engine, "connect", lambda connection, record: prepare_sqlite(connection))
    return engine


def prepare_sqlite(connection: Any) -> None:
    """Set up a new SQLite connection."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {TIMEOUT * 1000:.0f}")  # first: the next one may have to wait
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # an acknowledged move survives a power cut
    cursor.execute("PRAGMA wal_autocheckpoint = 0")  # checkpoints.py does it
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def postgresql_engine(url: URL, timeout: float) -> AsyncEngine:
    """Return an engine that notices when PostgreSQL, or the network to it, goes silent."""
    milliseconds = int(timeout * 1000)
    on_the_server = {
        # The server should give up first: then it says why, and the connection stays usable.
        "statement_timeout": milliseconds,
        "lock_timeout": milliseconds // 2,
        # Locks of a client that is gone must not outlive it for long.
        "idle_in_transaction_session_timeout": milliseconds * 2,
        "tcp_keepalives_idle": 10,
        "tcp_keepalives_interval": 5,
        "tcp_keepalives_count": 3,
        "tcp_user_timeout": 30_000,
    }
    engine = create_async_engine(
        url,
        pool_size=5,
        max_overflow=10,
        pool_timeout=timeout,
        connect_args={
            "timeout": min(_CONNECTING, timeout),
            "command_timeout": timeout + 1,
            "server_settings": {name: str(value) for name, value in on_the_server.items()},
        },
        **_DISCREET,
    )

    @event.listens_for(engine.sync_engine, "checkin")
    def _used(connection: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    @event.listens_for(engine.sync_engine, "checkout")
    def _check(connection: Any, record: Any, proxy: Any) -> None:
        """Replace broken connections before use; one that was used a moment ago is taken as it is.

        SQLAlchemy's own `pool_pre_ping` raises when asyncpg's timeout expires, instead of reconnecting.
        """
        if time.monotonic() - record.info.get("used", 0.0) < _FRESH:
            return
        try:
            connection.run_async(lambda driver: driver.execute("SELECT 1", timeout=min(_PING, timeout)))
        except Exception as error:
            connection.run_async(_cut)
            raise InvalidatePoolError from error

    @event.listens_for(engine.sync_engine, "handle_error")
    def _give_up(context: ExceptionContext) -> None:
        """Drop the connection after a timeout: asyncpg would wait for the silent server without limit."""
        if isinstance(context.original_exception, TimeoutError):
            context.is_disconnect = True

    return engine


async def _cut(driver: Any) -> None:
    driver.terminate()


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[AsyncEngine]:
    """Open an engine for maintenance. Raises a one-line error if the database cannot be used."""
    try:
        try:
            engine = open_database(url, _HOUR)
        except (ValueError, SQLAlchemyError):  # its message may contain the URL with the password
            raise UnusableSettingError("The database address is not valid.") from None
        try:
            yield engine
        finally:
            await engine.dispose()
    except TimeoutError as error:
        raise UnusableSettingError("The database cannot be used: it does not answer.") from error
    except ModuleNotFoundError as error:
        raise UnusableSettingError(
            f"PostgreSQL needs one more package ({error.name}): pip install 'sandmandala[postgresql]'."
        ) from None
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0].rstrip(".")
        raise UnusableSettingError(f"The database cannot be used: {reason}.") from error
