"""Uvicorn's WebSocket for plain ASGI, with bounded buffers."""

from __future__ import annotations

import logging
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..open_connections import OpenConnections
from .frame_limit import FrameLimit
from .frames import closing
from .transport import FLOODED, POLICY


def _is_of_interest(record: logging.LogRecord) -> bool:
    """Suppresses tracebacks for clients that send invalid UTF-8."""
    return not record.getMessage().startswith("Invalid UTF-8")


logging.getLogger("uvicorn.error").addFilter(_is_of_interest)


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Stops reading from clients that do not read: uvicorn would queue answers to their pings."""

    open_connections: OpenConnections
    limits: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._frame_limit = FrameLimit() if self.limits else None

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self.open_connections.request_arrived(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_connections.remove(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._frame_limit is None or self._frame_limit.take_bytes(len(data)):
            super().data_received(data)
        elif self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.write(closing(POLICY, FLOODED))
            self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()
