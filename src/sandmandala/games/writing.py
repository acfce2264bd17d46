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
_COLOUR_KEYS = tuple(f'"{letter}":'.encode() for letter in LETTERS)
_ZERO, _COMMA = ord("0"), ord(",")
_OPENING = b"[{:"


@compiled
def new_page(room: Room) -> Page:
    """An empty page."""
    page = room.view(PAGE)[0]
    page.written = 0
    return page


@compiled
def write(page: Page, words: bytes) -> None:
    """As it stands. A page that is full is refused in viewing.py."""
    start, text = int(page.written), page.text
    if start + len(words) > ROOM:
        page.written = ROOM
        return
    for place in range(len(words)):
        text[start + place] = words[place]
    page.written = start + len(words)


@compiled
def write_letter(page: Page, letter: int) -> None:
    if page.written < ROOM:
        page.text[page.written] = letter
        page.written += 1


@compiled
def put(page: Page, words: bytes) -> None:
    """The beginning of what comes next, with a comma before it if that is needed: `{`, `[`, `"key":`."""
    _go_on(page)
    write(page, words)


@compiled
def write_text(page: Page, words: bytes) -> None:
    """In quotes; it must need no escaping."""
    put(page, b'"')
    write(page, words)
    write(page, b'"')


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
        put(page, b"null")
    else:
        write_number(page, seat)


@compiled
def write_seats(page: Page, bits: int) -> None:
    """A list of the seats whose bits are set."""
    put(page, b"[")
    seat = 0
    while bits >> seat:
        if bits >> seat & 1:
            write_number(page, seat)
        seat += 1
    write(page, b"]")


@compiled
def write_tied(page: Page, points: Any) -> None:
    """The seats with the most points, if there are several: something else decides between them."""
    best, seats = -1, 0
    for seat in range(len(points)):
        if points[seat] > best:
            best, seats = points[seat], 0
        if points[seat] == best:
            seats |= 1 << seat
    if seats & (seats - 1):
        put(page, b'"tied":')
        write_seats(page, seats)


@compiled
def write_cards(page: Page, counts: Any) -> None:
    """Cards by colour: only the colours that are there."""
    put(page, b"{")
    for colour in range(len(counts)):
        if counts[colour]:
            put(page, _COLOUR_KEYS[colour])
            write_number(page, int(counts[colour]))
    write(page, b"}")


@compiled
def write_colour(page: Page, colour: int) -> None:
    """Its letter alone; colours in a row stand in quotes."""
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
