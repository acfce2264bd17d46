"""The socket itself: frames as a client may send them, and clients that do not behave."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from server.house import PATIENCE, Visitor
from server.inside import InsideHouse
from websockets.frames import Frame, Opcode

from sandmandala.server.live import frames
from sandmandala.server.live.frames import BadFrameError, Reader, framed
from sandmandala.server.live.transport import Outbox

LONGEST = 300_000


def sent(kind: Opcode, payload: bytes, fin: bool = True) -> bytes:
    """What a library's client would send."""
    return Frame(kind, payload, fin).serialize(mask=True)


@pytest.mark.parametrize("seed", range(20))
def test_messages_arrive_whole_however_they_are_cut(seed: int) -> None:
    choice = random.Random(seed)
    print(f"seed {seed}")
    stream, expected = b"", []
    for _ in range(30):
        payload = choice.randbytes(choice.choice((0, 1, 5, 125, 126, 127, 65_535, 65_536, 70_000)))
        kind = choice.choice((Opcode.TEXT, Opcode.BINARY))
        parts = sorted(choice.randrange(len(payload) + 1) for _ in range(choice.randrange(3)))
        for begin, end in zip([0, *parts], [*parts, len(payload)], strict=True):
            last = end == len(payload) and begin == (parts[-1] if parts else 0)
            stream += sent(kind, payload[begin:end], last)
            kind = Opcode.CONT
            if choice.random() < 0.3:  # control frames may come in between
                stream += sent(Opcode.PING, b"there?")
                expected.append((frames.PING, b"there?"))
            if last:
                break
        expected.append((None, payload))
    reader, found = Reader(LONGEST), []
    while stream:
        size = choice.choice((1, 2, 3, 7, 1000, 100_000))
        found += reader.feed(stream[:size])
        stream = stream[size:]
    messages = [payload for kind, payload in found if kind < frames.CLOSE]
    assert messages == [payload for kind, payload in expected if kind is None]
    assert sum(kind == frames.PING for kind, _ in found) == sum(kind == frames.PING for kind, _ in expected)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 100_000])
def test_what_we_send_a_library_reads(size: int) -> None:
    payload = bytes(size)
    assert framed(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (Frame(Opcode.TEXT, b"bare").serialize(mask=False), frames.WRONG_PROTOCOL),
        (bytes((0x81 | 0x40, 0x80, 0, 0, 0, 0)), frames.WRONG_PROTOCOL),  # an extension we did not agree on
        (bytes((0x83, 0x80, 0, 0, 0, 0)), frames.WRONG_PROTOCOL),  # no such kind
        (sent(Opcode.CONT, b"of nothing"), frames.WRONG_PROTOCOL),
        (sent(Opcode.TEXT, b"a", fin=False) + sent(Opcode.TEXT, b"b"), frames.WRONG_PROTOCOL),
        (bytes((0x89, 0xFE, 0, 126)), frames.WRONG_PROTOCOL),  # a long ping
        (bytes((0x09, 0x80, 0, 0, 0, 0)), frames.WRONG_PROTOCOL),  # a ping in parts
        (bytes((0x81, 0xFF)) + (1 << 40).to_bytes(8, "big"), frames.TOO_LARGE),  # before any of it has come
        (sent(Opcode.TEXT, bytes(LONGEST), False) + sent(Opcode.CONT, b"1"), frames.TOO_LARGE),
    ],
    ids=["bare", "extension", "kind", "of-nothing", "two", "long-ping", "ping-in-parts", "huge", "too-long"],
)
def test_bad_frames(bad: bytes, code: int) -> None:
    with pytest.raises(BadFrameError) as refused:
        Reader(LONGEST).feed(bad)
    assert refused.value.code == code


# --- at a real server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InsideHouse]:
    house = InsideHouse(tmp_path_factory.mktemp("house"))
    yield house
    house.stop()


