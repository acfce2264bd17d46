"""Structured logs: for people or for machines, without secrets, and without floods of the same line."""

from __future__ import annotations

import logging
import sys
import threading
import time
from contextlib import suppress
from typing import Any

import structlog

_SECRETS = ("secret", "password", "token", "cookie", "authorization", "code", "key")
_QUIET_SECONDS = 60.0
_MOST_EVENTS = 1000  # to remember; libraries may put anything into theirs


def set_up_logs(form: str) -> None:
    """Set up logging as text or JSON, including warnings and errors of libraries."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    machine = form == "json"
    ending: list[Any] = [structlog.processors.format_exc_info] if machine else []
    # A plain traceback: others show the values of variables, and with them passwords.
    people = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    renderer: Any = structlog.processors.JSONRenderer() if machine else people
    structlog.configure(
        processors=[RateLimit(), *shared, *ending, renderer],
        logger_factory=lambda *_: _Printer(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(RateLimit().filter)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(processor=renderer, foreign_pre_chain=[*shared, *ending])
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


class _Printer(structlog.PrintLogger):
    """Writes log lines, ignoring errors: the log may be on the full disk that is being reported."""

    def msg(self, message: str) -> None:
        with suppress(OSError):
            super().msg(message)

    log = debug = info = warn = warning = msg
    fatal = failure = err = error = critical = exception = msg


class RateLimit:
    """Lets an event through once a minute, with the number of those left out since.

    Events are the same if they have the same name and the same type of exception: another kind of failure
    is news.
    """

    def __init__(self) -> None:
        self._events: dict[tuple[str, str], tuple[float, int]] = {}  # last written; left out since
        self._lock = threading.Lock()

    def __call__(self, logger: Any, method: str, event: Any) -> Any:
        """Filter events, as a structlog processor."""
        suppressed = self._suppressed(str(event.get("event")), event.get("exc_info"))
        if suppressed is None:
            raise structlog.DropEvent
        if suppressed:
            event["suppressed"] = suppressed
        return event

    def filter(self, record: logging.LogRecord) -> bool:
        """Filter records, as a filter of the standard library; must not raise."""
        suppressed = self._suppressed(str(record.msg), record.exc_info)
        if suppressed:
            record.msg = f"{record.msg} (suppressed since: {suppressed})"
        return suppressed is not None

    def _suppressed(self, name: str, exception: Any) -> int | None:
        """Return how many were suppressed since the last one; None to suppress this one, too."""
        event, now = (name, _type(exception)), time.monotonic()
        with self._lock:
            written, suppressed = self._events.pop(event, (now - _QUIET_SECONDS, 0))
            if now - written < _QUIET_SECONDS:
                self._events[event] = written, suppressed + 1
                return None
            if len(self._events) >= _MOST_EVENTS:
                del self._events[next(iter(self._events))]  # the one seen longest ago
            self._events[event] = now, 0
        return suppressed


def _type(exception: Any) -> str:
    """Return the name of the exception type, for any form of `exc_info`."""
    if exception is True:
        exception = sys.exc_info()
    if isinstance(exception, tuple):
        exception = exception[1]
    return type(exception).__name__ if exception else ""


def without_secrets(logger: Any, method: str, event: Any) -> Any:
    """
    >>> without_secrets(None, "info", {"event": "moved", "password": "x"})
    {'event': 'moved', 'password': '…'}
    """
    for name in event:
        if any(word in name.lower() for word in _SECRETS):
            event[name] = "…"
    return event
