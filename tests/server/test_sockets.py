"""Live sockets over both transports: complete games, misbehaving clients, and nonsensical messages."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from server.in_process_server import InProcessServer
from server.raw_sockets import PING, eventually, frames_of, raw_socket, read_close, read_until, rest_of, sent
from server.running_server import PATIENCE
from server.test_play import play_on
from server.test_tables import two_at
from websockets.frames import Frame, Opcode

from sandmandala.server.live import frames, transport
from sandmandala.server.live.fast_socket import Outbox
from sandmandala.server.live.frames import framed


@pytest.fixture(scope="module", params=["fast", "asgi"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[InProcessServer]:
    server = InProcessServer(tmp_path_factory.mktemp("server"), transport=request.param)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def fast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    server = InProcessServer(tmp_path_factory.mktemp("fast"), transport="fast")
    yield server
    server.stop()


def test_a_whole_game(server: InProcessServer) -> None:
    with ExitStack() as tabs:
        table, sockets, states = two_at(server, tabs, game="mandala")
        last = play_on(sockets, table, states, random.Random(1))
        assert last["info"]["status"] == "over"


def test_a_message_in_parts_and_a_ping(server: InProcessServer) -> None:
    with raw_socket(server.client("Anna")) as raw:
        raw.sendall(sent(Opcode.TEXT, b'{"type":', False) + sent(Opcode.PING, b"x"))
        raw.sendall(sent(Opcode.CONT, b'"ping"}'))
        assert framed(b"x", frames.PONG) in read_until(raw, b'"pong"')
        raw.sendall(sent(Opcode.CLOSE, b"\x03\xe8"))
        assert rest_of(raw) == frames.closing(transport.NORMAL)


def test_a_protocol_violation_closes_the_connection(server: InProcessServer) -> None:
    with raw_socket(server.client("Mallory")) as raw:
        raw.sendall(Frame(Opcode.TEXT, b"{}").serialize(mask=False))
        assert read_close(raw) == transport.WRONG_PROTOCOL
    with raw_socket(server.client("Mallory")) as raw:
        raw.sendall(sent(Opcode.TEXT, bytes(70_000))[:14])  # its announcement
        assert read_close(raw) == transport.TOO_LARGE


def test_a_move_just_before_the_end_counts(server: InProcessServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    table = anna.open_table(game="mandala", options={"beginner": 0})["table"]["id"]
    ben.join(table)
    with ben.socket() as other:
        other.watch(table)
        with raw_socket(anna) as raw:
            move = server.table(table).session.game.legal_moves()[0]
            text = f'{{"type":"move","table":"{table}","after":0,"move":"{move}"}}'
            raw.sendall(sent(Opcode.TEXT, text.encode()) + sent(Opcode.CLOSE, b"\x03\xe8"))
        assert [change["move"] for change in other.next("state")["changes"]] == [move]


# --- clients that do not read


def test_a_client_that_does_not_read_is_cut_off(server: InProcessServer) -> None:
    anna = server.client("Anna")
    with raw_socket(anna, room=4096), server.client("Ben").socket() as ben:
        (slow,) = server.live.connections_of(anna.me["id"])
        deadline = time.monotonic() + PATIENCE
        while server.live.connections_of(anna.me["id"]):
            server.call(lambda: slow.transport.tell(b" " * 10_000))
            assert time.monotonic() < deadline
        ben.send("ping")
        ben.next("pong")


def ask_on(raw: socket.socket, question: bytes) -> None:
    """At least five thousand times, until the server disconnects; each answer is over a kilobyte."""
    deadline, times = time.monotonic() + PATIENCE, 5000
    while time.monotonic() < deadline:
        raw.sendall(question * max(1, min(times, 50)))
        times -= 50
        time.sleep(0.005)


def test_a_client_that_sends_requests_without_reading_is_cut_off(fast: InProcessServer) -> None:
    anna = fast.client("Anna")
    table = anna.open_table(game="flowers", seats=2, bots=[None, 1])["table"]["id"]
    again = sent(Opcode.TEXT, f'{{"type":"watch","table":"{table}"}}'.encode())
    with raw_socket(anna, room=4096) as raw:
        with pytest.raises(OSError, match=r"reset|[Bb]roken pipe"):
            ask_on(raw, again)
        with fast.client("Ben").socket() as other:
            other.watch(table)
            while other.next("presence")["here"][0]:
                pass  # until it is known that she has gone


def test_a_client_that_vanished_is_noticed(fast: InProcessServer) -> None:
    with fast.client("Anna").socket() as answering, raw_socket(fast.client("Ben")) as silent:
        for _ in range(2):
            for connection in list(fast.live.connections):
                fast.call(connection.transport.look_after)
            answering.send("ping")  # by the time of the answer, the library has answered the server's ping
            answering.next("pong")
        assert rest_of(silent) == framed(b"", frames.PING)
        answering.send("ping")
        answering.next("pong")


def test_over_asgi_uvicorn_notices_it(tmp_path: Path) -> None:
    server = InProcessServer(tmp_path, transport="asgi")
    try:
        server.config.ws_ping_interval = server.config.ws_ping_timeout = 0.1
        with raw_socket(server) as silent:
            rest_of(silent)
        assert eventually(lambda: not server.live.connections)
    finally:
        server.stop()


# --- nonsensical messages


UNREADABLE = {
    "no JSON": b"hello",
    "nothing": b"",
    "NUL": b"\x00",
    "truncated": b'{"type":"pin',
    "no such type": b'{"type":"pong"}',
    "nested arrays": b'{"x":' + b"[" * 900 + b"]" * 900 + b',"type":"ping"}',
    "nested objects": b'{"x":' + b'{"a":' * 300 + b"1" + b"}" * 300 + b',"type":"ping"}',
    "endless nesting": b'{"x":' + b"[" * 1990,
    "giant integer": b'{"type":"watch","table":"a","seen":' + b"9" * 1900 + b"}",
    "giant exponent": b'{"type":"watch","table":"a","seen":1e999999999}',
    "lone surrogate": rb'{"type":"watch","table":"a","key":"\ud800"}',
    "surrogate as a field": rb'{"type":"ping","\udfff":1}',
    "NUL in an id": rb'{"type":"watch","table":"\u0000"}',
    "too long": b'{"type":"ping"}' + b" " * 2000,
}
NOT_UTF_8 = {
    "a byte": b"\xff",
    "in a type": b'{"type":"ping\xff"}',
    "in a table": b'{"type":"watch","table":"\xff"}',
    "a surrogate": b'{"type":"watch","table":"a","key":"\xed\xa0\x80"}',
    "overlong": b'{"type":"watch","table":"a","key":"\xc0\x80"}',
    "in a field": b'{"type":"ping","\xff":1}',
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
@pytest.mark.parametrize("kind", [Opcode.TEXT, Opcode.BINARY])
def test_unreadable_messages_are_refused(server: InProcessServer, kind: Opcode, text: bytes) -> None:
    with raw_socket(server) as raw:
        raw.sendall(sent(kind, text))
        assert b'"code":"unreadable"' in read_until(raw, b'"refused"')
        raw.sendall(sent(Opcode.TEXT, PING.encode()))
        read_until(raw, b'"pong"')


@pytest.mark.parametrize("text", NOT_UTF_8.values(), ids=NOT_UTF_8.keys())
def test_text_that_is_not_utf_8_is_refused(
    server: InProcessServer, text: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Plain ASGI cannot report it, and the server below closes the connection."""
    with raw_socket(server) as raw:
        raw.sendall(sent(Opcode.TEXT, text))
        kind, payload = frames_of(raw.recv(4096))[0]
        assert (kind == frames.CLOSE and payload[:2] == b"\x03\xef") or b'"code":"unreadable"' in payload
    assert not any(record.exc_info for record in caplog.records)


