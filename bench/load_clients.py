"""Players for `load.py`, so cheap that one core of them keeps a server on another core busy."""

from __future__ import annotations

import asyncio
import os
import random
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import cast

import msgspec

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_LAST_FRAME, _MASKED, _TWO_BYTES, _EIGHT_BYTES = 0x80, 0x80, 126, 127


class Socket(asyncio.Protocol):
    """The client's end of a WebSocket. A mask of zeros saves the masking; the server unmasks as usual."""

    def __init__(self, host: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._data = bytearray()
        self.is_open = asyncio.get_running_loop().create_future()
        key = b64encode(os.urandom(16)).decode()
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Cookie: {cookie}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._hello.encode())

    def send(self, payload: bytes, kind: int = _TEXT) -> None:
        size = len(payload)
        assert size < 1 << 16
        head = (
            bytes((kind | _LAST_FRAME, size | _MASKED))
            if size < _TWO_BYTES
            else (bytes((kind | _LAST_FRAME, _TWO_BYTES | _MASKED)) + size.to_bytes(2, "big"))
        )
        self.transport.write(head + bytes(4) + payload)

    def data_received(self, data: bytes) -> None:
        held = self._data
        held += data
        if not self.is_open.done():
            head, end, rest = held.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.is_open.set_exception(ConnectionError(head.decode()))
                return
            self.is_open.set_result(None)
            held[:] = rest
        while len(held) >= 2:
            size, begin = held[1], 2
            if size >= _TWO_BYTES:
                begin = 4 if size == _TWO_BYTES else 10
                size = int.from_bytes(held[2:begin], "big")
            if len(held) < begin + size:
                return
            kind, payload = held[0] & 15, bytes(held[begin : begin + size])
            del held[: begin + size]
            if kind == _TEXT:
                self._hear(payload)
            elif kind == _PING:
                self.send(payload, _PONG)
            elif kind == _CLOSE:
                self.transport.close()


async def open_socket(address: str, cookie: str, hear: Callable[[bytes], None]) -> Socket:
    """Connect to `http://host:port` with this cookie."""
    place = address.removeprefix("http://")
    host, _, port = place.rpartition(":")
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: Socket(place, "/live", cookie, hear), host, int(port)
    )
    await socket.is_open
    return socket


class Info(msgspec.Struct):
    status: str
    next: str | None = None


class Heard(msgspec.Struct):
    """The parts of the server's messages that players need."""

    type: str
    table: str = ""
    number: int | None = 0
    legal: list[str] = []
    info: Info | None = None
    waiting: list[int] = []
    why: str = ""


_read = msgspec.json.Decoder(Heard).decode


class Tally:
    """What all players measured while counting was on. They can be made to hold their answers back."""

    def __init__(self) -> None:
        self.counts = False
        self.moves = self.states = self.received = 0
        self.at_mover: list[float] = []
        self.at_opponent: list[float] = []
        self.refused: list[str] = []
        self._held: list[Callable[[], None]] | None = None

    def answer(self, answer: Callable[[], None]) -> None:
        """Give an answer, now or when answers are no longer held back."""
        if self._held is None:
            answer()
        else:
            self._held.append(answer)

    def hold(self) -> None:
        """Hold all answers back from now on."""
        self._held = []

    def release(self) -> None:
        """Give the answers that were held back, and all others at once."""
        held, self._held = self._held or [], None
        for answer in held:
            answer()


class Pair:
    """Two people who play one game after another, by rematches."""

    def __init__(self, table: str, tally: Tally, think: float = 0.0, most: int | None = None) -> None:
        self.table, self.tally, self.think, self.most = table, tally, think, most
        self.players = [Player(self), Player(self)]
        self.sent: dict[int, tuple[Player, float]] = {}  # by the number that the move will have
        self.choose = random.Random(table).choice
        self.is_done = asyncio.get_running_loop().create_future()

    async def sit_down(self, address: str, cookies: list[str]) -> None:
        for player, cookie in zip(self.players, cookies, strict=True):
            player.socket = await open_socket(address, cookie, player.hear)

    def begin(self) -> None:
        for player in self.players:
            player.say({"type": "watch", "table": self.table})


class Player:
    """Answers as soon as the state arrives, or after thinking."""

    socket: Socket

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.contributed_to = ""

    def say(self, message: dict[str, object]) -> None:
        if not self.socket.transport.is_closing():
            self.socket.send(msgspec.json.encode(message))

    def hear(self, payload: bytes) -> None:
        message, pair = _read(payload), self.pair
        if message.type == "state":
            self._count(message, len(payload))
            pair.tally.answer(partial(self._answer, message))
        elif message.type == "asked" and message.waiting and self is pair.players[1]:
            pair.tally.answer(partial(self._agree, message.table))
        elif message.type in ("refused", "bye"):
            pair.tally.refused.append(message.why)

    def _count(self, message: Heard, size: int) -> None:
        pair, heard = self.pair, perf_counter()
        if pair.tally.counts:
            pair.tally.states += 1
            pair.tally.received += size
            if message.number in pair.sent:
                self._note(*pair.sent[message.number], heard)

    def _answer(self, message: Heard) -> None:
        pair = self.pair
        if message.legal:
            wait = pair.think if message.number else random.uniform(0.0, pair.think)  # not all at once
            if wait:
                asyncio.get_running_loop().call_later(wait, self._move, message)
            else:
                self._move(message)
        elif message.info and message.info.status == "over":
            self._go_on(message.table, message.info.next)
        elif message.info and message.info.status == "open" and message.table != self.contributed_to:
            self.contributed_to = message.table
            self.say({"type": "contribute", "table": message.table, "value": os.urandom(16).hex()})

    def _agree(self, table: str) -> None:
        self.say({"type": "answer", "table": table, "what": "rematch", "yes": True})

    def _note(self, mover: Player, sent: float, heard: float) -> None:
        tally = self.pair.tally
        if self is mover:
            tally.moves += 1
            tally.at_mover.append(heard - sent)
        else:
            tally.at_opponent.append(heard - sent)

    def _move(self, message: Heard) -> None:
        pair, number = self.pair, message.number or 0
        if number == pair.most:
            pair.is_done.set_result(None)
            return
        move = pair.choose(message.legal)
        pair.sent.pop(number - 1, None)  # both have received it
        pair.sent[number + 1] = (self, perf_counter())
        self.say({"type": "move", "table": message.table, "after": number, "move": move})

    def _go_on(self, table: str, following: str | None) -> None:
        if following:
            self.pair.sent.clear()
            self.say({"type": "unwatch", "table": table})
            self.say({"type": "watch", "table": following})
        elif self is self.pair.players[0]:
            self.say({"type": "ask", "table": table, "what": "rematch"})
