"""JSON, written by compiled code: a server tells every move to several people, so views must cost little.

Commas come by themselves: before whatever follows something that is complete.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .compiling import compiled, layout
from .words import LETTERS

ROOM = 8184  # bytes; the longest views have about 2,000
PAGE = layout([("written", "i8"), ("text", "u1", (ROOM,))])
PAGE_BYTES = PAGE.itemsize
TEXT_AT = PAGE_BYTES - ROOM  # in the bytes of a page

Page = Any  # a record of the layout PAGE
Room = npt.NDArray[np.uint8]  # the bytes of a page, as Python hands them in

_LETTERS = LETTERS.encode()
_ZERO, _QUOTE, _COMMA = ord("0"), ord('"'), ord(",")
_OPENING = b"[{:"


@compiled
def new_page(room: Room) -> Page:
    """An empty page."""
    page = room.view(PAGE)[0]
    page.written = 0
    return page


@compiled
def write(page: Page, words: bytes) -> None:
    """As it stands."""
    for letter in words:
        write_letter(page, letter)


@compiled
def write_letter(page: Page, letter: int) -> None:
    if page.written < ROOM:  # a page that is full is refused in viewing.py
        page.text[page.written] = letter
        page.written += 1


@compiled
def begin(page: Page, bracket: bytes) -> None:
    """A list or an object: `[` or `{`. It ends with `write`."""
    _go_on(page)
    write(page, bracket)


@compiled
def write_key(page: Page, key: bytes) -> None:
    write_text(page, key)
    write(page, b":")


@compiled
def write_text(page: Page, words: bytes) -> None:
    """In quotes; it must need no escaping."""
    _go_on(page)
    write_letter(page, _QUOTE)
    write(page, words)
    write_letter(page, _QUOTE)


@compiled
def write_number(page: Page, number: int) -> None:
    """Not below zero."""
    _go_on(page)
    number = int(number)
    step = 1
    while number >= 10 * step:
        step *= 10
    while step:
        write_letter(page, _ZERO + number // step % 10)
        step //= 10


@compiled
def write_seat(page: Page, seat: int) -> None:
    """Null if there is none."""
    if seat < 0:
        _go_on(page)
        write(page, b"null")
    else:
        write_number(page, seat)


@compiled
def write_seats(page: Page, bits: int) -> None:
    """A list of the seats whose bits are set."""
    begin(page, b"[")
    seat = 0
    while bits >> seat:
        if bits >> seat & 1:
            write_number(page, seat)
        seat += 1
    write(page, b"]")


@compiled
def write_true(page: Page, key: bytes) -> None:
    """A key whose value is true."""
    write_key(page, key)
    write(page, b"true")


@compiled
def write_cards(page: Page, counts: Any) -> None:
    """Cards by colour: only the colours that are there."""
    begin(page, b"{")
    for colour in range(len(counts)):
        if counts[colour]:
            begin_colours(page)
            write_colour(page, colour)
            write(page, b'":')
            write_number(page, int(counts[colour]))
    write(page, b"}")


@compiled
def begin_colours(page: Page) -> None:
    """Colours in a row, each by `write_colour`, end with a quote."""
    _go_on(page)
    write_letter(page, _QUOTE)


@compiled
def write_colour(page: Page, colour: int) -> None:
    write_letter(page, _LETTERS[colour])


@compiled
def _go_on(page: Page) -> None:
    """A comma, unless this is the first in a list or an object, or the value of a key."""
    if page.written == 0:
        return
    last = page.text[page.written - 1]
    for letter in _OPENING:
        if last == letter:
            return
    write_letter(page, _COMMA)