GOOD = [b'{"type":"watch","table":"a","key":"k"}', b'{"type":"ping"}', b'{"type":"hint","table":"a"}']
BAD = [b"", b"\x00", b"\\", b'"', rb"\ud83d", b"[", b"{", b"\xff", b"9" * 40]


def mangled(choice: random.Random) -> bytes:
    """A valid message with some bytes changed, removed or inserted."""
    text = bytearray(choice.choice(GOOD))
    for _ in range(choice.randrange(1, 6)):
        at = choice.randrange(len(text))
        text[at : at + choice.randrange(3)] = choice.choice(BAD)
    return bytes(text)


def test_each_mangled_message_gets_an_answer(server: InProcessServer) -> None:
    """Binary frames are read like text, and arrive over ASGI whatever they contain."""
    choice = random.Random(5)
    with server.client("Mallory").socket() as tab:
        for _ in range(300):
            tab.connection.send(mangled(choice))
        tab.send("ping")
        for _ in range(300):
            tab.next("refused", "pong", "state")
        tab.send("ping")
        tab.next("pong")


# --- the outbox


class _Line:
    """A socket that records what it sends, or fails."""

    def __init__(self, sends: list[str], name: str, breaks: bool = False) -> None:
        self._sends, self._name, self._breaks = sends, name, breaks

    def send(self) -> None:
        if self._breaks:
            raise RuntimeError("broken")
        self._sends.append(self._name)


def test_sockets_send_together_and_a_failing_one_stops_nobody() -> None:
    sends: list[str] = []
    first, broken, second = _Line(sends, "first"), _Line(sends, "", breaks=True), _Line(sends, "second")

    async def tell() -> None:
        outbox = Outbox()
        for lines in ((first, broken, second), (second,)):
            for line in lines:
                outbox.add(line)
            sends.append("all told")
            await asyncio.sleep(0)

    asyncio.run(tell())
    assert sends == ["all told", "first", "second", "all told", "second"]
