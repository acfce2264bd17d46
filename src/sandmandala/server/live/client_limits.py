"""Limits per client, across all of its tabs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from ..refusal import RefusalError
from ..security import RateLimiter
from .frame_limit import FrameLimit


class ClientLimits:
    """Limits that all connections of a worker share. Without `enabled`, only hints are limited."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled
        self._pace = RateLimiter(100, 20) if enabled else None
        self._hints: dict[str, asyncio.Task[None]] = {}

    def new_frame_limit(self) -> FrameLimit | None:
        """Return the limit of frames for a new connection; None without limits."""
        return FrameLimit() if self._enabled else None

    def check_pace(self, key: str) -> None:
        """Refuse messages that come too quickly. `key` is a person, or the address of a guest."""
        if self._pace and not self._pace.take(key):
            raise RefusalError("too_many")

    def begin_hint(self, person: str, hint: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start a hint unless one is running for this person. A closed socket does not stop it, or
        reconnecting would start another."""
        if person in self._hints:
            raise RefusalError("hint_running")
        self._hints[person] = task = asyncio.create_task(hint())
        task.add_done_callback(lambda _: self._hints.pop(person))
