"""Expensive reads take turns: one at a time for each address, and a few at a time in all.

Each of them is quick, but many at once from one address used up the connections to the database and most of
the loop, so that everybody else waited for nearly a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

_AT_A_TIME = 2


class ReadTurns:
    """Queues reads. Addresses take turns, however many requests each has sent."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(_AT_A_TIME)
        self._clients: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Wait for the turn of a client, by the key of its address (`client_key`).

        Hold it for one query, never while sending: the client may read slowly.
        """
        lock = self._clients.get(client) or self._clients.setdefault(client, asyncio.Lock())
        async with lock, self._places:
            yield
