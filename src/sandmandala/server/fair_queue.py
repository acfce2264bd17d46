"""Threads shared fairly: addresses take turns, and so do the people at each address.

Bots think for seconds at a time. First come, first served would let one visitor with many tables hold up
everybody else. Turns for people alone would let one visitor with many names do the same.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import inf
from time import monotonic
from typing import Any, TypeVar, TypeVarTuple

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")


@dataclass(eq=False)
class _Task:
    work: Callable[[], Any]
    number: int  # in order of arrival
    done: asyncio.Future[Any]


class _Share:
    """A person with work, or a group that shares its turns between members: an address, or a whole lane.

    The member that has used the threads least goes first. This is start-time fair queueing: a new or
    returning member starts level with the least served of those present. So waiting earns no credit, and old
    use is forgotten.
    """

    def __init__(self, used: float = 0.0) -> None:
        self.used = used  # seconds of a thread, on a scale that the members of a group share
        self.queue: deque[_Task] = deque()  # of a person
        self.running: dict[_Task, float] = {}  # with the time at which each began
        self.members: dict[str, _Share] = {}
        self._level = 0.0  # where a new member starts

    def member(self, name: str) -> _Share:
        """Return the member with this key, who is about to queue work."""
        self.settle()
        return self.members.setdefault(name, _Share(self._level))

    def first(self) -> float:
        """Return the number of the task that has waited longest; infinity if none waits."""
        own = self.queue[0].number if self.queue else inf
        return min((member.first() for member in self.members.values()), default=own)

    def next(self, now: float) -> list[_Share]:
        """Return who is next, from the outermost group inwards; empty if no work waits."""
        waiting = [(member.used_by(now), member.first(), member) for member in self.members.values()]
        chosen = min((one for one in waiting if one[1] < inf), key=lambda one: one[:2], default=None)
        if chosen is None:
            return [self] if self.queue else []
        return [self, *chosen[2].next(now)]

    def used_by(self, now: float) -> float:
        """Include unfinished work; otherwise a member could take all threads at once."""
        return self.used + sum(now - since for since in self.running.values())

    def settle(self) -> None:
        """Move the starting level along, and forget members without work who are not above it."""
        active = {name for name, member in self.members.items() if member.running or member.first() < inf}
        used = [member.used for name, member in self.members.items() if name in active]
        # Once all work is done, everybody starts level again.
        reached = min(used) if used else max((member.used for member in self.members.values()), default=0.0)
        self._level = max(self._level, reached)
        self.members = {
            name: member
            for name, member in self.members.items()
            if name in active or member.used > self._level
        }


class FairQueue:
    """Runs functions in a few threads."""

    def __init__(self, threads: int, name: str = "bot", prepare: Callable[[], None] | None = None) -> None:
        """`name` is that of the threads, each of which calls `prepare` when it starts."""
        self._free = threads
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=prepare)
        self._urgent, self._patient = _Share(), _Share()
        self._numbers = count()
        self._closed = False

    @property
    def is_busy(self) -> bool:
        """Whether work is running or waits for its turn."""
        lanes = (self._urgent, self._patient)
        return any(lane.running or lane.first() < inf for lane in lanes)

    async def run(
        self,
        address: str,
        person: str,
        function: Callable[[*_Args], _T],
        *args: *_Args,
        urgent: bool = True,
    ) -> _T:
        """Call the function in a thread when its turn comes. Urgent work, for which a person waits, goes
        first.

        If the caller is cancelled, queued work is dropped. Running work cannot be stopped: its thread is
        free again when it ends.
        """
        if self._closed:
            raise RuntimeError("The queue is closed.")
        done: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        task = _Task(partial(function, *args), next(self._numbers), done)
        queue = (self._urgent if urgent else self._patient).member(address).member(person).queue
        queue.append(task)
        self._start()
        try:
            return await done
        finally:
            if task in queue:  # cancelled before its turn
                queue.remove(task)

    def close(self) -> None:
        """Cancel queued work and accept no more. Running work finishes."""
        self._closed = True
        for lane in (self._urgent, self._patient):
            for address in lane.members.values():
                for person in address.members.values():
                    for task in person.queue:
                        task.done.cancel()
                    person.queue.clear()
        self._threads.shutdown(wait=False)

    def _start(self) -> None:
        """Fill the free threads."""
        while self._free and (path := self._urgent.next(monotonic()) or self._patient.next(monotonic())):
            task = path[-1].queue.popleft()
            if task.done.cancelled():
                continue
            self._free -= 1
            for share in path:
                share.running[task] = monotonic()
            running = asyncio.get_running_loop().run_in_executor(self._threads, task.work)
            running.add_done_callback(partial(self._end, path, task))

    def _end(self, path: list[_Share], task: _Task, running: asyncio.Future[Any]) -> None:
        self._free += 1
        for share in path:
            share.used += monotonic() - share.running.pop(task)
        error = running.exception()
        if not task.done.done():
            if error is None:
                task.done.set_result(running.result())
            else:
                task.done.set_exception(error)
        self._start()
        for share in (*path, self._urgent, self._patient):
            share.settle()
