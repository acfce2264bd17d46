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
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from msgspec import Struct

from .. import __version__
from ..bots import LEVELS
from . import metrics
from .accounts.identity import Identities
from .accounts.people import bot_person
from .api import api
from .api.docs_page import Description, DescriptionPage
from .api.openapi import SCHEMES
from .live.connections import Live, live_socket
from .refusal import STATUS, Code, Problem, RefusalError
from .settings import Settings
from .static_files import Page, show_page
from .storage import TakenError, migrate, open_database
from .storage.store import Store
from .tables.bot_runner import Thinkers
from .tables.clocks import Clocks, LateNews
from .tables.deadline_sweeper import Sweeper
from .tables.proposals import Asking
from .tables.service import Hall
from .tables.table import Table
from .timestamps import now

_log = structlog.get_logger()
_CODES = {status: code for code, status in STATUS.items() if code != "illegal_move"}
_SENTENCES: dict[Code, str] = {
    "not_found": "There is nothing here.",
    "wrong_method": "This cannot be done here.",
    "failed": "Something went wrong here, and has been noted.",
}
_DESCRIPTION = (
    "People, tables and games over REST. What happens at a table goes over the socket /live, which "
    "docs/protocol.md describes. Bodies have at most 20,000 bytes."
)


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


def _refuse_plainly(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What Litestar refuses by itself, said in our way."""
    code: Code = _CODES.get(error.status_code, "unreadable")
    faults = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(f"{fault.get('key', 'body')}: {fault['message']}" for fault in faults)
    why = f"This cannot be read: {details or error.detail}."
    if code in _SENTENCES:
        why = _SENTENCES[code]
    return Response(Problem(code, why), status_code=error.status_code)


def _fail(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A fault of ours: for the log alone, without the query, which may hold the key of a table."""
    _log.error("a request failed", method=request.method, path=request.url.path, exc_info=error)
    return Response(Problem("failed", "Something went wrong here, and has been noted."), status_code=500)


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
        thinkers = Thinkers(hall, settings)
        clocks, late_news = Clocks(hall, Asking(hall)), LateNews()

        def look(table: Table) -> None:
            thinkers.look(table)
            clocks.look(table)
            late_news.look(table)

        hall.after_change = look
        key = await store.keepsake("cookies", secrets.token_bytes(32))
        identities = Identities(store, key)
        live = Live(hall, thinkers, identities, settings.limits)
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
                from .cluster.sync import between_workers  # which needs a package that others do not

                await others.enter_async_context(between_workers(hall, settings.redis, key))
            resuming, sweeper = asyncio.create_task(_resume(store, hall)), Sweeper(hall)
            others_work = [asyncio.create_task(work) for work in (live.look_after(), store.keep_tidy())]
            sweeper.start()
            try:
                yield
            finally:
                live.say_goodbye()
                resuming.cancel()
                for work in others_work:
                    work.cancel()
                await sweeper.close()
                clocks.close()
                late_news.close()
                thinkers.close()
                await store.writer.finish()
        await engine.dispose()

    return Litestar(
        [api, live_socket, health, tell_metrics, show_page],
        lifespan=[lifespan],
        exception_handlers={RefusalError: _refuse, HTTPException: _refuse_plainly, Exception: _fail},
        openapi_config=OpenAPIConfig(
            "Sandmandala",
            __version__,
            description=_DESCRIPTION,
            path="/api/docs",
            components=SCHEMES,
            render_plugins=[DescriptionPage(path="/"), Description()],
            use_handler_docstrings=True,
        ),
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
