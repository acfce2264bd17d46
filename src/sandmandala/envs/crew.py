"""Threads that share out a row of games among the cores.

Compiled code runs without Python's lock, so threads are all it takes. What this has over Numba's `prange`, as
measured: on two cores that others use too, its threads wait for each other without burning the cores (a
twentieth of the speed was left), it takes a third of the time to compile, and a process may fork afterwards.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

# So many games are worth the handing out.
_AT_A_TIME = 256

_helpers: dict[int, ThreadPoolExecutor] = {}


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share_out(work: Callable[[int, int], object], count: int, threads: int) -> None:
    """Call `work(first, last)` until all games from 0 to `count` have been worked on."""
    threads = min(threads, -(-count // _AT_A_TIME))
    if threads <= 1:
        work(0, count)
        return
    starts = iter(range(0, count, _AT_A_TIME))  # shared: whoever is free takes the next

    def help_out() -> None:
        for first in starts:
            work(first, min(first + _AT_A_TIME, count))

    helping = [_helpers_of(threads - 1).submit(help_out) for _ in range(threads - 1)]
    help_out()
    for helper in helping:
        helper.result()


def _helpers_of(count: int) -> ThreadPoolExecutor:
    if count not in _helpers:
        _helpers[count] = ThreadPoolExecutor(count, thread_name_prefix="games")
    return _helpers[count]


# A child of this process has none of its threads.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helpers.clear)
