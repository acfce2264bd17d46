"""What a seat may see of a game of Pebbles."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import numpy as np

from ..compiling import compiled
from ..json_writer import (
    JsonBuffer,
    write,
    write_next,
    write_number,
    write_seats,
    write_text,
    write_view_head,
)
from ..palette import Cards
from ..rules import SEES_ALL
from . import MANIFEST
from . import rules as r

_LETTERS = tuple(letter.encode() for letter in MANIFEST.palette.letters)
_KEYS = tuple(f'"{letter}":'.encode() for letter in MANIFEST.palette.letters)


class PlayerInView(TypedDict):
    row: Cards
    points: int
    hand: NotRequired[Cards]  # left out if it is hidden from this seat


class View(TypedDict):
    game: Literal["pebbles"]
    seat: int | None
    to_move: int | None
    phase: str
    beginner: int
    players: list[PlayerInView]
    bag_size: int
    last: NotRequired[str]  # B4: left out before the first stone is played
    winners: NotRequired[list[int]]  # when the game is over


@compiled
def write_view(state: Any, seat: int, buffer: JsonBuffer) -> None:
    """A View of what the seat may see (B3). SPECTATOR sees what is public, SEES_ALL everything."""
    over = r.is_over(state)
    points = np.zeros(r.MOST_SEATS, np.int64)
    r.scores(state, points)
    phase = b"over" if over else b"playing"
    write_view_head(buffer, b"pebbles", seat, r.player_to_move(state), phase, int(state.beginner))
    write_next(buffer, b'"players":[')
    for owner in range(state.seats):
        write_next(buffer, b'{"row":')
        _write_stones(buffer, state.row[owner])
        write_next(buffer, b'"points":')
        write_number(buffer, points[owner])
        if over or seat in (owner, SEES_ALL):
            write_next(buffer, b'"hand":')
            _write_stones(buffer, state.hand[owner])
        write(buffer, b"}")
    write(buffer, b'],"bag_size":')
    write_number(buffer, r.bag_size(state))
    if state.last >= 0:
        write_next(buffer, b'"last":')
        write_text(buffer, _LETTERS[state.last])
    if over:
        write_next(buffer, b'"winners":')
        write_seats(buffer, r.winners(state))
    write(buffer, b"}")


@compiled
def _write_stones(buffer: JsonBuffer, counts: Any) -> None:
    """By colour: only the colours present."""
    write_next(buffer, b"{")
    for colour in range(r.COLOURS):
        if counts[colour]:
            write_next(buffer, _KEYS[colour])
            write_number(buffer, int(counts[colour]))
    write(buffer, b"}")
