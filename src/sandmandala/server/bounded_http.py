"""Uvicorn's HTTP protocol with a time limit for requests to arrive, which uvicorn lacks."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .open_connections import OpenConnections


class BoundedHttp(HttpToolsProtocol):
    """Limits the time from the start of the connection, or the last response, to the next request."""

    open_connections: OpenConnections

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.open_connections.add(transport, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_connections.remove(self.transport)
        super().connection_lost(exc)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        # An answer may be complete before its request is. Then the next request is already awaited.
        if self.cycle and not self.cycle.response_complete:
            self.open_connections.request_arrived(self.transport)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete or self.cycle.more_body:  # else a pipelined request is served next
            self.open_connections.wait_for_request(self.transport)

    def handle_websocket_upgrade(self) -> None:
        # Uvicorn never answers some handshakes, so they count as unfinished until our own class accepts them.
        if not hasattr(self.ws_protocol_class, "open_connections"):
            self.open_connections.remove(self.transport)  # nobody would say when the connection ends
        super().handle_websocket_upgrade()
