"""The interface of WebSocket transports. `fast_socket.py` and `asgi_socket.py` implement it."""

from __future__ import annotations

from typing import Protocol

LONGEST = 8192  # bytes of a message; one a little over the protocol's limit still gets a polite refusal
MOST_WAITING = 400_000  # bytes that a slow client may leave unread

# Why a connection is closed (RFC 6455, section 7.4).
NORMAL, WRONG_PROTOCOL, POLICY, TOO_LARGE, FAILED, RESTARTING = 1000, 1002, 1008, 1009, 1011, 1012
FLOODED = "too many messages"


class Transport(Protocol):
    """An open socket. Writing never blocks."""

    def tell(self, text: bytes) -> None:
        """Queue a message. A client that leaves too much unread is disconnected."""

    def look_after(self) -> None:
        """Check whether the client is still there; called regularly."""

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Send pending output, and close the connection."""


class Listener(Protocol):
    """Receives what a client sends, one message at a time."""

    def allows_frame(self) -> bool:
        """Count a frame from the client; False if there were too many."""

    async def hear(self, message: bytes) -> None:
        """Handle a message."""

    def gone(self) -> None:
        """Clean up: the connection is closed."""