@contextmanager
def bare_socket(person: Visitor, room: int | None = None) -> Iterator[socket.socket]:
    """A connection after the handshake, of somebody who then does what no library would do."""
    host, port = person.house.address.removeprefix("http://").split(":")
    with socket.socket() as connection:
        if room:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        connection.settimeout(PATIENCE)
        connection.connect((host, int(port)))
        cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
        connection.sendall(
            f"GET /live HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Cookie: {cookie}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        answer = b""
        while b"welcome" not in answer:
            answer += connection.recv(4096)
        yield connection


def rest_of(connection: socket.socket) -> bytes:
    """All that comes until the server ends it."""
    came = b""
    while data := connection.recv(65_536):
        came += data
    return came


def test_a_message_in_parts_and_a_ping(house: InsideHouse) -> None:
    with bare_socket(house.visitor("Anna")) as connection:
        connection.sendall(sent(Opcode.TEXT, b'{"type":', False) + sent(Opcode.PING, b"x"))
        connection.sendall(sent(Opcode.CONT, b'"ping"}'))
        came = b""
        while b'"pong"' not in came:
            came += connection.recv(4096)
        assert framed(b"x", frames.PONG) in came
        connection.sendall(sent(Opcode.CLOSE, b"\x03\xe8"))
        assert rest_of(connection) == frames.closing(frames.NORMAL)


def test_one_who_breaks_the_protocol_is_told_why_and_cut_off(house: InsideHouse) -> None:
    with bare_socket(house.visitor("Mallory")) as connection:
        connection.sendall(Frame(Opcode.TEXT, b"{}").serialize(mask=False))
        assert rest_of(connection) == frames.closing(frames.WRONG_PROTOCOL)
    with bare_socket(house.visitor("Mallory")) as connection:
        connection.sendall(sent(Opcode.TEXT, bytes(70_000))[:14])  # its announcement
        assert rest_of(connection) == frames.closing(frames.TOO_LARGE)


def test_a_move_just_before_the_end_counts(house: InsideHouse) -> None:
    anna, ben = house.visitor("Anna"), house.visitor("Ben")
    table = anna.open_table(game="mandala", options={"beginner": 0})["table"]["id"]
    ben.join(table)
    with ben.socket() as other:
        other.watch(table)
        with bare_socket(anna) as connection:
            move = house.table(table).session.game.legal_moves()[0]  # type: ignore[union-attr]
            text = f'{{"type":"move","table":"{table}","after":0,"move":"{move}"}}'
            connection.sendall(sent(Opcode.TEXT, text.encode()) + sent(Opcode.CLOSE, b"\x03\xe8"))
        assert [change["move"] for change in other.next("state")["changes"]] == [move]


def ask_on(connection: socket.socket, question: bytes) -> None:
    """Five thousand times, and on until the server has had enough; each answer is more than a kilobyte."""
    deadline, times = time.monotonic() + PATIENCE, 5000
    while time.monotonic() < deadline:
        connection.sendall(question * max(1, min(times, 50)))
        times -= 50
        time.sleep(0.005)


def test_a_client_that_does_not_read_is_cut_off(house: InsideHouse) -> None:
    anna = house.visitor("Anna")
    table = anna.open_table(game="flowers", seats=2, bots=[None, 1])["table"]["id"]
    again = sent(Opcode.TEXT, f'{{"type":"watch","table":"{table}"}}'.encode())
    with bare_socket(anna, room=4096) as connection:
        with pytest.raises(OSError, match=r"reset|[Bb]roken pipe"):
            ask_on(connection, again)
        with house.visitor("Ben").socket() as other:
            other.watch(table)
            while other.next("presence")["here"][0]:
                pass  # until it is known that she has gone


def test_a_client_that_has_gone_without_a_word_is_noticed(house: InsideHouse) -> None:
    with house.visitor("Anna").socket() as answering, bare_socket(house.visitor("Ben")) as silent:
        for _ in range(2):
            for connection in list(house.live.connections):
                house.call(connection.wire.look_after)
            answering.send("ping")  # by the time of its answer, the library has answered the server's
            answering.next("pong")
        assert rest_of(silent) == framed(b"", frames.PING)
        answering.send("ping")
        answering.next("pong")


class _Line:
    """A wire that notes what it sends, or breaks."""

    def __init__(self, sends: list[str], name: str, breaks: bool = False) -> None:
        self._sends, self._name, self._breaks = sends, name, breaks

    def send(self) -> None:
        if self._breaks:
            raise RuntimeError("broken")
        self._sends.append(self._name)


def test_all_go_out_together_and_one_that_breaks_silences_nobody() -> None:
    sends: list[str] = []
    first, broken, second = _Line(sends, "first"), _Line(sends, "", breaks=True), _Line(sends, "second")

    async def tell() -> None:
        outbox = Outbox()
        for lines in ((first, broken, second), (second,)):
            for line in lines:
                wire: Any = line
                outbox.add(wire)
            sends.append("all told")
            await asyncio.sleep(0)

    asyncio.run(tell())
    assert sends == ["all told", "first", "second", "all told", "second"]
