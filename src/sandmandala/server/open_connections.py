"""Bounds on open connections: how many, how many from one address, and how long a request may take to arrive.

Without them a single client that opens connections and sends nothing locks everybody else out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

import structlog

from .addresses import Network, client_key, is_in

_SWEEP_EVERY = 0.5  # seconds
_MOST_DESCRIPTORS = 65_536
_SPARE_DESCRIPTORS = 64  # for the database, files and logs
_log = structlog.get_logger()


class OpenConnections:
    """All connections of this process, over HTTP and WebSocket."""

    def __init__(
        self,
        per_address: int,
        proxies: Iterable[Network],
        request_seconds: float,
        most: int = 0,
    ) -> None:
        """`per_address` and `most` are limits, 0 for none. Proxies may open as many as they like."""
        self._per_address, self._proxies, self._most = per_address, list(proxies), most
        self._request_seconds = request_seconds
        self._keys: dict[asyncio.Transport, str] = {}
        self._counts: Counter[str] = Counter()
        self._waiting: dict[asyncio.Transport, float] = {}  # waiting since, the longest first
        self._is_sweeping = False

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, transport: asyncio.Transport, address: str) -> None:
        """Count a new connection, and start waiting for its request. One too many is closed at once."""
        key = client_key(address)
        if self._per_address and self._counts[key] >= self._per_address and not is_in(address, self._proxies):
            _log.warning("too many connections from one address", address=key)
            transport.abort()
            return
        if self._most and len(self._keys) >= self._most and not self._make_room():
            _log.warning("too many connections", connections=len(self._keys))
            transport.abort()
            return
        self._keys[transport] = key
        self._counts[key] += 1
        self.wait_for_request(transport)

    def remove(self, transport: asyncio.Transport) -> None:
        """Forget a closed connection."""
        self._waiting.pop(transport, None)
        if (key := self._keys.pop(transport, None)) is not None:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]

    def wait_for_request(self, transport: asyncio.Transport) -> None:
        """Start the time limit for the next request."""
        if transport in self._waiting or transport not in self._keys:
            return
        loop = asyncio.get_running_loop()
        self._waiting[transport] = loop.time()
        if self._request_seconds and not self._is_sweeping:
            self._is_sweeping = True
            loop.call_later(_SWEEP_EVERY, self._sweep)

    def is_waiting(self, transport: asyncio.Transport) -> bool:
        """Whether the connection is waiting for a request."""
        return transport in self._waiting

    def request_arrived(self, transport: asyncio.Transport) -> None:
        """Stop the time limit: the request is complete."""
        self._waiting.pop(transport, None)

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        latest = loop.time() - self._request_seconds
        for transport in [one for one, since in self._waiting.items() if since <= latest]:
            self._drop(transport)
        self._is_sweeping = bool(self._waiting)
        if self._is_sweeping:
            loop.call_later(_SWEEP_EVERY, self._sweep)

    def _make_room(self) -> bool:
        """Close the connection that has waited longest for a request. Connections in use stay open."""
        oldest = next(iter(self._waiting), None)
        if oldest is None:
            return False
        self._drop(oldest)
        return True

    def _drop(self, transport: asyncio.Transport) -> None:
        self.remove(transport)
        transport.abort()


def raise_descriptor_limit() -> int:
    """Raise the limit of file descriptors. Return how many connections fit in it; 0 for no limit."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return 0
    if hard == resource.RLIM_INFINITY or hard > _MOST_DESCRIPTORS:
        hard = _MOST_DESCRIPTORS
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        soft = hard
    return max(soft - _SPARE_DESCRIPTORS, soft // 2)
