"""Sockets of clients that do what no library does."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from server.running_server import PATIENCE, Client, RunningServer
from websockets.frames import Frame, Opcode

from sandmandala.server.live import frames

PING = '{"type":"ping"}'


def sent(kind: Opcode, payload: bytes, fin: bool = True) -> bytes:
    """The frame that a library's client would send."""
    return Frame(kind, payload, fin).serialize(mask=True)


@contextmanager
def connection(
    server: RunningServer, source: str = "127.0.0.1", room: int | None = None
) -> Iterator[socket.socket]:
    """A connection without a request, from any address of this machine."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.socket() as raw:
        if room:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        raw.settimeout(PATIENCE)
        raw.bind((source, 0))
        raw.connect((host, int(port)))
        yield raw


@contextmanager
def raw_socket(
    who: Client | RunningServer,
    room: int | None = None,
    address: str | None = None,
    source: str = "127.0.0.1",
) -> Iterator[socket.socket]:
    """A connection after the handshake; anonymous if a server is given instead of a client."""
    server = who.server if isinstance(who, Client) else who
    headers = [f"Host: {server.address.removeprefix('http://')}", "Connection: Upgrade", "Upgrade: websocket"]
    headers += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
    if isinstance(who, Client):
        cookies = "; ".join(f"{name}={value}" for name, value in who.http.cookies.items())
        headers.append(f"Cookie: {cookies}")
    if address:
        headers.append(f"X-Forwarded-For: {address}")
    with connection(server, source, room) as raw:
        raw.sendall("\r\n".join(["GET /live HTTP/1.1", *headers, "", ""]).encode())
        read_until(raw, b'"welcome"')
        yield raw


def read_until(raw: socket.socket, *what: bytes) -> bytes:
    """Read until all of this has arrived."""
    came = b""
    while not all(one in came for one in what):
        data = raw.recv(65_536)
        assert data, f"the server ended the connection after {came[-500:]!r}"
        came += data
    return came


def rest_of(raw: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    came = b""
    try:
        while data := raw.recv(65_536):
            came += data
    except ConnectionError:  # it does not wait for the rest of our data
        pass
    return came


def frames_of(came: bytes) -> list[tuple[int, bytes]]:
    """The complete frames that a server has sent."""
    found = []
    while len(came) >= 2:
        size, begin = came[1], 2
        if size == 126:
            size, begin = int.from_bytes(came[2:4], "big"), 4
        if len(came) < begin + size:
            break
        found.append((came[0] & 0x0F, came[begin : begin + size]))
        came = came[begin + size :]
    return found


def eventually(check: Callable[[], bool]) -> bool:
    """Whether something becomes true."""
    deadline = time.monotonic() + PATIENCE
    while not (done := check()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return done


def read_close(raw: socket.socket) -> int:
    """The code with which the server closes the connection."""
    came = b""
    while True:
        data = raw.recv(65_536)
        assert data, f"the server ended the connection without a word after {came!r}"
        came += data
        for kind, payload in frames_of(came):
            if kind == frames.CLOSE:
                return int.from_bytes(payload[:2], "big")
