"""The short way between a socket and a connection.

ASGI hands every message on through several coroutines and wakes a task for it. Half of the time that a
move took went there; so messages go to the transport at once. The handshake and the end stay ASGI's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
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


class Inbox:
    """What has come and waits to be read. A queue of asyncio's weighs three kilobytes for every socket."""

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        self._events.append(event)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        return not self._events

    async def get(self) -> Any:
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
            self._reader = None
        return self._events.pop(0)


class Wire(WebSocketsSansIOProtocol):
    """A socket as uvicorn knows it, to which one can write without waiting."""

    def __init__(self, *how: Any, **else_how: Any) -> None:
        super().__init__(*how, **else_how)
        self.queue: Any = Inbox()
        self.take_over: Callable[[], Awaitable[None]] | None = None
        self._handshake, self.app = self.app, self._serve

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        """The application accepts or refuses. It may leave the rest to `take_over`: then all that it has
        put around the socket, ten kilobytes, is gone.
        """
        await self._handshake(scope, receive, send)
        if self.take_over:
            self.request.headers.clear()  # the parser keeps the request for as long as it lives
            del scope, receive, send, self.scope, self.request, self.response
            await self.take_over()

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
