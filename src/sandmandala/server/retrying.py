"""Retries after transient failures, such as a database or network that is down for a while."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from sqlalchemy import exc

_T = TypeVar("_T")
_log = structlog.get_logger()

_OURS_TO_FIX = (exc.IntegrityError, exc.ProgrammingError, exc.DataError, exc.NotSupportedError)


class Backoff:
    """Pauses between attempts: each about twice as long as the one before, up to a longest one.

    Each is shortened by up to half at random, so that those who failed together do not return together.
    """

    def __init__(self, first: float = 0.1, longest: float = 15.0) -> None:
        self._first, self._longest = first, longest
        self._next = first

    def pause(self) -> float:
        """Return the seconds until the next attempt."""
        pause, self._next = self._next, min(self._next * 2, self._longest)
        return pause * random.uniform(0.5, 1.0)

    def reset(self) -> None:
        """Start with short pauses again, after a success."""
        self._next = self._first


def is_transient(error: Exception) -> bool:
    """Whether an error is transient: the network, the disk or the database failed, not our code."""
    if isinstance(error, exc.DBAPIError):
        return not isinstance(error, _OURS_TO_FIX)
    return isinstance(error, OSError | sqlite3.OperationalError | exc.TimeoutError)


async def keep_trying(
    work: Callable[[], Awaitable[_T]],
    what: str,
    *,
    transient: Callable[[Exception], bool] = is_transient,
    backoff: Backoff | None = None,
) -> _T:
    """Repeat the work until it succeeds or is cancelled. Raises errors that are not transient.

    `what` names the work in the log, where repeated failures share one line a minute. The work must be safe
    to repeat: an attempt that failed may have been carried out.
    """
    backoff = backoff or Backoff()
    while True:
        try:
            return await work()
        except Exception as error:
            if not transient(error):
                raise
            reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
            _log.warning(f"{what} failed; trying again", error=f"{type(error).__name__}: {reason}")
        await asyncio.sleep(backoff.pause())
