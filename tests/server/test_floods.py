"""Clients that send too much, over both transports: only they are slowed down or disconnected."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from server.in_process_server import InProcessServer
from server.raw_sockets import PING, eventually, frames_of, raw_socket, read_close, read_until, sent
from server.running_server import PATIENCE
from server.test_tables import alone_at
from websockets.frames import Opcode

from sandmandala.server.live import frames, transport
from sandmandala.server.messages.from_server import Hint

TEXT_PING = sent(Opcode.TEXT, PING.encode())


def opened(folders: pytest.TempPathFactory, **settings: Any) -> Iterator[InProcessServer]:
    server = InProcessServer(folders.mktemp("server"), **settings)
    yield server
    server.stop()


STRICT = {"limits": True, "connections": 3}


@pytest.fixture(scope="module")
def strict_fast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    yield from opened(tmp_path_factory, transport="fast", **STRICT)


@pytest.fixture(scope="module")
def strict_asgi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    yield from opened(tmp_path_factory, transport="asgi", **STRICT)


@pytest.fixture(scope="module", params=["strict_fast", "strict_asgi"])
def strict(request: pytest.FixtureRequest) -> InProcessServer:
    """A server with its limits on, and room for three sockets from each address."""
    server: InProcessServer = request.getfixturevalue(request.param)
    return server


@pytest.fixture(scope="module")
def fast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    yield from opened(tmp_path_factory, transport="fast")


@pytest.fixture(scope="module")
def asgi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    yield from opened(tmp_path_factory, transport="asgi")


# --- pings


def test_pings_that_are_never_read_do_not_pile_up(
    fast: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the newest is answered, once there is room for it."""
    heard = threading.Event()
    monkeypatch.setattr(fast.live.services.limits, "check_pace", lambda *_: heard.set())
    with raw_socket(fast, room=4096) as raw:
        for number in range(10_000):
            raw.sendall(sent(Opcode.PING, b"%0100d" % number))
        raw.sendall(TEXT_PING)
        assert heard.wait(PATIENCE)
        came = read_until(raw, b"%0100d" % 9999, b'"pong"')
        answered = [payload for kind, payload in frames_of(came) if kind == frames.PONG]
        assert len(answered) < 5000
        assert answered == sorted(answered)


def test_over_asgi_nothing_is_read_from_a_client_that_does_not_read(asgi: InProcessServer) -> None:
    """Uvicorn answers pings itself, and would queue all answers."""
    with raw_socket(asgi, room=4096) as raw:
        raw.settimeout(0.5)
        with pytest.raises(TimeoutError):
            send_on(raw, sent(Opcode.PING, bytes(100)) * 100)
        with asgi.client("Ben").socket() as ben:
            ben.send("ping")
            ben.next("pong")


def send_on(raw: socket.socket, data: bytes) -> None:
    """Send until the server disconnects, or much more than any buffer holds."""
    for _ in range(50_000_000 // len(data)):
        raw.sendall(data)


FLOODS = {
    "pings": sent(Opcode.PING, b"") * 600,
    "pongs": sent(Opcode.PONG, b"") * 600,
    "parts": sent(Opcode.TEXT, b"", fin=False) + sent(Opcode.CONT, b"", fin=False) * 600,
    "messages": TEXT_PING * 600,
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
def test_a_flood_ends_the_connection(strict_fast: InProcessServer, flood: bytes) -> None:
    with raw_socket(strict_fast, address="203.0.113.1") as raw:
        raw.sendall(flood)
        assert read_close(raw) == transport.POLICY


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
def test_a_flood_over_asgi_ends_the_connection(strict_asgi: InProcessServer, flood: bytes) -> None:
    """Frames that uvicorn does not pass on are counted by their bytes."""
    with raw_socket(strict_asgi, address="203.0.113.1") as raw, pytest.raises(ConnectionError):
        send_on(raw, flood)


# --- who shares a limit


def answers(raw: socket.socket, pings: int) -> set[bytes]:
    """The types of the answers."""
    raw.sendall(TEXT_PING * pings)
    came: list[bytes] = []
    data = b""
    while len(came) < pings:
        more = raw.recv(65_536)
        assert more, "the server ended the connection"
        data += more
        came = [payload for kind, payload in frames_of(data) if kind == frames.TEXT]
    return {b"refused" if b"refused" in text else b"pong" for text in came}


def test_visitors_without_a_name_have_limits_by_address(strict: InProcessServer) -> None:
    """One of them once used up the limit of all."""
    with ExitStack() as sockets:
        loud, same, other, far = (
            sockets.enter_context(raw_socket(strict, address=address))
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "203.0.113.2")
        )
        assert b"refused" in answers(loud, 300)
        assert b"refused" in answers(same, 100), "one host has a whole /64"
        assert answers(other, 50) == {b"pong"}
        assert answers(far, 50) == {b"pong"}


def test_people_have_separate_limits(strict: InProcessServer) -> None:
    with ExitStack() as sockets:
        anna, ben = strict.client("Anna"), strict.client("Ben")
        here, elsewhere, bens = (
            sockets.enter_context(raw_socket(person, address=address))
            for person, address in ((anna, "203.0.113.3"), (anna, "203.0.113.4"), (ben, "203.0.113.3"))
        )
        assert b"refused" in answers(here, 300)
        assert b"refused" in answers(elsewhere, 100)
        assert answers(bens, 50) == {b"pong"}


def test_one_address_has_a_bounded_number_of_sockets(strict: InProcessServer) -> None:
    with ExitStack() as sockets:
        for _ in range(3):
            sockets.enter_context(raw_socket(strict, address="203.0.113.5"))
        with pytest.raises(AssertionError, match="403"), raw_socket(strict, address="203.0.113.5"):
            pass
        sockets.enter_context(raw_socket(strict, address="203.0.113.6"))
        for _ in range(5):  # a proxy without X-Forwarded-For
            sockets.enter_context(raw_socket(strict))
    assert eventually(lambda: not strict.live.connections)
    with raw_socket(strict, address="203.0.113.5"):
        pass


def test_the_sockets_of_a_person_are_known(strict: InProcessServer) -> None:
    anna = strict.client("Anna")
    assert not strict.live.connections_of(anna.me["id"])
    with raw_socket(anna, address="203.0.113.7") as first, raw_socket(anna, address="203.0.113.8"):
        assert {one.client for one in strict.live.connections_of(anna.me["id"])} == {
            "203.0.113.7",
            "203.0.113.8",
        }
        first.sendall(sent(Opcode.CLOSE, b""))
        assert eventually(lambda: len(strict.live.connections_of(anna.me["id"])) == 1)


# --- hints


def test_one_hint_at_a_time_for_each_person(fast: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the number of tabs, and even if the tab that asked is closed."""
    thinking, begun = asyncio.Event(), threading.Event()

    async def hint(table: Any, person: str, address: str) -> Hint:
        begun.set()
        await thinking.wait()
        return Hint(table.id, 0, "move", "why", [], [])

    monkeypatch.setattr(fast.live.services.bots, "hint", hint)
    with ExitStack() as tabs:
        table, tab, _ = alone_at(fast, tabs, game="mandala")
        anna = fast.clients[-1]
        with anna.socket() as asking:
            asking.send("hint", table=table)
            assert begun.wait(PATIENCE)
            tab.send("hint", table=table)
            assert tab.next("hint", "refused")["code"] == "hint_running"
        tab.send("hint", table=table)
        assert tab.next("hint", "refused")["code"] == "hint_running"
        fast.call(thinking.set)
        tab.send("hint", table=table)
        assert tab.next("hint", "refused")["type"] == "hint"
