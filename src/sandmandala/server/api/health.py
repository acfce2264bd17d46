"""`/healthz`: whether the server works, which needs a readable and writable database."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

import structlog
from litestar import Request, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.openapi import ResponseSpec
from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from ... import __version__
from ..storage import Writer
from ..storage.database import HEARTBEAT
from ..storage.sqlite_file import DatabaseGoneError, SqliteFile

_FRESH = 2.0  # seconds for which an answer is reused
_PATIENCE = 2.0  # seconds to wait for the database
_log = structlog.get_logger()


class Health(Struct, frozen=True, omit_defaults=True):
    """The answer of `/healthz`."""

    status: str  # ok or failing
    version: str
    reason: str | None = None


class HealthCheck:
    """Checks the database in the background, so that the answer is quick even if the database hangs."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer
        self._file = SqliteFile(engine.url.database or "") if engine.dialect.name == "sqlite" else None
        self._probe: asyncio.Task[str | None] | None = None
        self._started = 0.0

    async def trouble(self) -> str | None:
        """Return what is wrong, without details; None if all is well."""
        probe = self._probe
        if probe is None or (probe.done() and monotonic() - self._started > _FRESH):
            probe = self._probe = asyncio.create_task(self._look())
            self._started = monotonic()
        left = self._started + _PATIENCE - monotonic()
        await asyncio.wait([probe], timeout=max(0.0, left))
        return probe.result() if probe.done() else "The database does not answer."

    def close(self) -> None:
        """Stop the checks."""
        if self._probe:
            self._probe.cancel()

    async def _look(self) -> str | None:
        trouble = "The database cannot be read."
        try:
            if self._file:
                self._file.check()
            async with self._engine.connect() as connection:
                await connection.execute(text("SELECT version_num FROM alembic_version"))
            trouble = "The database cannot be written."
            await self._writer.change([(HEARTBEAT, ())])
        except DatabaseGoneError as error:
            _log.error("the database file is gone", error=str(error))
            return "The database file is gone."
        except Exception as error:
            _log.error("the health check failed", exc_info=error)
            return trouble
        return None


@get(
    "/healthz",
    cache_control=CacheControlHeader(no_store=True),
    responses={503: ResponseSpec(Health, description="The server cannot do its work.")},
)
async def health(request: Request[Any, Any, Any]) -> Response[Health]:
    """Whether the server is up and its database can be read and written."""
    trouble = await request.app.state.health.trouble()
    if trouble is None:
        return Response(Health("ok", __version__))
    return Response(Health("failing", __version__, trouble), status_code=503)
