"""What a seat sees of a game of Patterns, where nothing is hidden."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import numpy as np

from ..compiling import compiled
from ..json_writer import (
    JsonBuffer,
    write,
    write_byte,
    write_next,
    write_number,
    write_seats,
    write_view_head,
)
from ..sand_json import write_colour
from ..tie_break import TieBreak, write_tie_break
from . import rules as r
from .bitboard import FIELDS, SQUARE_OF

PHASES = ("allotting", "playing", "last_flips", "over")
_PHASES = tuple(phase.encode() for phase in PHASES)
_FILE_A, _RANK_1, _ZERO = ord("a"), ord("1"), ord("0")


class PlayerInView(TypedDict):
    river: str  # the colours opened, marker 1 first
    group_points: list[int]  # the current points of these groups
    points: int
    swap_tile: NotRequired[str]  # left out before the tiles are allotted


class View(TypedDict):
    game: Literal["patterns"]
    seat: int | None
    to_move: int | None
    phase: str
    beginner: int
    # By name: `R` is a red tile with its front up, `R0` one in the group of seat 0, `R02` one with marker 2.
    fields: dict[str, str]
    players: list[PlayerInView]
    left_over: NotRequired[str]  # P3: the two tiles, until they are allotted
    winners: NotRequired[list[int]]  # when the game is over
    tie_break: NotRequired[TieBreak]  # P12: equal points are a draw


@compiled
def write_view(state: Any, seat: int, buffer: JsonBuffer) -> None:
    """A View of the whole table, the same for everyone."""
    write_view_head(
        buffer, b"patterns", seat, r.player_to_move(state), _PHASES[state.phase], int(state.beginner)
    )
    write_next(buffer, b'"fields":{')
    for field in range(FIELDS):
        _write_field(state, SQUARE_OF[field], buffer)
    write(buffer, b"}")
    write_next(buffer, b'"players":[')
    for owner in range(2):
        _write_player(state, owner, buffer)
    write(buffer, b"]")
    if state.phase == r.ALLOTTING:
        write_next(buffer, b'"left_over":"')
        for which in range(2):
            write_colour(buffer, state.left_over[which])
        write(buffer, b'"')
    if state.phase == r.OVER:
        write_next(buffer, b'"winners":')
        write_seats(buffer, r.winners(state))
        points = np.zeros(2, np.int64)
        r.scores(state, points)
        write_tie_break(buffer, b"P12", points, points[:0])
    write(buffer, b"}")


@compiled
def _write_field(state: Any, square: int, buffer: JsonBuffer) -> None:
    """P2: named as in chess."""
    write_next(buffer, b'"')
    write_byte(buffer, _FILE_A + square % 8)
    write_byte(buffer, _RANK_1 + square // 8)
    write(buffer, b'":"')
    bit = 1 << square
    for colour in range(r.COLOURS):
        if state.front[colour] & bit:
            write_colour(buffer, colour)
        for owner in range(2):
            if state.group[owner, colour] & bit:
                write_colour(buffer, colour)
                write_byte(buffer, _ZERO + owner)
                if SQUARE_OF[state.marker_field[owner, colour]] == square:
                    write_byte(buffer, _ZERO + state.marker[owner, colour])
    write(buffer, b'"')


@compiled
def _write_player(state: Any, seat: int, buffer: JsonBuffer) -> None:
    write_next(buffer, b'{"river":"')
    for number in range(1, r.COLOURS + 1):
        for colour in range(r.COLOURS):
            if state.marker[seat, colour] == number:
                write_colour(buffer, colour)
    write(buffer, b'","group_points":[')
    points = 0
    for number in range(1, r.COLOURS + 1):
        for colour in range(r.COLOURS):
            if state.marker[seat, colour] == number:
                in_group = r.group_points(state, seat, colour)
                write_number(buffer, in_group)
                points += in_group
    write(buffer, b'],"points":')
    write_number(buffer, points)
    if state.swap_tile[seat] >= 0:
        write_next(buffer, b'"swap_tile":"')
        write_colour(buffer, state.swap_tile[seat])
        write(buffer, b'"')
    write(buffer, b"}")
