"""The short way between a socket and who listens to it.

ASGI hands every message on through several coroutines and wakes a task for it, and what a server keeps for
that weighs more than the socket. So ASGI does the handshake, and then a protocol of our own takes over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any, Protocol

import structlog
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .frames import CLOSE, FAILED, NORMAL, PING, PONG, RESTARTING, BadFrameError, Reader, closing, framed

_EXTENSION = "sandmandala.wire"
_LONGEST = 65_536  # bytes of a message; a little more than is allowed can still be refused politely
_MOST_WAITING = 400_000  # bytes that a slow client may leave unread
_MOST_UNDERWAY = 65_536  # bytes that the kernel keeps for it; of itself it would keep megabytes
_MOST_UNHEARD = 16  # messages of a client that wait for the one before
_log = structlog.get_logger()


class Listener(Protocol):
    """Who is at our end of a wire."""

    async def hear(self, message: bytes) -> None: ...
    def gone(self) -> None: ...


class Outbox:
    """All that is to be told now goes out together.

    A process that listens on this machine, a proxy say, sleeps between two messages, and waking it takes
    four times as long as sending to one that is awake.
    """

    def __init__(self) -> None:
        self._wires: list[Wire] = []

    def add(self, wire: Wire) -> None:
        if not self._wires:
            asyncio.get_running_loop().call_soon(self._send)
        self._wires.append(wire)

    def _send(self) -> None:
        wires, self._wires = self._wires, []
        for wire in wires:
            try:
                wire.send()
            except Exception:  # it must not silence the others
                _log.exception("a message could not be sent")


class Handshake(WebSocketsSansIOProtocol):
    """A socket as uvicorn knows it, until the application has accepted it and hands it over."""

    def __init__(self, *how: Any, **else_how: Any) -> None:
        super().__init__(*how, **else_how)
        self._next: tuple[Outbox, Callable[[Wire], Listener]] | None = None
        self._application, self.app = self.app, self._serve

    def hand_over(self, outbox: Outbox, to: Callable[[Wire], Listener]) -> None:
        """As soon as the application has done its part."""
        self._next = outbox, to

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[_EXTENSION] = self

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_and_stop_reading(message: Any) -> None:
            if message["type"] == "websocket.accept" and not self.transport.is_closing():
                self.transport.pause_reading()  # what comes next is for the wire
            await send(message)

        await self._application(scope, receive, send_and_stop_reading)
        if self._next and not self.disconnected:
            outbox, to = self._next
            self.stop_keepalive()
            wire = Wire(self.transport, self.connections, outbox)
            self.connections.remove(self)
            self.transport.set_protocol(wire)
            wire.listener = to(wire)
            wire.resume()
            self.transport = _NoTransport()  # type: ignore[assignment]  # uvicorn closes it now
            del self.app, self.scope, self.conn, self.request, self.response  # they go in circles


class _NoTransport:
    def close(self) -> None:
        pass


class Wire(asyncio.Protocol):
    """An open socket. One can write to it without waiting; messages are heard one after the other."""

    __slots__ = (
        *("_connections", "_outbox", "_reader", "_transport", "_unheard", "_unsent", "_work"),
        *("is_paused", "is_quiet", "listener"),
    )

    def __init__(self, transport: asyncio.Transport, connections: set[Any], outbox: Outbox) -> None:
        self._transport, self._connections, self._outbox = transport, connections, outbox
        self._reader = Reader(_LONGEST)
        self._unheard: list[bytes] = []
        self._unsent = b""
        self._work: asyncio.Task[None] | None = None
        self.is_paused = True
        self.is_quiet = False
        self.listener: Listener | None = None
        transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, _MOST_UNDERWAY)
        connections.add(self)

    # --- to the client

    def tell(self, text: bytes) -> None:
        """Send when everybody has been told what there is to tell now, or later if the client is slow."""
        if not self._unsent:
            self._outbox.add(self)
        self._unsent += framed(text)

    def send(self) -> None:
        """What waits. Too slow a client is cut off: it can come back and ask for what it has missed."""
        transport, data, self._unsent = self._transport, self._unsent, b""
        if data and not transport.is_closing():
            transport.write(data)
            if transport.get_write_buffer_size() > _MOST_WAITING:
                transport.abort()

    def look_after(self) -> None:
        """To be called now and then: a client that has not answered since the last time is gone."""
        if self.is_quiet:
            self._transport.abort()
        elif not self._transport.is_closing():
            self.is_quiet = True
            self._transport.write(framed(b"", PING))

    def close(self, code: int = NORMAL) -> None:
        self.send()
        if not self._transport.is_closing():
            self._transport.write(closing(code))
            self._transport.close()

    def shutdown(self) -> None:
        """Called by uvicorn, when it stops."""
        self.close(RESTARTING)

    # --- from the client

    def data_received(self, data: bytes) -> None:
        self.is_quiet = False
        try:
            frames = self._reader.feed(data)
        except BadFrameError as bad:
            self.close(bad.code)
            return
        for kind, payload in frames:
            if kind == PING:
                self._transport.write(framed(payload, PONG))
            elif kind == CLOSE:
                self.close()
            elif kind != PONG:
                self._unheard.append(payload)
        if self._unheard and self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._hear())
        if len(self._unheard) > _MOST_UNHEARD and not self.is_paused:
            self.is_paused = True
            self._transport.pause_reading()

    async def _hear(self) -> None:
        assert self.listener
        try:
            while self._unheard:
                await self.listener.hear(self._unheard.pop(0))
        except Exception:
            _log.exception("a message could not be dealt with")
            self.close(FAILED)
        finally:
            self._work = None
            if self._transport.is_closing():
                self._end()
            else:
                self.resume()

    def resume(self) -> None:
        if self.is_paused and not self._transport.is_closing():
            self.is_paused = False
            self._transport.resume_reading()

    def connection_lost(self, failure: Exception | None) -> None:
        if self._work is None:
            self._end()  # otherwise when the work is done: a move that has come in is stored

    def _end(self) -> None:
        self._connections.discard(self)
        if self.listener:
            self.listener.gone()
            self.listener = None


def handshake_of(scope: Any) -> Handshake:
    """The handshake behind a socket's scope."""
    handshake: Handshake = scope["extensions"][_EXTENSION]
    return handshake
