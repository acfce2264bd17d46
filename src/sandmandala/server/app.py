"""Assembles the application."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

import structlog
from litestar import Litestar, Request, Response, get
from litestar.config.app import AppConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from sqlalchemy.ext.asyncio import AsyncEngine

from .. import __version__
from ..bots import LEVELS
from . import metrics
from .accounts.bot_accounts import bot_person
from .accounts.identity import Identities
from .accounts.sessions import Sessions
from .accounts.sign_in_limits import SignInLimits
from .alerts.mail import MailWriter, Postman
from .alerts.outbox import Outbox
from .alerts.push import PushSender, new_private_key
from .alerts.service import Alerts
from .alerts.store import AlertStore
from .api import api
from .api.body import ApiRequest
from .api.docs_page import Description, DescriptionPage, docs_router
from .api.health import HealthCheck, health
from .api.openapi import SCHEMES
from .events.streams import EventStreams
from .learning.service import Learning
from .live.connections import Connections, live_socket
from .opponents.challenge_store import ChallengeStore
from .opponents.challenges import Challenges
from .opponents.matchmaking import Matchmaking
from .opponents.search_store import SearchStore
from .person_news import PersonNews
from .read_turns import ReadTurns
from .refusal import REASONS, Code, Problem, RefusalError
from .relations.blocks import Blocks
from .reviews.reviewer import REVIEWER
from .reviews.service import Reviews
from .reviews.store import ReviewStore
from .security import for_metrics_readers
from .server_time import now
from .settings import Settings, mail_server
from .social.service import Social
from .static_files import Page, show_page
from .storage import TakenError, Writer, migrate, open_database
from .storage.accounts import AccountStore
from .storage.checkpoints import run_checkpoints
from .tables.bot_match import BotMatch
from .tables.bot_runner import BotRunner
from .tables.clocks import Clocks, DelayedViews
from .tables.counting import Counter
from .tables.deadline_sweeper import Sweeper
from .tables.limits import TableLimits
from .tables.lists import TableLists
from .tables.live_games import LiveGames
from .tables.lobby import Lobby
from .tables.resuming import resume
from .tables.returning import notice_return
from .tables.service import Tables
from .tables.standings import Standings
from .tables.starting import StartNews
from .tables.store import TableStore
from .tutorials import Tutorials

_log = structlog.get_logger()
# The codes of errors that Litestar raises, by status.
_CODES: dict[int, Code] = {
    **{401: "sign_in", 403: "forbidden", 404: "not_found", 405: "wrong_method"},
    **{413: "too_large", 429: "too_fast", 500: "failed"},
}
_DESCRIPTION = (
    "People, tables and games over REST. What happens at a table goes over the socket /live, which "
    "docs/protocol.md describes. Bodies have at most 20,000 bytes."
)


@get("/metrics", include_in_schema=False, guards=[for_metrics_readers])
async def tell_metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Metrics for Prometheus."""
    state = request.app.state
    state.metrics.sockets.set(len(state.live.connections))
    state.metrics.tables.set(len(state.tables.in_use))
    return Response(state.metrics.text(), media_type=metrics.TYPE)


def _refuse(request: Request[Any, Any, Any], refusal: RefusalError) -> Response[Problem]:
    return Response(Problem(refusal.code, refusal.why, refusal.rule), status_code=refusal.status)


