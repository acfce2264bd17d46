"""Structured logs: for people or for machines, and never with a secret in them."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

_SECRETS = ("secret", "password", "token", "cookie", "authorization", "code", "key")


def set_up_logs(form: str) -> None:
    """`form` is text or json. What libraries log goes the same way, from warnings on."""
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
        processors=[*shared, *ending, renderer],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(processor=renderer, foreign_pre_chain=[*shared, *ending])
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def without_secrets(logger: Any, method: str, event: Any) -> Any:
    """
    >>> without_secrets(None, "info", {"event": "moved", "password": "x"})
    {'event': 'moved', 'password': '…'}
    """
    for name in event:
        if any(word in name.lower() for word in _SECRETS):
            event[name] = "…"
    return event
