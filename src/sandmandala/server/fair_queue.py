"""Threads shared fairly: owners take turns, however much work each of them has queued.

Bots think for seconds at a time. First come, first served would let one visitor with many tables hold up
everybody else.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, TypeVar, TypeVarTuple

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")


@dataclass(eq=False)
class _Task:
    work: Callable[[], Any]
    number: int  # in order of arrival
    done: asyncio.Future[Any]


@dataclass(eq=False)
class _Owner:
    used: float  # seconds of a thread, on a scale that all owners of a lane share
    queue: deque[_Task] = field(default_factory=deque)
    running: dict[_Task, float] = field(default_factory=dict)  # and since when

    @property
    def active(self) -> bool:
        return bool(self.running or self.queue)

    def used_by(self, now: float) -> float:
        """Count unfinished work too, or an owner could take all threads at once."""
        return self.used + sum(now - since for since in self.running.values())


class _Lane:
    """Owners with work of the same urgency; whoever has used the threads least goes first.

    This is start-time fair queueing: an owner who comes new, or comes back, starts level with the least
    served of those who are there. So nobody saves up a claim by waiting, and nobody pays for long ago.
    """

    def __init__(self) -> None:
        self.owners: dict[str, _Owner] = {}
        self._level = 0.0  # where a new owner starts

    def owner(self, name: str) -> _Owner:
        """The owner, who is about to queue work."""
        self.settle()
        return self.owners.setdefault(name, _Owner(self._level))

    def next(self) -> _Owner | None:
        """Whose turn it is."""
        now = monotonic()
        waiting = [owner for owner in self.owners.values() if owner.queue]
        return min(waiting, key=lambda owner: (owner.used_by(now), owner.queue[0].number), default=None)

    def settle(self) -> None:
        """Move the starting level along, and forget owners without work who are not above it."""
        used = [owner.used for owner in self.owners.values() if owner.active]
        # Once all work is done, nobody competes any longer: all start level again.
        reached = min(used) if used else max((owner.used for owner in self.owners.values()), default=0.0)
        self._level = max(self._level, reached)
        self.owners = {
            name: owner for name, owner in self.owners.items() if owner.active or owner.used > self._level
        }


class FairQueue:
    """Runs functions in a few threads, for owners who take turns."""

    def __init__(self, threads: int) -> None:
        self._free = threads
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._urgent, self._patient = _Lane(), _Lane()
        self._numbers = count()
        self._closed = False

    async def run(
        self, owner: str, function: Callable[[*_Args], _T], *args: *_Args, urgent: bool = True
    ) -> _T:
        """Call the function in a thread when its turn comes; urgent work, which a person waits for, first.

        If the caller is cancelled, queued work is dropped. Running work cannot be stopped: its thread is
        free again when it ends.
        """
        if self._closed:
            raise RuntimeError("The queue is closed.")
        done: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        task = _Task(partial(function, *args), next(self._numbers), done)
        queue = (self._urgent if urgent else self._patient).owner(owner).queue
        queue.append(task)
        self._start()
        try:
            return await done
        finally:
            if task in queue:  # cancelled before its turn
                queue.remove(task)

    def waiting(self, owner: str) -> int:
        """How much work of this owner is queued, apart from what runs."""
        lanes = (self._urgent, self._patient)
        return sum(len(lane.owners[owner].queue) for lane in lanes if owner in lane.owners)

    def close(self) -> None:
        """Cancel what is queued and accept no more. What runs goes on to its end."""
        self._closed = True
        for lane in (self._urgent, self._patient):
            for owner in lane.owners.values():
                for task in owner.queue:
                    task.done.cancel()
                owner.queue.clear()
        self._threads.shutdown(wait=False)

    def _start(self) -> None:
        """Fill the free threads."""
        while self._free and (owner := self._urgent.next() or self._patient.next()):
            task = owner.queue.popleft()
            if task.done.cancelled():
                continue
            self._free -= 1
            owner.running[task] = monotonic()
            running = asyncio.get_running_loop().run_in_executor(self._threads, task.work)
            running.add_done_callback(partial(self._end, owner, task))

    def _end(self, owner: _Owner, task: _Task, running: asyncio.Future[Any]) -> None:
        self._free += 1
        owner.used += monotonic() - owner.running.pop(task)
        error = running.exception()
        if not task.done.done():
            if error is None:
                task.done.set_result(running.result())
            else:
                task.done.set_exception(error)
        self._start()
        self._urgent.settle()
        self._patient.settle()
