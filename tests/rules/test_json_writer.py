"""JSON written by compiled code."""

from __future__ import annotations

import json
from typing import Any

import numba
import numpy as np
import pytest

from sandmandala.games import views
from sandmandala.games.json_writer import (
    BUFFER_BYTES,
    TEXT_CAPACITY,
    TEXT_OFFSET,
    RawBytes,
    new_buffer,
    write,
    write_next,
    write_number,
    write_seat,
    write_seats,
    write_text,
)
from sandmandala.games.sand_json import write_cards, write_colour


@numba.njit
def write_all(raw: RawBytes, cards: Any) -> int:
    buffer = new_buffer(raw)
    write_next(buffer, b"{")
    write_next(buffer, b'"numbers":[')
    for number in (0, 7, 10, 99, 100, 1234):
        write_number(buffer, number)
    write(buffer, b"]")
    write_next(buffer, b'"none":[')
    write(buffer, b"]")
    write_next(buffer, b'"seats":[')
    write_seat(buffer, -1)
    write_seat(buffer, 3)
    write_seats(buffer, 0b1010)
    write_seats(buffer, 0)
    write(buffer, b"]")
    write_next(buffer, b'"so":true')
    write_next(buffer, b'"cards":[')
    write_cards(buffer, cards[0])
    write_cards(buffer, cards[1])
    write(buffer, b"]")
    write_next(buffer, b'"colours":"')
    write_colour(buffer, 0)
    write_colour(buffer, 5)
    write(buffer, b'"')
    write_next(buffer, b'"text":')
    write_text(buffer, b"words")
    write(buffer, b"}")
    return int(buffer.written)


@numba.njit
def write_too_much(raw: RawBytes) -> int:
    buffer = new_buffer(raw)
    for _ in range(TEXT_CAPACITY):
        write_text(buffer, b"words")
    return int(buffer.written)


def test_everything_that_can_be_written() -> None:
    raw = np.zeros(BUFFER_BYTES, np.uint8)
    size = write_all(raw, np.array([[0, 2, 0, 0, 0, 11], [0] * 6], np.int8))
    assert json.loads(raw[TEXT_OFFSET : TEXT_OFFSET + size].tobytes()) == {
        "numbers": [0, 7, 10, 99, 100, 1234],
        "none": [],
        "seats": [None, 3, [1, 3], []],
        "so": True,
        "cards": [{"O": 2, "K": 11}, {}],
        "colours": "RK",
        "text": "words",
    }


def test_nothing_is_written_beyond_the_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = np.full(BUFFER_BYTES + 100, 7, np.uint8)
    assert write_too_much(raw[:BUFFER_BYTES]) == TEXT_CAPACITY
    assert (raw[BUFFER_BYTES:] == 7).all()
    monkeypatch.setattr(views, "write_view_json", lambda states, index, seat, out: write_too_much(out))
    with pytest.raises(AssertionError, match="holds every view"):
        views.view_json(np.zeros(1, [("nothing", "i1")]), 0)
