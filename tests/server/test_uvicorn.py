"""Our protocols depend on uvicorn's internals. A changed uvicorn must not break the server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import structlog
from server.in_process_server import InProcessServer
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sandmandala.server import uvicorn_protocols, uvicorn_trial
from sandmandala.server.bounded_http import BoundedHttp
from sandmandala.server.live.asgi_socket import AsgiSocket
from sandmandala.server.live.bounded_websocket import BoundedWebSocket
from sandmandala.server.live.fast_socket import FastSocket
from sandmandala.server.live.takeover import Handshake
from sandmandala.server.settings import Settings, UnusableSettingError
from sandmandala.server.uvicorn_protocols import choose_protocols

Log = list[Any]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    """The log lines about the choice."""
    said = structlog.testing.CapturingLogger()
    monkeypatch.setattr(uvicorn_protocols, "_log", said)
    return said.calls


@pytest.fixture
def unknown_websockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A uvicorn that works, but offers no extensions to which a takeover could be added."""
    connect = WebSocketsSansIOProtocol.handle_connect

    def without_extensions(self: Any, event: Any) -> None:
        connect(self, event)
        del self.scope["extensions"]

    monkeypatch.setattr(WebSocketsSansIOProtocol, "handle_connect", without_extensions)


def transport_of(server: InProcessServer) -> Any:
    """The kind of transport over which a visitor has just had an answer."""
    anna = server.client("Anna")
    with anna.socket() as tab:
        tab.send("ping")
        tab.next("pong")
        (connection,) = server.live.connections_of(anna.me["id"])
        return type(connection.transport)


CHOICES = [("auto", FastSocket), ("fast", FastSocket), ("asgi", AsgiSocket)]


@pytest.mark.parametrize(("chosen", "used"), CHOICES)
def test_the_transport_can_be_chosen(tmp_path: Path, log: Log, chosen: str, used: Any) -> None:
    server = InProcessServer(tmp_path, transport=chosen)
    try:
        assert transport_of(server) is used
        assert not log
    finally:
        server.stop()


@pytest.mark.slow
@pytest.mark.usefixtures("unknown_websockets")
def test_with_an_unknown_uvicorn_sockets_use_plain_asgi(tmp_path: Path, log: Log) -> None:
    server = InProcessServer(tmp_path)
    try:
        assert transport_of(server) is AsgiSocket
        assert len(log) == 1
        assert "plain ASGI" in log[0].args[0]
    finally:
        server.stop()


@pytest.mark.usefixtures("unknown_websockets")
def test_the_fast_transport_is_refused_if_it_does_not_work() -> None:
    with pytest.raises(UnusableSettingError, match="choose auto or asgi"):
        choose_protocols(Settings(transport="fast"))


def test_a_uvicorn_without_these_modules(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    for name in ("websockets.websockets_sansio_impl", "http.httptools_impl"):
        monkeypatch.setitem(sys.modules, f"uvicorn.protocols.{name}", None)
    for name in ("bounded_http", "live.takeover", "live.bounded_websocket"):
        monkeypatch.delitem(sys.modules, f"sandmandala.server.{name}")
    assert choose_protocols(Settings()) == ("auto", "auto")
    assert len(log) == 2


def test_known_protocols_are_used(log: Log) -> None:
    http, websocket = choose_protocols(Settings())
    assert issubclass(http, BoundedHttp)
    assert issubclass(websocket, Handshake)
    assert issubclass(choose_protocols(Settings(transport="asgi")).websocket, BoundedWebSocket)
    assert not log


CHANGES = [
    (HttpToolsProtocol, "on_message_complete", uvicorn_trial.http_works),
    (HttpToolsProtocol, "on_response_complete", uvicorn_trial.http_works),
    (WebSocketsSansIOProtocol, "handle_connect", uvicorn_trial.takeover_works),
    (WebSocketsSansIOProtocol, "stop_keepalive", uvicorn_trial.takeover_works),
    (WebSocketsSansIOProtocol, "pause_writing", uvicorn_trial.websocket_works),
]


@pytest.mark.parametrize(("protocol", "method", "works"), CHANGES, ids=[change[1] for change in CHANGES])
def test_changes_are_noticed(monkeypatch: pytest.MonkeyPatch, protocol: Any, method: str, works: Any) -> None:
    assert works()

    def changed(self: Any, this: Any, takes: Any, more: Any) -> None: ...

    monkeypatch.setattr(protocol, method, changed)
    assert not works()
