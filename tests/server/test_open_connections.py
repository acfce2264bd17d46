"""Unused connections, and too many of them."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from server.in_process_server import InProcessServer
from server.raw_sockets import PING, connection, eventually, raw_socket, read_until, rest_of, sent
from server.running_server import PATIENCE, RunningServer
from websockets.frames import Opcode

from sandmandala.server import uvicorn_protocols
from sandmandala.server.open_connections import OpenConnections

pytestmark = pytest.mark.slow

HEAD = b"POST /api/v1/me HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
UNFINISHED = {
    "nothing": b"",
    "half a head": HEAD,
    "half a body": HEAD + b'Content-Length: 20\r\n\r\n{"name"',
    "half a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "half a handshake": b"GET /live HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    "a handshake that uvicorn never answers": (
        b"GET /live HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5\r\n"
        b"Host: here\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ),
    "half of a second request": b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\nGET /healthz HTTP/1.1\r\n",
    "a body after its answer": HEAD + b"Origin: https://elsewhere.example\r\nContent-Length: 20\r\n\r\n{",
}


@pytest.fixture(scope="module", params=["fast", "asgi"])
def hasty(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[InProcessServer]:
    """A server that waits for requests for half a second."""
    server = InProcessServer(tmp_path_factory.mktemp("hasty"), request_seconds=0.5, transport=request.param)
    yield server
    server.stop()


def test_unfinished_requests_are_cut_off(hasty: InProcessServer) -> None:
    with ExitStack() as all_of_them:
        open_ones = [all_of_them.enter_context(connection(hasty)) for _ in UNFINISHED]
        tab = all_of_them.enter_context(raw_socket(hasty))
        for raw, request in zip(open_ones, UNFINISHED.values(), strict=True):
            raw.sendall(request)
        for raw in open_ones:
            rest_of(raw)
        tab.sendall(sent(Opcode.TEXT, PING.encode()))
        read_until(tab, b'"pong"')  # a socket may be silent


def test_empty_lines_are_not_requests(hasty: InProcessServer) -> None:
    """They once kept a connection open for ever."""
    with connection(hasty) as raw:
        raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        read_until(raw, b'"ok"')
        deadline = time.monotonic() + PATIENCE
        with suppress(ConnectionError):
            while time.monotonic() < deadline:
                raw.sendall(b"\r\n")
                time.sleep(0.05)
            raise AssertionError("the connection is still open")


def test_one_address_has_a_bounded_number_of_connections(tmp_path: Path) -> None:
    server = InProcessServer(tmp_path, proxies="192.0.2.7", connections=10)
    try:
        with ExitStack() as all_of_them:
            for _ in range(4):
                all_of_them.enter_context(raw_socket(server, source="127.0.0.3"))
            for _ in range(6):
                all_of_them.enter_context(connection(server, "127.0.0.3"))
            eleventh = all_of_them.enter_context(connection(server, "127.0.0.3"))
            assert rest_of(eleventh) == b""
            with raw_socket(server, source="127.0.0.4"):
                pass
        assert eventually(lambda: can_come(server, "127.0.0.3")), "those that were closed no longer count"
    finally:
        server.stop()


def test_silent_connections_make_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_protocols, "raise_descriptor_limit", lambda: 20)
    server = InProcessServer(tmp_path, request_seconds=0)
    try:
        with ExitStack() as all_of_them:
            tab = all_of_them.enter_context(raw_socket(server))
            silent = [all_of_them.enter_context(connection(server)) for _ in range(50)]
            assert rest_of(silent[0]) == b""
            assert can_come(server, "127.0.0.1")
            tab.sendall(sent(Opcode.TEXT, PING.encode()))
            read_until(tab, b'"pong"')
    finally:
        server.stop()


def test_a_server_without_descriptors_recovers(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    try:
        in_use = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (in_use + 10, in_use + 10))
        with ExitStack() as all_of_them:
            for _ in range(40):
                with suppress(ConnectionError):
                    all_of_them.enter_context(connection(server))
        assert eventually(lambda: can_come(server, "127.0.0.1"))
    finally:
        server.stop()


def can_come(server: RunningServer, source: str) -> bool:
    with suppress(ConnectionError), connection(server, source) as raw:
        raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        return rest_of(raw).startswith(b"HTTP/1.1 200")
    return False


# --- counting without a network


class Line:
    """A connection that can be cut off."""

    is_open = True

    def abort(self) -> None:
        self.is_open = False


def lines(connections: OpenConnections, *addresses: str) -> list[Any]:
    found: list[Any] = []
    for address in addresses:
        found.append(Line())
        connections.add(found[-1], address)
    return found


def are_open(all_lines: list[Any]) -> list[bool]:
    return [line.is_open for line in all_lines]


def test_ipv6_hosts_are_counted_by_network_and_proxies_are_not() -> None:
    async def count() -> None:
        connections = OpenConnections(2, [ip_network("10.0.0.0/8")], 0.0)
        opened = lines(connections, "2001:db8::1", "2001:db8::2", "2001:db8::3")
        assert are_open(opened) == [True, True, False]
        assert are_open(lines(connections, *["10.1.2.3"] * 5)) == [True] * 5

    asyncio.run(count())


def test_a_new_connection_replaces_an_idle_one() -> None:
    async def count() -> None:
        connections = OpenConnections(0, [], 0.0, most=3)
        first, second, third = lines(connections, "10.0.0.1", "10.0.0.2", "10.0.0.3")
        connections.request_arrived(first)
        (fourth,) = lines(connections, "10.0.0.4")
        assert are_open([first, second, third, fourth]) == [True, False, True, True]
        for line in (third, fourth):
            connections.request_arrived(line)
        (fifth,) = lines(connections, "10.0.0.5")
        assert are_open([first, third, fourth, fifth]) == [True, True, True, False]
        connections.remove(first)
        assert len(connections) == 2

    asyncio.run(count())
