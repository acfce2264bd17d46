"""The server's clock. It follows the machine's clock at the start, and runs steadily from then on.

A machine's clock may jump, when it is set or a virtual machine is moved. Players must not lose time by it. So
a worker that starts later follows the clock of the running workers, not the machine's.
"""

from __future__ import annotations

import time

_UNNOTICED = 2_000  # milliseconds that the answer of another worker may take
_start = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970."""
    return (_start + time.monotonic_ns()) // 1_000_000


def follow(other: int) -> int:
    """Set the clock by another worker's, and return by how many milliseconds, unless they agree."""
    global _start
    difference = other - now()
    if abs(difference) < _UNNOTICED:
        return 0
    _start += difference * 1_000_000
    return difference
