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
_WORTH_IT = 256

_helpers: dict[int, ThreadPoolExecutor] = {}


def available_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_in_parallel(work: Callable[[int, int], object], count: int, threads: int) -> None:
    """Call `work(first, last)` until all games from 0 to `count` have been worked on."""
    threads = min(threads, -(-count // _WORTH_IT))
    if threads <= 1:
        work(0, count)
        return
    # One part each: to come back for more costs a wait for Python's lock.
    ends = [count * number // threads for number in range(threads + 1)]
    helpers = _helpers_of(threads - 1)
    helping = [helpers.submit(work, ends[number], ends[number + 1]) for number in range(1, threads)]
    work(0, ends[1])
    for helper in helping:
        helper.result()


def _helpers_of(count: int) -> ThreadPoolExecutor:
    if count not in _helpers:
        _helpers[count] = ThreadPoolExecutor(count, thread_name_prefix="games")
    return _helpers[count]


# A child of this process has none of its threads.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helpers.clear)
