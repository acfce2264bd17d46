"""Bots at tables, and hints: they think in threads, a few at a time, and never hold up a person's move."""

from __future__ import annotations

import asyncio
import os
import secrets
from concurrent.futures import ThreadPoolExecutor

import structlog

from ...bots import LEVELS, Budget, Decision, Knowledge, bot_of_level, reason
from ...games.chance import stream_from_seed
from ..messages import Hint, Thinking, Weighed
from ..refusal import RefusalError
from ..settings import Settings
from .service import Hall
from .session import Course
from .table import Table

HINT_BUDGET = Budget(seconds=1.0)
_MOST_CANDIDATES = 5
_LOOK_AGAIN = 2.0  # seconds
_log = structlog.get_logger()


class Thinkers:
    """Watches the hall for tables where a bot is to move."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self._hall = hall
        self._pause = settings.bot_pause
        spare = ((os.cpu_count() or 1) - 1) // settings.workers
        at_a_time = settings.thinkers or max(1, spare)
        self._threads = ThreadPoolExecutor(at_a_time, thread_name_prefix="bot")
        self._hints = asyncio.Semaphore(max(1, at_a_time // 2))  # so that bots do not wait for many hints

    def look(self, table: Table) -> None:
        """Let the bot whose turn it is think, unless it does already."""
        course = table.course
        if course and course.to_move in course.bots and table.thinking is None:
            table.thinking = asyncio.create_task(self._play(table))

    async def _play(self, table: Table) -> None:
        """All moves of bots, until a person is to move."""
        try:
            while (course := table.course) and course.to_move in course.bots:
                claim = f"{table.id} {course.number}"
                if (relay := self._hall.relay) and not await relay.claim(claim):
                    # Another worker lets it think. If that is gone before the move is made, it is our turn.
                    asyncio.get_running_loop().call_later(_LOOK_AGAIN, self._look_again, table)
                    return
                try:
                    await self._make_a_move(table, course)
                finally:
                    if relay:
                        relay.done(claim)
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("a bot failed", table=table.id)
        finally:
            table.thinking = None
            self._hall.forget(table)

    def _look_again(self, table: Table) -> None:
        if self._hall.tables.get(table.id) is table:
            self.look(table)

    async def _make_a_move(self, table: Table, course: Course) -> None:
        if (seat := course.to_move) not in course.bots:  # the game has gone on at another worker
            return
        self._hall.tell(table, Thinking(table.id, seat))
        bot, budget = bot_of_level(table.spec.game, course.bots[seat])
        # A bot's luck has nothing to do with the table's secret.
        knowledge, stream = Knowledge.of(course.game), stream_from_seed(secrets.randbits(48))
        number, loop = course.number, asyncio.get_running_loop()
        thought = loop.run_in_executor(self._threads, bot.decide, knowledge, budget, stream)
        with self._hall.metrics.thinking.time():
            decision, _ = await asyncio.gather(thought, asyncio.sleep(self._pause))
        await self._hall.move_for_bot(table, number, decision.move)

    async def hint(self, table: Table, person: str) -> Hint:
        """What a strong bot would play in place of a person, knowing no more than the person may."""
        if table.spec.rated:
            raise RefusalError("forbidden", "In a rated game there are no hints.")
        async with self._hints:
            # Only now: while waiting for other hints, the game may have gone on.
            course = table.course
            if course is None or table.status != "playing" or course.to_move not in table.seats_of(person):
                raise RefusalError("conflict", "It is not your turn.")
            bot, _ = bot_of_level(table.spec.game, len(LEVELS))
            knowledge, stream = Knowledge.of(course.game), stream_from_seed(secrets.randbits(48))
            number, loop = course.number, asyncio.get_running_loop()
            decision = await loop.run_in_executor(self._threads, bot.decide, knowledge, HINT_BUDGET, stream)
        return _hint(table.id, number, decision)

    def close(self) -> None:
        for table in list(self._hall.tables.values()):
            if table.thinking:
                table.thinking.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _hint(table: str, number: int, decision: Decision) -> Hint:
    best = decision.candidates[:_MOST_CANDIDATES]
    return Hint(
        table,
        number,
        decision.move,
        reason(decision),
        [
            Weighed(one.move, one.visits, round(one.win, 3), one.margin and round(one.margin, 1))
            for one in best
        ],
        list(decision.line),
    )
