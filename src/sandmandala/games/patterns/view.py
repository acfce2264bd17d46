"""What a seat sees of a game of Patterns, where nothing is hidden."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from ..compiling import compiled
from ..writing import (
    Page,
    put,
    write,
    write_colour,
    write_letter,
    write_number,
    write_seat,
    write_seats,
    write_text,
)
from . import rules as r
from .bits import FIELDS, SQUARE_OF

PHASES = ("allotting", "playing", "last_flips", "over")
_PHASES = tuple(phase.encode() for phase in PHASES)
_FILE_A, _RANK_1, _ZERO = ord("a"), ord("1"), ord("0")


class PlayerInView(TypedDict):
    river: str  # the colours opened, marker 1 first
    group_points: list[int]  # of these groups, as they stand now
    points: int
    swap_tile: NotRequired[str]  # left out before the tiles are allotted


class View(TypedDict):
    game: str
    seat: int | None
    to_move: int | None
    phase: str
    beginner: int
    # By name: `R` is a red tile with its front up, `R0` one in the group of seat 0, `R02` one with marker 2.
    fields: dict[str, str]
    players: list[PlayerInView]
    left_over: NotRequired[str]  # P3: the two tiles, until they are allotted
    winners: NotRequired[list[int]]  # when the game is over


@compiled
def write_view(state: Any, seat: int, page: Page) -> None:
    """A View of the whole table, as everyone sees it."""
    put(page, b'{"game":"patterns","seat":')
    write_seat(page, seat)
    put(page, b'"to_move":')
    write_seat(page, r.player_to_move(state))
    put(page, b'"phase":')
    write_text(page, _PHASES[state.phase])
    put(page, b'"beginner":')
    write_number(page, state.beginner)
    put(page, b'"fields":{')
    for field in range(FIELDS):
        _write_field(state, SQUARE_OF[field], page)
    write(page, b"}")
    put(page, b'"players":[')
    for owner in range(2):
        _write_player(state, owner, page)
    write(page, b"]")
    if state.phase == r.ALLOTTING:
        put(page, b'"left_over":"')
        for which in range(2):
            write_colour(page, state.left_over[which])
        write(page, b'"')
    if state.phase == r.OVER:
        put(page, b'"winners":')
        write_seats(page, r.winners(state))
    write(page, b"}")


@compiled
def _write_field(state: Any, square: int, page: Page) -> None:
    """P2: named as in chess."""
    put(page, b'"')
    write_letter(page, _FILE_A + square % 8)
    write_letter(page, _RANK_1 + square // 8)
    write(page, b'":"')
    bit = 1 << square
    for colour in range(r.COLOURS):
        if state.front[colour] & bit:
            write_colour(page, colour)
        for owner in range(2):
            if state.group[owner, colour] & bit:
                write_colour(page, colour)
                write_letter(page, _ZERO + owner)
                if SQUARE_OF[state.marker_field[owner, colour]] == square:
                    write_letter(page, _ZERO + state.marker[owner, colour])
    write(page, b'"')


@compiled
def _write_player(state: Any, seat: int, page: Page) -> None:
    put(page, b'{"river":"')
    for number in range(1, r.COLOURS + 1):
        for colour in range(r.COLOURS):
            if state.marker[seat, colour] == number:
                write_colour(page, colour)
    write(page, b'","group_points":[')
    points = 0
    for number in range(1, r.COLOURS + 1):
        for colour in range(r.COLOURS):
            if state.marker[seat, colour] == number:
                in_group = r.group_points(state, seat, colour)
                write_number(page, in_group)
                points += in_group
    write(page, b'],"points":')
    write_number(page, points)
    if state.swap_tile[seat] >= 0:
        put(page, b'"swap_tile":"')
        write_colour(page, state.swap_tile[seat])
        write(page, b'"')
    write(page, b"}")
