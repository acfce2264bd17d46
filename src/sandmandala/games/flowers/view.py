"""What a seat may see of a game of Flowers."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

import numpy as np

from ..chance import count_cards
from ..compiling import compiled
from ..rules import SEES_ALL
from ..words import Cards
from ..writing import (
    Page,
    put,
    write,
    write_cards,
    write_colour,
    write_number,
    write_seat,
    write_seats,
    write_text,
    write_tied,
)
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
    """The cards of one player in one mandala: only what lies there."""

    face_up: Cards
    face_down: int
    uncounted: int  # F7: instead of face_down, where these cards do not count for the majority
    face_down_cards: Cards  # left out where they show their backs


class MandalaInView(TypedDict):
    missing: str  # the colours it still lacks
    sides: list[SideInView]  # by seat
    tiles: NotRequired[TilesInView]  # left out when it was resolved at the end, and no new one began
    marker: NotRequired[int]  # who has it, if anybody


class FlowerInView(TypedDict):
    back: str  # dark or light
    # Left out where the flower lies face down (F12).
    colour: NotRequired[str]
    values: NotRequired[list[str]]  # 2, 3, 4, 5, 7 or x3
    points: NotRequired[int]


class PlayerInView(TypedDict):
    hand_size: int
    singles: list[str]
    flowers: list[FlowerInView]
    # What follows is left out where it is hidden from this seat.
    points: NotRequired[int]
    visible_points: NotRequired[int]  # instead of points: those of the single tiles
    hand: NotRequired[Cards]
    known: NotRequired[Cards]  # with the memory aid: hand cards that all saw going back (F13)


class StacksInView(TypedDict):
    dark: int
    light: int


class View(TypedDict):
    game: str
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
    draw: NotRequired[Cards]  # left out where it is hidden
    # What follows is left out until it is so.
    resolving: NotRequired[int]  # the number of the mandala being resolved
    last_round: NotRequired[bool]  # F15: someone has a third flower
    finishing: NotRequired[bool]  # F15: the last mandalas are being resolved
    winners: NotRequired[list[int]]
    tied: NotRequired[list[int]]  # F17: the seats with the most points, if several: then hands decide


@compiled
def write_view(state: Any, seat: int, page: Page) -> None:
    """A View of what the seat may see (F3, F12); SPECTATOR sees what all do, SEES_ALL everything."""
    over = state.phase == r.OVER
    open_to_all = over or seat == SEES_ALL
    remembered = open_to_all or state.memory_aid != 0
    points = np.zeros(r.MOST_SEATS, np.int64)
    r.scores(state, points)
    put(page, b'{"game":"flowers","seat":')
    write_seat(page, seat)
    put(page, b'"to_move":')
    write_seat(page, r.player_to_move(state))
    put(page, b'"phase":')
    write_text(page, _PHASES[state.phase])
    put(page, b'"beginner":')
    write_number(page, state.beginner)
    put(page, b'"final_mandalas":')
    write_text(page, _FINAL_MANDALAS[state.final_mandalas])
    put(page, b'"mandalas":[')
    for mandala in range(r.MANDALAS):
        _write_mandala(state, mandala, remembered, page)
    write(page, b'],"players":[')
    for owner in range(state.seats):
        _write_player(state, owner, points[owner], open_to_all or seat == owner, remembered, page)
    write(page, b'],"draw_size":')
    write_number(page, count_cards(state.draw))
    put(page, b'"discard":')
    write_cards(page, state.discard)
    put(page, b'"stacks":{"dark":')
    write_number(page, _stack_size(state, r.DARK))
    put(page, b'"light":')
    write_number(page, _stack_size(state, r.LIGHT))
    write(page, b"}")
    if open_to_all:
        put(page, b'"draw":')
        write_cards(page, state.draw)
    if state.phase == r.TAKING:
        put(page, b'"resolving":')
        write_number(page, state.resolving + 1)
    if state.last_round:
        put(page, b'"last_round":true')
    if state.finishing:
        put(page, b'"finishing":true')
    if over:
        put(page, b'"winners":')
        write_seats(page, r.winners(state))
        write_tied(page, points[: state.seats])
    write(page, b"}")


@compiled
def _write_mandala(state: Any, mandala: int, remembered: bool, page: Page) -> None:
    has_tiles = state.tile[mandala, r.DARK] != r.NOBODY
    put(page, b'{"missing":"')
    for colour in range(r.COLOURS):
        if has_tiles and not state.shown[mandala] >> colour & 1:
            write_colour(page, colour)
    write(page, b'","sides":[')
    for owner in range(state.seats):
        _write_side(state, mandala, owner, remembered, page)
    write(page, b"]")
    if has_tiles:
        put(page, b'"tiles":{"dark":')
        _write_tile(state.tile[mandala, r.DARK], page)
        put(page, b'"light":')
        _write_tile(state.tile[mandala, r.LIGHT], page)
        write(page, b"}")
    if state.marker[mandala] != r.NOBODY:
        put(page, b'"marker":')
        write_number(page, state.marker[mandala])
    write(page, b"}")


@compiled
def _write_side(state: Any, mandala: int, seat: int, remembered: bool, page: Page) -> None:
    """The cards of a seat in a mandala; each colour was laid face up by one of them."""
    up, down = np.zeros(r.COLOURS, np.int8), state.down[mandala, seat]
    for colour in range(r.COLOURS):
        if state.up_owner[mandala, colour] == seat:
            up[colour] = state.up[mandala, colour]
    put(page, b"{")
    face_up, face_down = count_cards(up), count_cards(down)
    if face_up:
        put(page, b'"face_up":')
        write_cards(page, up)
    if face_down:
        counts = r.counted(face_up + face_down, face_up) > 0
        put(page, b'"face_down":' if counts else b'"uncounted":')
        write_number(page, face_down)
        if remembered:
            put(page, b'"face_down_cards":')
            write_cards(page, down)
    write(page, b"}")


@compiled
def _write_player(state: Any, seat: int, points: int, seen: bool, remembered: bool, page: Page) -> None:
    put(page, b'{"hand_size":')
    write_number(page, count_cards(state.hand[seat]))
    put(page, b'"singles":[')
    visible_points = 0
    for tile in range(r.TILES):
        if state.place[tile] == r.SINGLE + seat:
            _write_tile(tile, page)
            visible_points += int(r.VALUES[tile % 6])
    write(page, b'],"flowers":[')
    if seen or remembered:
        _write_flowers(state, seat, page)
    else:
        _write_backs(state, seat, page)
    write(page, b"]")
    if seen or remembered or r.flowers(state, seat) == 0:
        put(page, b'"points":')
        write_number(page, points)
    else:
        put(page, b'"visible_points":')
        write_number(page, visible_points)
    if seen:
        put(page, b'"hand":')
        write_cards(page, state.hand[seat])
    if remembered:
        put(page, b'"known":')
        write_cards(page, state.known[seat])
    write(page, b"}")


@compiled
def _write_flowers(state: Any, seat: int, page: Page) -> None:
    for tile in range(r.TILES):
        colour, lower = tile // 6, tile % 6
        higher = int(state.place[tile]) - r.IN_FLOWER - 6 * seat
        if lower < higher < 6:  # each flower once, at its lower tile
            put(page, b'{"back":')
            write_text(page, _BACKS[r.BACK_OF[colour]])
            put(page, b'"colour":"')
            write_colour(page, colour)
            write(page, b'","values":[')
            write_text(page, _VALUE_NAMES[lower])
            write_text(page, _VALUE_NAMES[higher])
            write(page, b'],"points":')
            write_number(page, r.flower_points(lower, higher))
            write(page, b"}")


@compiled
def _write_backs(state: Any, seat: int, page: Page) -> None:
    """F12: flowers that lie face down, dark ones first: the order of colours would give the colours away."""
    for back in range(2):
        tiles = 0
        for tile in range(r.TILES):
            tiles += int(r.in_flower_of(state, tile, seat) and r.BACK_OF[tile // 6] == back)
        for _ in range(tiles // 2):
            put(page, b'{"back":')
            write_text(page, _BACKS[back])
            write(page, b"}")


@compiled
def _write_tile(tile: int, page: Page) -> None:
    put(page, b'"')
    write_colour(page, tile // 6)
    write(page, _VALUE_NAMES[tile % 6])
    write(page, b'"')


@compiled
def _stack_size(state: Any, back: int) -> int:
    tiles = 0
    for tile in range(r.TILES):
        tiles += int(state.place[tile] == r.STACK and r.BACK_OF[tile // 6] == back)
    return tiles
