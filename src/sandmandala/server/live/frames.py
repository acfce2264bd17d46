"""WebSocket frames (RFC 6455), as a server without extensions reads and writes them.

A library's parser takes several kilobytes for each socket, and took a tenth of the time of a move.
"""

from __future__ import annotations

from collections.abc import Iterator

from .transport import TOO_LARGE, WRONG_PROTOCOL

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FRAGMENT = -1  # a part of a message that is not yet complete

_FIN, _RESERVED, _MASKED, _KIND, _SIZE = 0x80, 0x70, 0x80, 0x0F, 0x7F
_TWO_BYTES, _EIGHT_BYTES, _LONG = 126, 127, 1 << 16
_WHOLE_TEXT = _FIN | TEXT
_MASK = 4
_LONGEST_CONTROL = 125


class BadFrameError(Exception):
    """The client violates the protocol; `code` is the close code."""

    def __init__(self, code: int) -> None:
        self.code = code


def framed(payload: bytes, kind: int = TEXT) -> bytes:
    """Return the frame of a message or control frame to a client."""
    size = len(payload)
    if size < _TWO_BYTES:
        return bytes((_FIN | kind, size)) + payload
    if size < _LONG:
        return bytes((_FIN | kind, _TWO_BYTES)) + size.to_bytes(2, "big") + payload
    return bytes((_FIN | kind, _EIGHT_BYTES)) + size.to_bytes(8, "big") + payload


def closing(code: int, reason: str = "") -> bytes:
    """Return the frame that closes a connection."""
    return framed(code.to_bytes(2, "big") + reason.encode(), CLOSE)


class Reader:
    """Assembles a client's messages from the bytes of the network."""

    __slots__ = ("_begun", "_held", "_longest")

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._held = b""  # the beginning of a frame
        self._begun: bytes | None = None  # the beginning of a message in several frames

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Yield messages, control frames and fragments, as kind and content.

        An iterator, so that a flood of frames can be cut off before all of it is parsed.
        """
        if self._held:
            data = self._held + data
        at, end = 0, len(data)
        while end - at >= 2:
            first, second = data[at], data[at + 1]
            size, begin = second & _SIZE, at + 2
            if size >= _TWO_BYTES:
                begin += 2 if size == _TWO_BYTES else 8
                if end < begin:
                    break
                size = int.from_bytes(data[at + 2 : begin], "big")
            if first != _WHOLE_TEXT or second < _MASKED or size > self._longest or self._begun is not None:
                self._check(first, second, size)  # nearly all are whole messages, and need no more
            begin += _MASK
            if end < begin + size:
                break
            at = begin + size
            payload = _unmasked(data[begin:at], data[begin - _MASK : begin])
            kind = first & _KIND
            if kind < CLOSE:
                payload = (self._begun or b"") + payload
                self._begun = None if first & _FIN else payload
                if self._begun is not None:
                    kind, payload = FRAGMENT, b""
            yield kind, payload
        self._held = data[at:]

    def _check(self, first: int, second: int, size: int) -> None:
        kind, final, goes_on = first & _KIND, first & _FIN, self._begun is not None
        good = not first & _RESERVED and second & _MASKED
        if kind in (CLOSE, PING, PONG):
            good = good and final and size <= _LONGEST_CONTROL
        else:
            good = good and kind in ((CONTINUED,) if goes_on else (TEXT, BINARY))
            if size + len(self._begun or b"") > self._longest:
                raise BadFrameError(TOO_LARGE)
        if not good:
            raise BadFrameError(WRONG_PROTOCOL)


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    key = int.from_bytes((mask * (size // _MASK + 1))[:size], "little")
    return (int.from_bytes(payload, "little") ^ key).to_bytes(size, "little")
