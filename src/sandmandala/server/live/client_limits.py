"""Limits per client, across all of its tabs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from ..refusal import Code, RefusalError
from ..security import RateLimiter
from .frame_limit import FrameLimit


class ClientLimits:
    """Limits that all connections of a worker share. Without `enabled`, only hints are limited."""

    def __init__(self, enabled: bool, bot_messages: int = 10) -> None:
        self._enabled = enabled
        self._pace = RateLimiter(100, 20) if enabled else None
        self._bot_pace = RateLimiter(5 * bot_messages, bot_messages) if enabled else None
        self._thinking: dict[tuple[Code, str], asyncio.Task[None]] = {}

    def new_frame_limit(self) -> FrameLimit | None:
        """Return the limit of frames for a new connection; None without limits."""
        return FrameLimit() if self._enabled else None

    def check_pace(self, key: str, is_bot: bool = False) -> None:
        """Refuse messages that come too quickly. `key` is a person, or the address of a guest."""
        pace = self._bot_pace if is_bot else self._pace
        if pace and not pace.take(key):
            raise RefusalError("too_many")

    def begin(self, running: Code, person: str, thought: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start a hint or the like; refuse with the code `running` while one is running for this person. A
        closed socket does not stop it, or reconnecting would start another."""
        key = running, person
        if key in self._thinking:
            raise RefusalError(running)
        self._thinking[key] = task = asyncio.create_task(thought())
        task.add_done_callback(lambda _: self._thinking.pop(key))
