"""What a seat may see of a game of Flowers."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import numpy as np

from ..chance import count_cards
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
from ..sand_json import write_cards, write_colour
from ..tie_break import TieBreak, write_tie_break
from . import rules as r

PHASES = ("playing", "taking", "over")
FINAL_MANDALAS = ("all", "tiles_out_only")
BACKS = ("dark", "light")
VALUE_NAMES = ("2", "3", "4", "5", "7", "x3")
_PHASES = tuple(phase.encode() for phase in PHASES)
_FINAL_MANDALAS = tuple(which.encode() for which in FINAL_MANDALAS)
_VALUE_NAMES = tuple(value.encode() for value in VALUE_NAMES)
_BACKS = tuple(back.encode() for back in BACKS)


class TilesInView(TypedDict):
    """A tile is written as colour and value: `R2`, `Kx3`."""

    dark: str
    light: str


class SideInView(TypedDict, total=False):
    """The cards of one player in one mandala. Empty parts are left out."""

    face_up: Cards
    face_down: int
    uncounted: int  # F7: instead of face_down, if these cards do not count for the majority
    face_down_cards: Cards  # left out if they are hidden


class MandalaInView(TypedDict):
    missing: str  # the colours still missing
    sides: list[SideInView]  # by seat
    tiles: NotRequired[TilesInView]  # left out if it was resolved at the end and got no new tiles
    marker: NotRequired[int]  # the seat that has it, if any


class FlowerInView(TypedDict):
    back: str  # dark or light
    # Left out if the flower is face down (F12).
    colour: NotRequired[str]
    values: NotRequired[list[str]]  # 2, 3, 4, 5, 7 or x3
    points: NotRequired[int]


class PlayerInView(TypedDict):
    hand_size: int
    singles: list[str]
    flowers: list[FlowerInView]
    # The following are left out if they are hidden from this seat.
    points: NotRequired[int]
    visible_points: NotRequired[int]  # instead of points: only those of the single tiles
    hand: NotRequired[Cards]
    known: NotRequired[Cards]  # with the memory aid: cards in hand that everyone saw going back (F13)


class StacksInView(TypedDict):
    dark: int
    light: int


class View(TypedDict):
    game: Literal["flowers"]
    seat: int | None
    to_move: int | None
    phase: str
    beginner: int
    final_mandalas: str  # the table option
    mandalas: list[MandalaInView]
    players: list[PlayerInView]
    draw_size: int
    discard: Cards
    stacks: StacksInView
    draw: NotRequired[Cards]  # left out if it is hidden
    # The following are left out until they apply.
    resolving: NotRequired[int]  # the number of the mandala being resolved
    last_round: NotRequired[bool]  # F15: someone has a third flower
    finishing: NotRequired[bool]  # F15: the last mandalas are being resolved
    winners: NotRequired[list[int]]
    tie_break: NotRequired[TieBreak]  # F17: if several seats have the most points; the cards in hand decide


@compiled
def write_view(state: Any, seat: int, buffer: JsonBuffer) -> None:
    """A View of what the seat may see (F3, F12). SPECTATOR sees what is public, SEES_ALL everything."""
    over = state.phase == r.OVER
    open_to_all = over or seat == SEES_ALL
    remembered = open_to_all or state.memory_aid != 0
    points = np.zeros(r.MOST_SEATS, np.int64)
    r.scores(state, points)
    write_view_head(
        buffer, b"flowers", seat, r.player_to_move(state), _PHASES[state.phase], int(state.beginner)
    )
    write_next(buffer, b'"final_mandalas":')
    write_text(buffer, _FINAL_MANDALAS[state.final_mandalas])
    write_next(buffer, b'"mandalas":[')
    for mandala in range(r.MANDALAS):
        _write_mandala(state, mandala, remembered, buffer)
    write(buffer, b'],"players":[')
    for owner in range(state.seats):
        _write_player(state, owner, points[owner], open_to_all or seat == owner, remembered, buffer)
    write(buffer, b'],"draw_size":')
    write_number(buffer, count_cards(state.draw))
    write_next(buffer, b'"discard":')
    write_cards(buffer, state.discard)
    write_next(buffer, b'"stacks":{"dark":')
    write_number(buffer, _stack_size(state, r.DARK))
    write_next(buffer, b'"light":')
    write_number(buffer, _stack_size(state, r.LIGHT))
    write(buffer, b"}")
    if open_to_all:
        write_next(buffer, b'"draw":')
        write_cards(buffer, state.draw)
    if state.phase == r.TAKING:
        write_next(buffer, b'"resolving":')
        write_number(buffer, state.resolving + 1)
    if state.last_round:
        write_next(buffer, b'"last_round":true')
    if state.finishing:
        write_next(buffer, b'"finishing":true')
    if over:
        write_next(buffer, b'"winners":')
        write_seats(buffer, r.winners(state))
        hands = np.zeros(r.MOST_SEATS, np.int64)
        for owner in range(state.seats):
            hands[owner] = count_cards(state.hand[owner])
        write_tie_break(buffer, b"F17", points[: state.seats], hands)
    write(buffer, b"}")


@compiled
def _write_mandala(state: Any, mandala: int, remembered: bool, buffer: JsonBuffer) -> None:
    has_tiles = state.tile[mandala, r.DARK] != r.NOBODY
    write_next(buffer, b'{"missing":"')
    for colour in range(r.COLOURS):
        if has_tiles and not state.shown[mandala] >> colour & 1:
            write_colour(buffer, colour)
    write(buffer, b'","sides":[')
    for owner in range(state.seats):
        _write_side(state, mandala, owner, remembered, buffer)
    write(buffer, b"]")
    if has_tiles:
        write_next(buffer, b'"tiles":{"dark":')
        _write_tile(state.tile[mandala, r.DARK], buffer)
        write_next(buffer, b'"light":')
        _write_tile(state.tile[mandala, r.LIGHT], buffer)
        write(buffer, b"}")
    if state.marker[mandala] != r.NOBODY:
        write_next(buffer, b'"marker":')
        write_number(buffer, state.marker[mandala])
    write(buffer, b"}")


@compiled
def _write_side(state: Any, mandala: int, seat: int, remembered: bool, buffer: JsonBuffer) -> None:
    """The cards of a seat in a mandala. The face-up cards of a colour belong to one seat."""
    up, down = np.zeros(r.COLOURS, np.int8), state.down[mandala, seat]
    for colour in range(r.COLOURS):
        if state.up_owner[mandala, colour] == seat:
            up[colour] = state.up[mandala, colour]
    write_next(buffer, b"{")
    face_up, face_down = count_cards(up), count_cards(down)
    if face_up:
        write_next(buffer, b'"face_up":')
        write_cards(buffer, up)
    if face_down:
        counts = r.counted(face_up + face_down, face_up) > 0
        write_next(buffer, b'"face_down":' if counts else b'"uncounted":')
        write_number(buffer, face_down)
        if remembered:
            write_next(buffer, b'"face_down_cards":')
            write_cards(buffer, down)
    write(buffer, b"}")


@compiled
def _write_player(
    state: Any, seat: int, points: int, seen: bool, remembered: bool, buffer: JsonBuffer
) -> None:
    write_next(buffer, b'{"hand_size":')
    write_number(buffer, count_cards(state.hand[seat]))
    write_next(buffer, b'"singles":[')
    visible_points = 0
    for tile in range(r.TILES):
        if state.place[tile] == r.SINGLE + seat:
            _write_tile(tile, buffer)
            visible_points += int(r.VALUES[tile % 6])
    write(buffer, b'],"flowers":[')
    if seen or remembered:
        _write_flowers(state, seat, buffer)
    else:
        _write_backs(state, seat, buffer)
    write(buffer, b"]")
    if seen or remembered or r.flower_count(state, seat) == 0:
        write_next(buffer, b'"points":')
        write_number(buffer, points)
    else:
        write_next(buffer, b'"visible_points":')
        write_number(buffer, visible_points)
    if seen:
        write_next(buffer, b'"hand":')
        write_cards(buffer, state.hand[seat])
    if remembered:
        write_next(buffer, b'"known":')
        write_cards(buffer, state.known[seat])
    write(buffer, b"}")


@compiled
def _write_flowers(state: Any, seat: int, buffer: JsonBuffer) -> None:
    for tile in range(r.TILES):
        colour, lower = tile // 6, tile % 6
        higher = int(state.place[tile]) - r.IN_FLOWER - 6 * seat
        if lower < higher < 6:  # each flower once, at its lower tile
            write_next(buffer, b'{"back":')
            write_text(buffer, _BACKS[r.BACK_OF[colour]])
            write_next(buffer, b'"colour":"')
            write_colour(buffer, colour)
            write(buffer, b'","values":[')
            write_text(buffer, _VALUE_NAMES[lower])
            write_text(buffer, _VALUE_NAMES[higher])
            write(buffer, b'],"points":')
            write_number(buffer, r.flower_points(lower, higher))
            write(buffer, b"}")


@compiled
def _write_backs(state: Any, seat: int, buffer: JsonBuffer) -> None:
    """F12: face-down flowers, dark ones first: the order of colours would reveal the colours."""
    for back in range(2):
        tiles = 0
        for tile in range(r.TILES):
            tiles += int(r.in_flower_of(state, tile, seat) and r.BACK_OF[tile // 6] == back)
        for _ in range(tiles // 2):
            write_next(buffer, b'{"back":')
            write_text(buffer, _BACKS[back])
            write(buffer, b"}")


@compiled
def _write_tile(tile: int, buffer: JsonBuffer) -> None:
    write_next(buffer, b'"')
    write_colour(buffer, tile // 6)
    write(buffer, _VALUE_NAMES[tile % 6])
    write(buffer, b'"')


@compiled
def _stack_size(state: Any, back: int) -> int:
    tiles = 0
    for tile in range(r.TILES):
        tiles += int(state.place[tile] == r.STACK and r.BACK_OF[tile // 6] == back)
    return tiles
