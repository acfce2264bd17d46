"""Runs bots at tables, and hints, in a few threads, without delaying people's moves."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

import structlog

from ...bots import Decision, Knowledge, bot_of_level, explain
from ...editor import KnownPosition
from ...editor.advice import best_move_in
from ...games.chance import stream_from_seed
from ...games.errors import SandmandalaError
from ...review.best_move import HINT_BUDGET, BestMove, best_move
from ...review.tutor import advise
from ..compile_wait import bots_compiled, reviews_compiled
from ..fair_queue import FairQueue
from ..messages.from_client import AskTutor
from ..messages.from_server import Hint, HintedMove, Thinking, Tutored
from ..metrics import Metrics
from ..refusal import RefusalError
from ..retrying import Backoff, is_transient
from ..settings import Settings
from ..thread_priority import LOWEST, lower_priority
from .playing import move_of_bot, session_of
from .service import Tables
from .session import Session
from .table import Table
from .watching import send

TUTOR_SECONDS = 1.2  # how long the tutor may take, with waiting for a thread; then the move goes unjudged
MATCH_PAUSE = 2.5  # seconds between the moves of the match for spectators
_GIVE_WAY = 0.5  # seconds until it looks again whether others are done
_LOOK_AGAIN = 2.0  # seconds until a turn claimed by another worker is checked again
_log = structlog.get_logger()


class Workers(Protocol):
    """With several workers: one claims a turn, and tells the others that the bot is thinking."""

    async def claim(self, what: str) -> bool:
        """Claim a turn; False if another worker has it."""

    def done(self, what: str) -> None:
        """Release a claim."""

    def tell_thinking(self, message: Thinking) -> None:
        """Tell the other workers that a bot is thinking."""


class BotRunner:
    """Starts bots wherever it is a bot's turn."""

    def __init__(
        self, tables: Tables, settings: Settings, metrics: Metrics, workers: Workers | None = None
    ) -> None:
        self._tables, self._metrics, self._workers = tables, metrics, workers
        self._pause = settings.bot_pause
        spare = ((os.cpu_count() or 1) - 1) // settings.workers
        at_a_time = settings.bot_threads or max(1, spare)
        self._queue = FairQueue(at_a_time)
        self._asking: set[str] = set()  # who waits for the best move in an edited position
        # The match for spectators gives way to everything that a person waits for.
        self._match_queue = FairQueue(1, "bot-match", partial(lower_priority, LOWEST))
        self.more_important: list[Callable[[], bool]] = [lambda: self._queue.is_busy]

    def attend(self, table: Table) -> None:
        """Start the bot whose turn it is, unless it is thinking already."""
        if table.thinking is None and _is_wanted(table):
            table.thinking = asyncio.create_task(self._play(table))

    async def _play(self, table: Table) -> None:
        """Make moves for bots until a person is to move. Retry what fails."""
        backoff = Backoff()
        try:
            while _is_wanted(table) and self._tables.in_use.get(table.id) is table:
                try:
                    if not await self._claimed(table, self._make_a_move):
                        asyncio.get_running_loop().call_later(_LOOK_AGAIN, self._attend_again, table)
                        return
                    backoff.reset()
                except RefusalError as refusal:
                    if refusal.code == "not_stored":  # otherwise the game has moved on
                        await asyncio.sleep(backoff.pause())
                except Exception as error:
                    if not is_transient(error):
                        _log.exception("a bot failed", table=table.id)
                    await asyncio.sleep(backoff.pause())
        finally:
            table.thinking = None
            self._tables.evict(table)

    async def _claimed(self, table: Table, work: Callable[[Table], Awaitable[None]]) -> bool:
        """Make a move unless another worker has claimed the turn."""
        if self._workers is None:
            await work(table)
            return True
        turn = f"{table.id} {table.number}"
        if not await self._workers.claim(turn):
            return False
        try:
            await work(table)
        finally:
            self._workers.done(turn)
        return True

    def _attend_again(self, table: Table) -> None:
        if self._tables.in_use.get(table.id) is table:
            self.attend(table)

    async def _make_a_move(self, table: Table) -> None:
        session = session_of(table)
        if (
            seat := session.to_move
        ) is None or seat not in session.bots:  # the game has moved on at another worker
            return
        message = Thinking(table.id, seat)
        send(message, table.watchers)
        if self._workers:
            self._workers.tell_thinking(message)
        with self._metrics.thinking.time():
            thought = self._decide(table, session, session.bots[seat])
            pause = max(MATCH_PAUSE, self._pause) if table.is_bot_match else self._pause
            decision, _ = await asyncio.gather(thought, asyncio.sleep(pause))
        await self._tables.do(table.id, move_of_bot, session.number, decision.move)

    async def _decide(self, table: Table, session: Session, level: int) -> Decision:
        await bots_compiled(table.spec.game)
        bot, budget = bot_of_level(table.spec.game, level)
        # A bot's random numbers must not depend on the table's secret.
        knowledge, stream = Knowledge.of(session.game), stream_from_seed(secrets.randbits(48))
        if table.is_bot_match:
            while any(is_busy() for is_busy in self.more_important):
                await asyncio.sleep(_GIVE_WAY)
            return await self._match_queue.run("", "", bot.decide, knowledge, budget, stream)
        return await self._queue.run(
            table.origin or table.host,  # tables of earlier versions have no origin
            table.host,
            bot.decide,
            knowledge,
            budget,
            stream,
            urgent=table.is_watched(),
        )

    async def hint(self, table: Table, person: str, address: str) -> Hint:
        """Return what a strong bot would play for a person, knowing only what the person knows."""
        if table.spec.rated:
            raise RefusalError("rated_hint")
        _session_at_turn(table, person)  # refuse before queueing
        await bots_compiled(table.spec.game)
        await reviews_compiled(table.spec.game)
        return await self._queue.run(address, person, _hint, table, person)

    async def tutor(self, table: Table, person: str, address: str, question: AskTutor) -> Tutored:
        """Say whether a move loses too much, from what the person knows."""
        if table.spec.rated or not _plays_against_bots(table, person):
            raise RefusalError("no_tutor")
        session = _session_at_turn(table, person, question.after)
        knowledge = Knowledge.of(session.game)
        try:
            async with asyncio.timeout(TUTOR_SECONDS):
                await bots_compiled(table.spec.game)
                await reviews_compiled(table.spec.game)
                advice = await self._queue.run(
                    address, person, advise, knowledge, question.move, question.level
                )
        except TimeoutError:
            raise RefusalError("tutor_late") from None
        except SandmandalaError as error:
            raise RefusalError.of(error) from None
        return Tutored(table.id, question.after, question.move, advice)

    async def best_move(self, known: KnownPosition, person: str, address: str) -> BestMove:
        """Return the best move in an edited position, one at a time for each person."""
        if known.to_move is None:
            raise RefusalError("over_there")
        if known.to_move not in known.known_seats:
            raise RefusalError("turn_unknown")
        if person in self._asking:
            raise RefusalError("hint_running")
        self._asking.add(person)
        try:
            await bots_compiled(known.game)
            await reviews_compiled(known.game)
            stream = stream_from_seed(secrets.randbits(48))
            return await self._queue.run(address, person, best_move_in, known, stream, HINT_BUDGET)
        finally:
            self._asking.discard(person)

    async def close(self) -> None:
        """Cancel all bots and hints."""
        thinking = [table.thinking for table in self._tables.in_use.values() if table.thinking]
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        self._queue.close()
        self._match_queue.close()


