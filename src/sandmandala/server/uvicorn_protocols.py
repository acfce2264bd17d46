"""Chooses the protocols that uvicorn runs: ours if they work, otherwise its own."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import structlog
import uvicorn

from .open_connections import OpenConnections, raise_descriptor_limit
from .settings import PREFIX, Settings, UnusableSettingError, networks
from .uvicorn_trial import http_works, takeover_works, websocket_works

_log = structlog.get_logger()


class Protocols(NamedTuple):
    """The classes for HTTP and WebSockets."""

    http: Any
    websocket: Any


def choose_protocols(settings: Settings) -> Protocols:
    """Return the protocol classes. Falling back to uvicorn's own costs speed or limits, and is logged."""
    connections = OpenConnections(
        settings.connections,
        networks("proxies", settings.proxies),
        settings.request_seconds,
        raise_descriptor_limit(),
    )
    with_limits = {"open_connections": connections, "limits": settings.limits}
    return Protocols(_http(with_limits), _websocket(settings.transport, with_limits))


def _http(with_limits: dict[str, Any]) -> Any:
    if http_works():
        from .bounded_http import BoundedHttp

        return _bound(BoundedHttp, with_limits)
    _log.warning(
        "connections are not limited: this uvicorn is not one that we know", uvicorn=uvicorn.__version__
    )
    return "auto"


def _websocket(transport: str, with_limits: dict[str, Any]) -> Any:
    if transport != "asgi" and takeover_works():
        from .live.takeover import Handshake

        return _bound(Handshake, with_limits)
    if transport == "fast":
        raise UnusableSettingError(
            f"The fast transport does not work with uvicorn {uvicorn.__version__}: choose auto or asgi "
            f"(--transport or {PREFIX}TRANSPORT)."
        )
    if transport == "auto":
        _log.warning(
            "sockets use plain ASGI, which is slower: this uvicorn is not one that we know",
            uvicorn=uvicorn.__version__,
        )
    if websocket_works():
        from .live.bounded_websocket import BoundedWebSocket

        return _bound(BoundedWebSocket, with_limits)
    return "auto"


def _bound(protocol: type[asyncio.Protocol], with_limits: dict[str, Any]) -> type[asyncio.Protocol]:
    """Subclass a protocol with shared attributes: uvicorn creates the instances."""
    return type(protocol.__name__, (protocol,), with_limits)
