"""The application: everything put together."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import structlog
from litestar import Litestar, Request, Response, get
from litestar.config.app import AppConfig
from litestar.openapi import OpenAPIConfig
from msgspec import Struct

from .. import __version__
from ..bots import LEVELS
from . import metrics
from .api import api
from .clocks import Clocks
from .hall import Hall, now
from .identity import Identities
from .live import Live, live_socket
from .page import Page, show_page
from .people import bot_person
from .refusal import Problem, RefusalError
from .settings import Settings
from .storage import TakenError, migrate, open_database
from .storage.store import Store
from .sweeper import Sweeper
from .table import Table
from .thinkers import Thinkers

_log = structlog.get_logger()


class Health(Struct, frozen=True):
    status: str
    version: str


@get("/healthz")
async def health(request: Request[Any, Any, Any]) -> Health:
    """Whether the server is up and its database answers."""
    await request.app.state.store.person("nobody")
    return Health("ok", __version__)


@get("/metrics", include_in_schema=False)
async def tell_metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """For Prometheus."""
    state = request.app.state
    state.metrics.sockets.set(len(state.live.connections))
    state.metrics.tables.set(len(state.hall.tables))
    return Response(state.metrics.text(), media_type=metrics.TYPE)


def _refuse(request: Request[Any, Any, Any], refusal: RefusalError) -> Response[Problem]:
    return Response(Problem(refusal.code, refusal.why, refusal.rule), status_code=refusal.status)


def create_app(settings: Settings) -> Litestar:
    """An application of its own; several may live in one process."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        engine = open_database(settings.database_url())
        await migrate(engine)
        store = Store(engine)
        await _seat_the_bots(store)
        figures = metrics.Metrics()
        hall = Hall(store, figures)
        thinkers, clocks = Thinkers(hall, settings), Clocks(hall)

        def look(table: Table) -> None:
            thinkers.look(table)
            clocks.look(table)

        hall.after_change = look
        key = await store.keepsake("cookies", secrets.token_bytes(32))
        identities = Identities(store, key)
        live = Live(hall, thinkers, identities)
        app.state.update(
            {
                "store": store,
                "hall": hall,
                "identities": identities,
                "live": live,
                "metrics": figures,
                "page": Page(),
            }
        )
        async with AsyncExitStack() as others:
            if settings.redis:
                from .relay import between_workers  # which needs a package that others do not

                await others.enter_async_context(between_workers(hall, settings.redis, key))
            resuming, sweeper = asyncio.create_task(_resume(store, hall)), Sweeper(hall)
            try:
                yield
            finally:
                live.say_goodbye()
                resuming.cancel()
                await sweeper.close()
                clocks.close()
                thinkers.close()
                await store.writer.finish()
        await engine.dispose()

    return Litestar(
        [api, live_socket, health, tell_metrics, show_page],
        lifespan=[lifespan],
        exception_handlers={RefusalError: _refuse},
        openapi_config=OpenAPIConfig("Sandmandala", __version__, path="/api/docs"),
        logging_config=None,
        on_app_init=[_without_debug],
    )


def _without_debug(config: AppConfig) -> AppConfig:
    config.debug = False  # no tracebacks to clients, whatever the environment says
    return config


async def _seat_the_bots(store: Store) -> None:
    """Bots are people too: they sit at tables and have ratings."""
    known = await store.people([bot_person(level).id for level in range(1, len(LEVELS) + 1)])
    for level in range(1, len(LEVELS) + 1):
        bot = bot_person(level)
        if bot.id in known:
            continue
        with suppress(TakenError):  # another worker was quicker
            await store.add_person(
                id=bot.id, name=bot.name, level=level, generation=0, created=now(), seen=now()
            )


async def _resume(store: Store, hall: Hall) -> None:
    """Bots think on and clocks run on at every table, as if nothing had happened."""
    for id in await store.tables_to_resume():
        try:
            table = await hall.table(id)
        except Exception:
            _log.exception("a table could not be resumed", table=id)
            continue
        hall.after_change(table)
        hall.forget(table)
