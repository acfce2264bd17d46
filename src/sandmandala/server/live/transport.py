"""What live play needs from a WebSocket. There are two kinds: `fast_socket.py` and `asgi_socket.py`."""

from __future__ import annotations

from typing import Protocol

LONGEST = 8192  # bytes of a message; one a little over the protocol's limit still gets a polite refusal
MOST_WAITING = 400_000  # bytes that a slow client may leave unread

# Why a connection is closed (RFC 6455, section 7.4).
NORMAL, WRONG_PROTOCOL, POLICY, TOO_LARGE, FAILED, RESTARTING = 1000, 1002, 1008, 1009, 1011, 1012
FLOODED = "too many messages"


class Transport(Protocol):
    """An open socket. Writing to it never waits."""

    def tell(self, text: bytes) -> None:
        """Send a message soon. A client that leaves too much unread is cut off."""

    def look_after(self) -> None:
        """Called now and then: find out whether the client is still there."""

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Send what waits, and end the connection."""


class Listener(Protocol):
    """Our end of a socket. Messages are heard one after the other."""

    def allows_frame(self) -> bool:
        """Count a frame from the client; False if there were too many."""

    async def hear(self, message: bytes) -> None: ...
    def gone(self) -> None: ...
