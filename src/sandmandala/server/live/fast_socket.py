"""A WebSocket that reads and writes its frames itself, straight from the event loop.

ASGI passes every message through several coroutines and wakes a task for it, and its state takes more memory
than the socket. So ASGI does the handshake (`takeover.py`), and this module does the rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any, Protocol

import structlog

from .frames import CLOSE, FRAGMENT, PING, PONG, BadFrameError, Reader, closing, framed
from .transport import FAILED, FLOODED, LONGEST, MOST_WAITING, NORMAL, POLICY, RESTARTING, Listener

EXTENSION = "sandmandala.takeover"  # of the ASGI scope
_MOST_IN_KERNEL = 65_536  # bytes; by default the kernel would buffer megabytes for a slow client
_CONGESTED = 4096  # bytes that wait before pings are no longer answered one by one
_MOST_UNHEARD = 16  # queued messages of one client
_log = structlog.get_logger()


class Sender(Protocol):
    """A socket with pending output."""

    def send(self) -> None:
        """Send the pending output."""


class Outbox:
    """Sends the pending output of all sockets together.

    A reader on the same machine, such as a proxy, sleeps between two messages, and waking it takes four times
    as long as sending to one that is awake.
    """

    def __init__(self) -> None:
        self._senders: list[Sender] = []

    def add(self, sender: Sender) -> None:
        """Send the output of a socket soon, together with that of others."""
        if not self._senders:
            asyncio.get_running_loop().call_soon(self._send)
        self._senders.append(sender)

    def _send(self) -> None:
        senders, self._senders = self._senders, []
        for sender in senders:
            try:
                sender.send()
            except Exception:  # the others must still send
                _log.exception("a message could not be sent")


class FastSocket(asyncio.Protocol):
    """An open socket. `connections` is the set of protocols that uvicorn shuts down."""

    __slots__ = (
        *("_connections", "_on_lost", "_outbox", "_pong", "_reader", "_transport", "_unheard", "_unsent"),
        *("_work", "is_congested", "is_lost", "is_paused", "is_quiet", "listener"),
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        connections: set[Any],
        outbox: Outbox,
        on_lost: Callable[[asyncio.Transport], None],
    ) -> None:
        self._transport, self._connections, self._outbox = transport, connections, outbox
        self._on_lost = on_lost
        self._reader = Reader(LONGEST)
        self._unheard: list[bytes] = []
        self._unsent = b""
        self._pong: bytes | None = None  # the answer to the newest ping, while output waits
        self._work: asyncio.Task[None] | None = None
        self.is_paused = True
        self.is_quiet = self.is_congested = self.is_lost = False
        self.listener: Listener | None = None
        transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, _MOST_IN_KERNEL)
        transport.set_write_buffer_limits(_CONGESTED)
        connections.add(self)

    # --- to the client

    def tell(self, text: bytes) -> None:
        if not self._unsent:
            self._outbox.add(self)
        self._unsent += framed(text)

    def send(self) -> None:
        """Send pending output. A client that is too slow is cut off; it can reconnect and catch up."""
        transport, data, self._unsent = self._transport, self._unsent, b""
        if data and not transport.is_closing():
            transport.write(data)
            if transport.get_write_buffer_size() > MOST_WAITING:
                transport.abort()

    def look_after(self) -> None:
        """Close the connection if nothing has arrived since the last check; otherwise send a ping."""
        if self.is_quiet:
            self._transport.abort()
            return
        self.is_quiet = True
        if not self._transport.is_closing():
            self._transport.write(framed(b"", PING))

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        self.send()
        if not self._transport.is_closing():
            self._transport.write(closing(code, reason))
            self._transport.close()

    def shutdown(self) -> None:
        """Called by uvicorn when it stops."""
        self.close(RESTARTING)

    def pause_writing(self) -> None:
        self.is_congested = True

    def resume_writing(self) -> None:
        self.is_congested = False
        if self._pong is not None:
            pong, self._pong = self._pong, None
            self._answer_ping(pong)

    def _answer_ping(self, payload: bytes) -> None:
        """Answer a ping. A client that does not read gets one answer, to its newest ping (RFC 6455)."""
        if self.is_congested:
            self._pong = payload
        elif not self._transport.is_closing():
            self._transport.write(framed(payload, PONG))

    # --- from the client

    def data_received(self, data: bytes) -> None:
        self.is_quiet = False
        try:
            for kind, payload in self._reader.feed(data):
                if self.listener and not self.listener.allows_frame():
                    self._unheard.clear()
                    self.close(POLICY, FLOODED)
                    return
                if kind == PING:
                    self._answer_ping(payload)
                elif kind == CLOSE:
                    self.close()
                    break
                elif kind not in (PONG, FRAGMENT):
                    self._unheard.append(payload)
        except BadFrameError as bad:
            self.close(bad.code)
            return
        if self._unheard and self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._hear())
        if len(self._unheard) > _MOST_UNHEARD:
            self._pause()
        elif len(data) > LONGEST:  # yield: the loop would otherwise read megabytes from this socket
            self._pause()
            asyncio.get_running_loop().call_soon(self._resume_unless_busy)

    async def _hear(self) -> None:
        assert self.listener
        try:
            while self._unheard:
                batch, self._unheard = self._unheard[:_MOST_UNHEARD], self._unheard[_MOST_UNHEARD:]
                for message in batch:
                    await self.listener.hear(message)
                if self._unheard:
                    await asyncio.sleep(0)  # yield to others, however many messages arrived at once
        except Exception:
            _log.exception("a message could not be handled")
            self.close(FAILED)
        finally:
            self._work = None
            if self.is_lost:
                self._end()
            else:
                self.resume()

    def _pause(self) -> None:
        if not self.is_paused and not self._transport.is_closing():
            self.is_paused = True
            self._transport.pause_reading()

    def _resume_unless_busy(self) -> None:
        if len(self._unheard) <= _MOST_UNHEARD:
            self.resume()

    def resume(self) -> None:
        if self.is_paused and not self._transport.is_closing():
            self.is_paused = False
            self._transport.resume_reading()

    def connection_lost(self, failure: Exception | None) -> None:
        self.is_lost = True
        self._on_lost(self._transport)
        if self._work is None:
            self._end()  # otherwise after the current message: a move that has arrived is stored

    def _end(self) -> None:
        self._connections.discard(self)
        if self.listener:
            self.listener.gone()
            self.listener = None


class Takeover(Protocol):
    """A handshake that can be followed by a fast socket."""

    def hand_over(self, outbox: Outbox, to: Callable[[FastSocket], Listener]) -> None:
        """Give the socket to a `FastSocket`."""


def takeover_of(scope: Any) -> Takeover | None:
    """Return the takeover that an ASGI scope offers, if any."""
    found: Takeover | None = scope.get("extensions", {}).get(EXTENSION)
    return found
