"""The short way between a socket and a connection.

ASGI hands every message on through several coroutines and wakes a task for it. Half of the time that a
move took went there; so messages go to the transport at once. The handshake and the end stay ASGI's.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_EXTENSION = "sandmandala.wire"
_MOST_WAITING = 400_000  # bytes that a slow client may leave unread
_WHOLE_TEXT = 0x81
_LONG = 1 << 16
_TWO_BYTES, _EIGHT_BYTES = 126, 127


def framed(text: bytes) -> bytes:
    """A text message as RFC 6455 wants it from a server."""
    size = len(text)
    if size < _TWO_BYTES:
        return bytes((_WHOLE_TEXT, size)) + text
    if size < _LONG:
        return bytes((_WHOLE_TEXT, _TWO_BYTES)) + size.to_bytes(2, "big") + text
    return bytes((_WHOLE_TEXT, _EIGHT_BYTES)) + size.to_bytes(8, "big") + text


class Wire(WebSocketsSansIOProtocol):
    """A socket as uvicorn knows it, to which one can write without waiting."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[_EXTENSION] = self

    def tell(self, text: bytes) -> None:
        """Send now, or as soon as the client has read what it was sent before. Too slow a client is cut
        off: it can come back and ask for what it has missed.
        """
        if self.close_sent or self.transport.is_closing():
            return
        self.transport.write(framed(text))
        if self.transport.get_write_buffer_size() > _MOST_WAITING:
            self.transport.abort()


def wire_of(scope: Any) -> Wire:
    """The wire behind a socket's scope."""
    wire: Wire = scope["extensions"][_EXTENSION]
    return wire
