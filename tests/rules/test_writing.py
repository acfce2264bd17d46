"""JSON as compiled code writes it."""

from __future__ import annotations

import json
from typing import Any

import numba
import numpy as np
import pytest

from sandmandala.games import viewing
from sandmandala.games.writing import (
    PAGE_BYTES,
    ROOM,
    TEXT_AT,
    Room,
    new_page,
    put,
    write,
    write_cards,
    write_colour,
    write_number,
    write_seat,
    write_seats,
    write_text,
)


@numba.njit
def write_all(room: Room, cards: Any) -> int:
    page = new_page(room)
    put(page, b"{")
    put(page, b'"numbers":[')
    for number in (0, 7, 10, 99, 100, 1234):
        write_number(page, number)
    write(page, b"]")
    put(page, b'"none":[')
    write(page, b"]")
    put(page, b'"seats":[')
    write_seat(page, -1)
    write_seat(page, 3)
    write_seats(page, 0b1010)
    write_seats(page, 0)
    write(page, b"]")
    put(page, b'"so":true')
    put(page, b'"cards":[')
    write_cards(page, cards[0])
    write_cards(page, cards[1])
    write(page, b"]")
    put(page, b'"colours":"')
    write_colour(page, 0)
    write_colour(page, 5)
    write(page, b'"')
    put(page, b'"text":')
    write_text(page, b"words")
    write(page, b"}")
    return int(page.written)


@numba.njit
def write_too_much(room: Room) -> int:
    page = new_page(room)
    for _ in range(ROOM):
        write_text(page, b"words")
    return int(page.written)


def test_everything_that_can_be_written() -> None:
    room = np.zeros(PAGE_BYTES, np.uint8)
    size = write_all(room, np.array([[0, 2, 0, 0, 0, 11], [0] * 6], np.int8))
    assert json.loads(room[TEXT_AT : TEXT_AT + size].tobytes()) == {
        "numbers": [0, 7, 10, 99, 100, 1234],
        "none": [],
        "seats": [None, 3, [1, 3], []],
        "so": True,
        "cards": [{"O": 2, "K": 11}, {}],
        "colours": "RK",
        "text": "words",
    }


def test_nothing_is_written_behind_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    room = np.full(PAGE_BYTES + 100, 7, np.uint8)
    assert write_too_much(room[:PAGE_BYTES]) == ROOM
    assert (room[PAGE_BYTES:] == 7).all()
    monkeypatch.setattr(viewing, "write_sight", lambda states, index, seat, out: write_too_much(out))
    with pytest.raises(AssertionError, match="holds every view"):
        viewing.view_json(np.zeros(1, [("nothing", "i1")]), 0)