def _is_wanted(table: Table) -> bool:
    """Whether it is a bot's turn and somebody plays with it or watches."""
    session = table.session
    if session is None or table.status != "playing" or session.to_move not in session.bots:
        return False
    if table.is_bot_match:
        return table.is_visible()
    return table.is_watched() or bool(table.people())


def _plays_against_bots(table: Table, person: str) -> bool:
    """Whether all other seats were given to bots: a stand-in keeps the seat of a person."""
    seats = table.seats_of(person)
    return len(seats) == 1 and all(
        level is not None for seat, level in enumerate(table.spec.bots) if seat != seats[0]
    )


def _session_at_turn(table: Table, person: str, after: int | None = None) -> Session:
    session = session_of(table, after)
    if session.to_move not in table.seats_of(person):
        raise RefusalError("not_your_turn")
    return session


def _hint(table: Table, person: str) -> Hint:
    """Compute a hint, in a thread. The game may have moved on since it was requested."""
    session = _session_at_turn(table, person)
    stream = stream_from_seed(secrets.randbits(48))
    found = best_move([Knowledge.of(session.game)], stream, HINT_BUDGET)
    decision = found.decision
    return Hint(
        table.id,
        session.number,
        decision.move,
        explain(decision),
        hinted_moves(decision),
        list(decision.line),
        found.because,
    )


def hinted_moves(decision: Decision) -> list[HintedMove]:
    """Return the candidates of a decision as people see them."""
    return [
        HintedMove(one.move, one.visits, round(one.win, 3), one.margin and round(one.margin, 1))
        for one in decision.candidates
    ]
