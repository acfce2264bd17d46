"""Expensive reads take turns: one at a time for each address, and a few at a time in all.

Each of them is quick, but many at once from one address used up the connections to the database and most of
the loop, so that everybody else waited for nearly a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from .addresses import client_key

_AT_A_TIME = 2


class ReadTurns:
    """An address has one place in the queue, however many requests it has sent: so addresses take turns."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(_AT_A_TIME)
        self._addresses: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Hold it for one query, never while something is sent: the other end may read slowly."""
        key = client_key(address)
        lock = self._addresses.get(key) or self._addresses.setdefault(key, asyncio.Lock())
        async with lock, self._places:
            yield
