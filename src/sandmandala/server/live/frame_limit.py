"""Limits how much a client may send over one socket before it is closed.

Messages above a lower rate are refused one by one (`client_limits.py`). This limit lies higher, and counts
every frame: also pings, and parts of messages.
"""

from __future__ import annotations

import time

_AT_ONCE, _A_SECOND = 400.0, 80.0  # frames
_BYTES_A_FRAME = 200


class FrameLimit:
    """A token bucket."""

    __slots__ = ("_left", "_since")

    def __init__(self) -> None:
        self._left, self._since = _AT_ONCE, time.monotonic()

    def take(self, frames: float = 1.0) -> bool:
        """Take frames; return False if there were too many."""
        moment = time.monotonic()
        self._left = min(_AT_ONCE, self._left + (moment - self._since) * _A_SECOND) - frames
        self._since = moment
        return self._left >= 0.0

    def take_bytes(self, count: int) -> bool:
        """Take frames by bytes, for transports that cannot see frames."""
        return self.take(1.0 + count / _BYTES_A_FRAME)
