"""Judges moves that people try in place of those that were made, one at a time, in a thread of low priority.

It is not one of the threads that review: somebody who tries a move would wait there for whole games.
"""

from __future__ import annotations

from collections import OrderedDict

from ...games.errors import SandmandalaError
from ...records import Game
from ...review.types import JudgedMove
from ..compile_wait import reviews_compiled
from ..fair_queue import FairQueue
from ..messages.fields import Depth
from ..refusal import RefusalError
from ..thread_priority import lower_priority
from .reviewer import Reviewer

_MOST_REMEMBERED = 500
_Key = tuple[str, Depth, int, str]


class Attempts:
    """Judges moves on demand. Each worker has one."""

    def __init__(self) -> None:
        self._queue = FairQueue(1, "attempt", lower_priority)
        self._waiting: set[str] = set()
        self._known: OrderedDict[_Key, JudgedMove] = OrderedDict()

    async def judge(
        self,
        reviewer: Reviewer,
        game: Game,
        table: str,
        depth: Depth,
        ply: int,
        move: str,
        who: tuple[str, str],
    ) -> JudgedMove:
        """Judge a move for `who`: a person, or an address for guests, and the address. Refuses illegal
        moves, and a second request before the first is answered."""
        key = (table, depth, ply, move)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        person, address = who
        if person in self._waiting:
            raise RefusalError("too_many")
        self._waiting.add(person)
        try:
            await reviews_compiled(game.name)
            found = await self._queue.run(address, person, reviewer.judge, game, ply, move, depth)
        except SandmandalaError as error:
            raise RefusalError.of(error) from None
        finally:
            self._waiting.discard(person)
        self._known[key] = found
        if len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)
        return found

    def close(self) -> None:
        """Drop what waits."""
        self._queue.close()
