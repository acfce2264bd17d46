"""Takes a socket over from uvicorn after the handshake.

This depends on uvicorn's internals, so it is tried before it is used (`uvicorn_trial.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..open_connections import OpenConnections
from .fast_socket import EXTENSION, FastSocket, Outbox
from .transport import Listener


class Handshake(WebSocketsSansIOProtocol):
    """Uvicorn's protocol for a socket, until the application has accepted it."""

    open_connections: OpenConnections

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._next: tuple[Outbox, Callable[[FastSocket], Listener]] | None = None
        self._application, self.app = self.app, self._serve

    def hand_over(self, outbox: Outbox, to: Callable[[FastSocket], Listener]) -> None:
        """Hand the socket over once the application has accepted it."""
        self._next = outbox, to

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self.open_connections.request_arrived(self.transport)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_connections.remove(self.transport)
        super().connection_lost(exc)

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_and_stop_reading(message: Any) -> None:
            if message["type"] == "websocket.accept" and not self.transport.is_closing():
                self.transport.pause_reading()  # further data is for the new protocol
            await send(message)

        await self._application(scope, receive, send_and_stop_reading)
        if self._next and not self.disconnected:
            outbox, to = self._next
            self.stop_keepalive()
            fast = FastSocket(self.transport, self.connections, outbox, self.open_connections.remove)
            self.connections.remove(self)
            self.transport.set_protocol(fast)
            fast.listener = to(fast)
            fast.resume()
            no_transport: Any = _NoTransport()
            self.transport = no_transport  # uvicorn closes it now
            del self.app, self.scope, self.conn, self.request, self.response  # break reference cycles


class _NoTransport:
    def close(self) -> None:
        pass
