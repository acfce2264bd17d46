"""WebSocket frames from clients and to clients."""

from __future__ import annotations

import random
from typing import Any

import pytest
from server.raw_sockets import sent
from websockets.frames import Frame, Opcode

from sandmandala.server.live import frames, transport
from sandmandala.server.live.frames import BadFrameError, Reader, framed

LONGEST = 300_000


@pytest.mark.parametrize("seed", range(20))
def test_messages_are_complete_however_they_are_split(seed: int) -> None:
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
    reader = Reader(LONGEST)
    found: list[Any] = []
    while stream:
        size = choice.choice((1, 2, 3, 7, 1000, 100_000))
        found += reader.feed(stream[:size])
        stream = stream[size:]
    messages = [payload for kind, payload in found if kind in (frames.TEXT, frames.CONTINUED, frames.BINARY)]
    assert messages == [payload for kind, payload in expected if kind is None]
    assert sum(kind == frames.PING for kind, _ in found) == sum(kind == frames.PING for kind, _ in expected)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 100_000])
def test_a_library_reads_our_frames(size: int) -> None:
    payload = bytes(size)
    assert framed(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (Frame(Opcode.TEXT, b"raw").serialize(mask=False), transport.WRONG_PROTOCOL),
        (bytes((0x81 | 0x40, 0x80, 0, 0, 0, 0)), transport.WRONG_PROTOCOL),  # unknown extension
        (bytes((0x83, 0x80, 0, 0, 0, 0)), transport.WRONG_PROTOCOL),  # no such kind
        (sent(Opcode.CONT, b"of nothing"), transport.WRONG_PROTOCOL),
        (sent(Opcode.TEXT, b"a", fin=False) + sent(Opcode.TEXT, b"b"), transport.WRONG_PROTOCOL),
        (bytes((0x89, 0xFE, 0, 126)), transport.WRONG_PROTOCOL),  # a long ping
        (bytes((0x09, 0x80, 0, 0, 0, 0)), transport.WRONG_PROTOCOL),  # a ping in parts
        (bytes((0x81, 0xFF)) + (1 << 40).to_bytes(8, "big"), transport.TOO_LARGE),  # refused before it comes
        (sent(Opcode.TEXT, bytes(LONGEST), False) + sent(Opcode.CONT, b"1"), transport.TOO_LARGE),
    ],
    ids=["raw", "extension", "kind", "of-nothing", "two", "long-ping", "ping-in-parts", "huge", "too-long"],
)
def test_bad_frames(bad: bytes, code: int) -> None:
    with pytest.raises(BadFrameError) as refused:
        list(Reader(LONGEST).feed(bad))
    assert refused.value.code == code
