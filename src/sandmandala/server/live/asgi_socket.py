"""A WebSocket over plain ASGI: slower than `fast_socket.py`, but it works on every server."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from .transport import FAILED, FLOODED, MOST_WAITING, NORMAL, POLICY, Listener

_log = structlog.get_logger()


class AsgiSocket:
    """An open socket. The ASGI server answers pings and sends its own."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket
        self._unsent: deque[bytes] = deque()
        self._waiting = 0  # bytes
        self._wake = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._is_hearing = self._is_cut_off = False
        self._close: tuple[int, str] | None = None

    async def serve(self, to: Callable[[AsgiSocket], Listener]) -> None:
        """Serve until either side ends the connection."""
        listener = to(self)
        self._reader = asyncio.create_task(self._read(listener))
        writer = asyncio.create_task(self._write())
        try:
            await asyncio.wait([self._reader])
            if not self._reader.cancelled():
                self._reader.result()  # raises the error, for the application to report
        finally:
            for task in (self._reader, writer):
                task.cancel()
            listener.gone()

    # --- to the client

    def tell(self, text: bytes) -> None:
        self._unsent.append(text)
        self._waiting += len(text)
        self._wake.set()
        if self._waiting > MOST_WAITING:
            self._cut_off()

    def look_after(self) -> None:
        pass

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        self._close = self._close or (code, reason)
        self._wake.set()

    def _cut_off(self) -> None:
        """Stop reading, but finish the current message: a move that has arrived is stored."""
        self._is_cut_off = True
        if self._reader and not self._is_hearing:
            self._reader.cancel()

    async def _write(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._unsent:
                    text = self._unsent.popleft()
                    await self._socket.send({"type": "websocket.send", "bytes": None, "text": text.decode()})
                    self._waiting -= len(text)
                if self._close:
                    await self._socket.close(*self._close)
                    return
        except (OSError, WebSocketDisconnect):
            pass  # the client has gone; the reader notices

    # --- from the client

    async def _read(self, listener: Listener) -> None:
        while not self._is_cut_off:
            message: Any = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return  # the client has gone
            if self._close:
                continue  # until the client has answered our close frame
            if not listener.allows_frame():
                self.close(POLICY, FLOODED)
                continue
            text = message.get("text")
            self._is_hearing = True
            try:
                await listener.hear(message["bytes"] if text is None else text.encode())
            except Exception:
                _log.exception("a message could not be handled")
                self.close(FAILED)
            finally:
                self._is_hearing = False
