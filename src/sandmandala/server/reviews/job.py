"""One review in the making, and those who follow it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from ..messages.fields import Depth, ReviewState
from ..messages.from_server import ReviewProgress
from ..spec import encode

_BETWEEN_REPORTS = 0.25  # seconds


class StoppedError(Exception):
    """Nobody waits for the review any more."""


@dataclass(eq=False)
class ReviewFollower:
    """A connection that may follow reviews. Limits count under `limit_key`: a person, or an address."""

    send: Callable[[bytes], None]
    person: str | None
    limit_key: str
    address: str
    is_gone: bool = False


@dataclass(eq=False)
class Job:
    """A review that waits or runs. `address` is that of the first follower."""

    table: str
    depth: Depth
    address: str
    state: ReviewState = "waiting"
    done: int = 0
    total: int = 0
    is_ours: bool = False  # this worker makes it, and no other one
    kept_until: float = 0.0  # without followers here: others may wait elsewhere, or come back
    followers: list[ReviewFollower] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    _stopped: threading.Event = field(default_factory=threading.Event)
    _reported: float = 0.0

    def keep(self, seconds: float) -> None:
        """Keep the job for some time, even if nobody follows it here."""
        self.kept_until = max(self.kept_until, monotonic() + seconds)

    def stop(self) -> None:
        """Cancel the job. A running thread notices when it reports its progress."""
        self._stopped.set()
        if self.task:
            self.task.cancel()

    def progress(self) -> ReviewProgress:
        """Return the message about it."""
        return ReviewProgress(self.table, self.depth, self.state, self.done, self.total)

    def tell(self, message: ReviewProgress) -> None:
        """Send a message to all followers."""
        data = encode(message)
        for follower in self.followers:
            follower.send(data)

    def reporter(self, tell: Callable[[Job], None]) -> Callable[[int, int], None]:
        """Return a function for the thread that reviews. It calls `tell` in the loop, not too often."""
        loop = asyncio.get_running_loop()

        def began_or_went_on(done: int, total: int) -> None:
            self.state, self.done, self.total = "running", done, total
            tell(self)

        def report(done: int, total: int) -> None:
            if self._stopped.is_set():
                raise StoppedError
            if (at := monotonic()) - self._reported >= _BETWEEN_REPORTS:
                self._reported = at
                loop.call_soon_threadsafe(began_or_went_on, done, total)

        return report
