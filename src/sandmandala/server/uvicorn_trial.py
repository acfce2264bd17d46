"""Checks whether our protocols work with the installed uvicorn.

They subclass uvicorn's protocols and rely on its internals. So each is tried over a connection in memory
before it is used: a security release of uvicorn may make the server slower, but cannot break it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from .live.fast_socket import FastSocket, Outbox, takeover_of
from .live.transport import LONGEST
from .open_connections import OpenConnections

_HTTP = b"GET / HTTP/1.1\r\nHost: here\r\n"
_HANDSHAKE = (
    b"GET /live HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_GREETING = b"\r\n\r\n\x81\x05hello"  # after the headers of the handshake, one text frame
_PATIENCE = 5.0  # seconds


def http_works() -> bool:
    """Whether `BoundedHttp` counts and times requests."""
    return _works(_try_http)


def takeover_works() -> bool:
    """Whether a socket can be taken over after the handshake."""
    return _works(_try_takeover)


def websocket_works() -> bool:
    """Whether plain WebSockets can be bounded."""
    return _works(_try_websocket)


def _works(trial: Callable[[], Coroutine[Any, Any, bool]]) -> bool:
    logger = logging.getLogger("uvicorn.error")
    logger.disabled, was_disabled = True, logger.disabled  # a failed trial is not an error
    try:
        return asyncio.run(trial())
    except Exception:  # whatever an unknown uvicorn may raise
        return False
    finally:
        logger.disabled = was_disabled


async def _try_http() -> bool:
    from .bounded_http import BoundedHttp  # imports may fail, too

    async def application(scope: Any, receive: Any, send: Any) -> None:
        waiting.append(trial.connections.is_waiting(trial.transport))
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    waiting: list[bool] = []
    trial = _Trial(BoundedHttp, application)
    trial.protocol.data_received(_HTTP)
    waiting.append(trial.connections.is_waiting(trial.transport))
    trial.protocol.data_received(b"\r\n")
    await trial.finish()
    waiting.append(trial.connections.is_waiting(trial.transport))
    trial.protocol.connection_lost(None)
    return waiting == [True, False, True] and len(trial.connections) == 0


async def _try_takeover() -> bool:
    from .live.takeover import Handshake

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        takeover = takeover_of(scope)
        assert takeover
        takeover.hand_over(Outbox(), _Greeter)

    trial = _Trial(Handshake, application)
    trial.connections.add(trial.transport, "127.0.0.1")
    trial.protocol.data_received(_HANDSHAKE)
    await trial.finish()
    taken = trial.transport.protocol
    known: list[Any] = list(trial.state.connections)
    return (
        isinstance(taken, FastSocket)
        and known == [taken]
        and not trial.connections.is_waiting(trial.transport)
        and trial.transport.sent.endswith(_GREETING)
        and not trial.transport.is_paused
        and not trial.transport.is_closing()
    )


async def _try_websocket() -> bool:
    from .live.bounded_websocket import BoundedWebSocket

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "hello"})
        await receive()

    trial = _Trial(BoundedWebSocket, application)
    trial.connections.add(trial.transport, "127.0.0.1")
    trial.protocol.data_received(_HANDSHAKE)
    await asyncio.sleep(0)
    trial.protocol.pause_writing()
    held = trial.transport.is_paused and not trial.connections.is_waiting(trial.transport)
    trial.protocol.resume_writing()
    trial.protocol.connection_lost(None)
    await trial.finish()
    return held and not trial.transport.is_paused and trial.transport.sent.endswith(_GREETING)


class _Trial:
    """A protocol with a connection in memory."""

    def __init__(self, protocol: Any, application: Any) -> None:
        self.connections = OpenConnections(0, [], 0.0)
        config = uvicorn.Config(
            application, ws_max_size=LONGEST, ws_per_message_deflate=False, lifespan="off", log_config=None
        )
        self.state, self.transport = ServerState(), _Memory()
        kind = type(protocol.__name__, (protocol,), {"open_connections": self.connections, "limits": True})
        self.protocol = kind(config=config, server_state=self.state, app_state={})
        self.transport.set_protocol(self.protocol)
        self.protocol.connection_made(self.transport)

    async def finish(self) -> None:
        """Wait for the application."""
        await asyncio.wait_for(asyncio.gather(*self.state.tasks), _PATIENCE)
        await asyncio.sleep(0)  # for the outbox


class _Greeter:
    def __init__(self, fast: FastSocket) -> None:
        fast.tell(b"hello")

    def allows_frame(self) -> bool:
        return True

    async def hear(self, message: bytes) -> None:
        pass

    def gone(self) -> None:
        pass


class _Memory(asyncio.Transport):
    """A connection whose other end is a byte string; its own socket, too."""

    def __init__(self) -> None:
        super().__init__()
        self.sent, self.is_paused, self._is_closing = b"", False, False
        self.protocol: Any = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self if name == "socket" else default

    def setsockopt(self, *_: int) -> None:
        pass

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", 1

    getpeername = getsockname

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: Any) -> None:
        self.sent += data

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        self._is_closing = True

    abort = close
