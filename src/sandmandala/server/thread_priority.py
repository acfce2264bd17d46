"""Threads that give way to all others."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

NICENESS = 10  # 0 is usual, 19 the lowest priority; with 10 a thread gets a tenth of a contended core
LOWEST = 19


def lower_priority(niceness: int = NICENESS) -> None:
    """Let the current thread, and those that it starts, give way. Only Linux has priorities for threads."""
    if sys.platform == "linux":
        with suppress(OSError):  # the whole process has a lower one already
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
