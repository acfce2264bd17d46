"""JSON, written by compiled code: a server sends every move to several people, so views must be cheap.

Commas are automatic: one is written before anything that follows a complete value.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .compiling import compiled, layout

TEXT_CAPACITY = 8184  # bytes; the largest views have about 2,000
JSON_BUFFER = layout([("written", "i8"), ("text", "u1", (TEXT_CAPACITY,))])
BUFFER_BYTES = JSON_BUFFER.itemsize
TEXT_OFFSET = BUFFER_BYTES - TEXT_CAPACITY  # in the bytes of a buffer

JsonBuffer = Any  # a record of the layout JSON_BUFFER
RawBytes = npt.NDArray[np.uint8]  # the bytes of a buffer, as Python passes them

_ZERO, _COMMA = ord("0"), ord(",")
_BRACKET, _BRACE, _COLON = b"[{:"


@compiled
def new_buffer(raw: RawBytes) -> JsonBuffer:
    """An empty buffer."""
    buffer = raw.view(JSON_BUFFER)[0]
    buffer.written = 0
    return buffer


@compiled
def write(buffer: JsonBuffer, words: bytes) -> None:
    """Write bytes as they are. views.py rejects a full buffer."""
    start, text = int(buffer.written), buffer.text
    if start + len(words) > TEXT_CAPACITY:
        buffer.written = TEXT_CAPACITY
        return
    for place in range(np.uint64(len(words))):  # unsigned indices need no check for negative ones
        text[np.uint64(start) + place] = words[place]
    buffer.written = start + len(words)


@compiled
def write_byte(buffer: JsonBuffer, letter: int) -> None:
    if buffer.written < TEXT_CAPACITY:
        buffer.text[np.uint64(buffer.written)] = letter
        buffer.written += 1


@compiled
def write_next(buffer: JsonBuffer, words: bytes) -> None:
    """Write `{`, `[`, `"key":` or the like, with a comma before it if needed."""
    _write_comma_if_needed(buffer)
    write(buffer, words)


@compiled
def write_text(buffer: JsonBuffer, words: bytes) -> None:
    """Write a string in quotes. It must need no escaping."""
    write_next(buffer, b'"')
    write(buffer, words)
    write(buffer, b'"')


@compiled
def write_number(buffer: JsonBuffer, number: int) -> None:
    """Write a number that is not negative."""
    _write_comma_if_needed(buffer)
    number = int(number)
    if number < 10:  # nearly always so, and divisions are slow
        write_byte(buffer, _ZERO + number)
        return
    step = 1
    while number >= 10 * step:
        step *= 10
    while step:
        write_byte(buffer, _ZERO + number // step % 10)
        step //= 10


@compiled
def write_seat(buffer: JsonBuffer, seat: int) -> None:
    """Write a seat, or null for none."""
    if seat < 0:
        write_next(buffer, b"null")
    else:
        write_number(buffer, seat)


@compiled
def write_seats(buffer: JsonBuffer, bits: int) -> None:
    """Write a list of the seats whose bits are set."""
    write_next(buffer, b"[")
    seat = 0
    while bits >> seat:
        if bits >> seat & 1:
            write_number(buffer, seat)
        seat += 1
    write(buffer, b"]")


@compiled
def write_view_head(
    buffer: JsonBuffer, game: bytes, seat: int, to_move: int, phase: bytes, beginner: int
) -> None:
    """Write the beginning of every view. The caller adds more keys and the closing brace."""
    write_next(buffer, b'{"game":')
    write_text(buffer, game)
    write_next(buffer, b'"seat":')
    write_seat(buffer, seat)
    write_next(buffer, b'"to_move":')
    write_seat(buffer, to_move)
    write_next(buffer, b'"phase":')
    write_text(buffer, phase)
    write_next(buffer, b'"beginner":')
    write_number(buffer, beginner)


@compiled
def _write_comma_if_needed(buffer: JsonBuffer) -> None:
    """Write a comma, unless this is the first element of a list or object, or the value of a key."""
    if buffer.written == 0:
        return
    last = buffer.text[np.uint64(buffer.written - 1)]
    if last != _BRACKET and last != _BRACE and last != _COLON:
        write_byte(buffer, _COMMA)
