"""The server's clock. It follows the machine's clock at the start, and runs steadily from then on.

A machine's clock may jump, when it is set or a virtual machine is moved; players must not lose time by it.
"""

from __future__ import annotations

import time

_START = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970."""
    return (_START + time.monotonic_ns()) // 1_000_000