def _refuse_plainly(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Turn an error of Litestar into a refusal of ours."""
    code: Code = _CODES.get(error.status_code, "unreadable")
    faults = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(f"{fault.get('key', 'body')}: {fault['message']}" for fault in faults)
    why = (
        f"This was not understood: {details or error.detail}." if code == "unreadable" else REASONS[code].why
    )
    return Response(Problem(code, why), status_code=error.status_code)


def _fail(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Log an internal error, without the query, which may contain the key of a table."""
    _log.error("a request failed", method=request.method, path=request.url.path, exc_info=error)
    return Response(Problem("failed", REASONS["failed"].why), status_code=500)


def create_app(settings: Settings) -> Litestar:
    """Create an application. Several may run in one process."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        engine = open_database(settings.database_url(), settings.database_timeout)
        await migrate(engine)
        figures = metrics.Metrics()
        writer = Writer(engine, figures.storing.observe)
        accounts = AccountStore(engine, writer)
        await _seat_the_bots(accounts)
        store = TableStore(engine, writer, settings.bot_ratings)
        tables, lists = Tables(store, settings.absence), TableLists(engine)
        blocks = Blocks(engine, writer)
        lobby, read_turns = Lobby(tables, lists, blocks), ReadTurns()
        match = BotMatch(engine, writer, tables, settings.bot_match)
        live_games = LiveGames(engine, tables, lists, match)
        tutorials, learning = Tutorials(settings.tutorials), Learning(engine, writer)
        key = await accounts.server_secret("cookies", secrets.token_bytes(32))
        identities, sessions = Identities(accounts), Sessions(accounts)
        async with AsyncExitStack() as stack:
            workers = None
            if settings.redis:
                from .cluster.sync import between_workers  # needs an optional package

                workers = await stack.enter_async_context(between_workers(tables, settings.redis, key))
                sessions.ended.append(workers.tell_sessions_ended)
                workers.changed_elsewhere += [lobby.note, live_games.note]
                workers.sessions_ended.append(partial(sessions.tell, skip=workers.tell_sessions_ended))
            bots = BotRunner(tables, settings, figures, workers)
            reviews = Reviews(tables, ReviewStore(engine, writer), REVIEWER, settings, figures, workers)
            if workers:
                workers.review_listeners.append(reviews.heard)
            news, limits = PersonNews(), TableLimits(lists, key, settings)
            matchmaking = Matchmaking(
                SearchStore(engine, writer),
                *(tables, news, limits, figures, settings.bot_offer, settings.arrival),
                blocks,
            )
            challenges = Challenges(
                ChallengeStore(engine, writer),
                *(accounts, tables, news, limits, figures, settings.challenge_seconds, settings.limits),
                blocks,
            )
            if workers:
                news.publishers.append(workers.tell_person)
                workers.person_listeners.append(challenges.heard)
                matchmaking.pool_listeners.append(workers.tell_pool_changed)
                workers.pool_listeners.append(matchmaking.wake)
            clocks, delayed, sweeper = Clocks(tables), DelayedViews(), Sweeper(tables)
            alerts = await _alerts(settings, engine, writer, accounts, tables, key, stack)
            report_mails = alerts.report_mails(settings.contact)
            social = Social(engine, writer, blocks, tables, lists, settings, report_mails)
            social.relation_listeners.append(lobby.note_relations)
            social.request_listeners.append(alerts.note_request)
            if workers:
                from .cluster.people_sync import connect_people

                connect_people(workers, social)
            bots.more_important.append(reviews.is_busy)
            tables.subscribers += [Counter(figures), lobby, live_games, alerts, matchmaking, StartNews(news)]
            challenges.listeners.append(alerts.note_challenge)
            tables.open_listeners += [lobby.changed, live_games.changed, alerts.note]
            tables.reload_listeners += [lobby.changed, live_games.changed]
            tables.audience_listeners.append(live_games.audience_changed)
            tables.rename_listeners.append(lobby.renamed)
            tables.attendants += [bots.attend, clocks.attend, delayed.attend, partial(notice_return, tables)]
            live = Connections(
                *(tables, lobby, live_games, read_turns, bots, reviews, matchmaking, challenges, news),
                *(social, identities, sessions, figures, settings),
            )
            events = EventStreams(lobby, sessions, news, challenges)
            checks = HealthCheck(engine, writer)
            app.state.update(
                {
                    "accounts": accounts,
                    "alerts": alerts,
                    "blocks": blocks,
                    "social": social,
                    "events": events,
                    "health": checks,
                    "tables": tables,
                    "lists": lists,
                    "standings": Standings(engine, settings.bot_ratings),
                    "bots": bots,
                    "reviews": reviews,
                    "tutorials": tutorials,
                    "learning": learning,
                    "read_turns": read_turns,
                    "limits": limits,
                    "matchmaking": matchmaking,
                    "challenges": challenges,
                    "person_news": news,
                    "identities": identities,
                    "sessions": sessions,
                    "sign_in_limits": SignInLimits(key, settings.limits),
                    "settings": settings,
                    "live": live,
                    "metrics": figures,
                    "page": Page(),
                }
            )
            sweeper.start()
            background = [
                asyncio.create_task(work)
                for work in (
                    *(live.look_after(), run_checkpoints(engine), clocks.watch_for_freezes(), lobby.tell()),
                    *(match.clean_up(), live_games.tell()),
                    *(resume(engine, tables), tutorials.check(), alerts.run()),
                    *(matchmaking.run(), challenges.run()),
                    social.friend_lists.tell(),
                )
            ]
            try:
                yield
            finally:
                live.say_goodbye()
                events.say_goodbye()
                checks.close()
                for work in background:
                    work.cancel()
                await sweeper.close()
                clocks.close()
                delayed.close()
                await bots.close()
                await reviews.close()
                learning.puzzles.close()
                await alerts.close()
                await matchmaking.close()
                await tables.close()
                await writer.finish()
        await engine.dispose()

    return Litestar(
        [api, live_socket, health, tell_metrics, show_page],
        lifespan=[lifespan],
        request_class=ApiRequest,
        exception_handlers={RefusalError: _refuse, HTTPException: _refuse_plainly, Exception: _fail},
        openapi_config=OpenAPIConfig(
            "Sandmandala",
            __version__,
            description=_DESCRIPTION,
            openapi_router=docs_router(),
            components=SCHEMES,
            render_plugins=[DescriptionPage(path="/"), Description()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
        on_app_init=[_without_debug],
    )


def _without_debug(config: AppConfig) -> AppConfig:
    config.debug = False  # clients never get tracebacks, whatever the environment says
    return config


async def _alerts(
    settings: Settings,
    engine: AsyncEngine,
    writer: Writer,
    accounts: AccountStore,
    tables: Tables,
    key: bytes,
    stack: AsyncExitStack,
) -> Alerts:
    vapid = await accounts.server_secret("vapid", new_private_key())
    site = settings.public_address()
    contact = settings.contact or (site if site.startswith("https://") else "mailto:nobody@localhost.invalid")
    push = PushSender(vapid, contact, settings.local_push)
    stack.push_async_callback(push.close)
    postman = Postman(mail_server(settings.smtp)) if settings.smtp else None
    if postman:
        stack.callback(postman.close)
    mail = MailWriter(settings.mail_from, site, key)
    return Alerts(AlertStore(engine, writer), Outbox(engine, writer), tables, push, mail, postman)


async def _seat_the_bots(accounts: AccountStore) -> None:
    """Create the accounts of the bots, which sit at tables and have ratings."""
    for level in range(1, len(LEVELS) + 1):
        bot = bot_person(level)
        if await accounts.person(bot.id) is None:
            with suppress(TakenError):  # another worker was faster
                await accounts.add_person(id=bot.id, name=bot.name, level=level, created=now(), seen=now())
