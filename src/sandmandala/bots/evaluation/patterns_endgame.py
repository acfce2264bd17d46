"""Positions of Patterns for the solver: everything that the future depends on, and nothing else.

A front-up tile never moves, so its colour is stored once, in the `Board`. Of a group only the fields beside
it matter. The rules are those of games/patterns/rules.py; tests compare the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from ...games.compiling import compiled, interpreted, layout
from ...games.patterns.bitboard import SQUARES, neighbours, popcount
from ...games.patterns.rules import COLOURS, LAST_FLIPS, opened_count

POSITION = layout(
    [
        ("front", "i8"),  # the fields with a front-up tile
        ("beside", "i8", (2 * COLOURS,)),  # the fields beside each group: seat * COLOURS + colour
        ("markers", "i8"),  # four bits for each group, in the same order; 0 if not yet opened
        ("may_place", "i8"),
        ("may_flip", "i8"),
        ("swap_tile", "i1", (2,)),
        ("opened", "i1", (2,)),
        ("turn", "i1"),
        ("phase", "i1"),
        ("unused", "i1", (2,)),
    ]
)
BOARD = layout([("tiles", "i8", (COLOURS,)), ("colour", "i1", (64,))])

# A move is a square, plus FLIP if it is a flip.
FLIP = 64

_neighbours = interpreted(neighbours)
_BESIDE = np.array([_neighbours(1 << square) if square in SQUARES else 0 for square in range(64)], np.int64)
# Any numbers that no position can equal will do: the highest bit, off the board, is set.
_KEYS = tuple(
    int(number) for number in np.random.default_rng(2024).integers(-(2**63), 0, 2 * COLOURS + 2, np.int64)
)


@compiled
def read_state(state: Any, board: Any, position: Any) -> None:
    """Convert a state of the rules."""
    position.front = 0
    position.markers = 0
    for colour in range(COLOURS):
        tiles = int(state.front[colour])
        board.tiles[colour] = tiles
        position.front |= tiles
        for square in range(64):
            if (tiles >> square) & 1:
                board.colour[square] = colour
        for seat in range(2):
            group = seat * COLOURS + colour
            position.beside[group] = neighbours(int(state.group[seat, colour]))
            position.markers |= int(state.marker[seat, colour]) << (4 * group)
    for seat in range(2):
        position.swap_tile[seat] = state.swap_tile[seat]
        position.opened[seat] = opened_count(state, seat)
    position.turn = state.turn
    position.phase = state.phase
    position.may_place = state.may_place
    position.may_flip = state.may_flip


@compiled
def marker_of(position: Any, group: int) -> int:
    return (int(position.markers) >> (4 * group)) & 15


@compiled
def move(position: Any, board: Any, chosen: int) -> int:
    """Play a move (P5, P7, P8). Returns the points it scores at once."""
    seat = int(position.turn)
    square = np.uint64(chosen % FLIP)
    colour = int(board.colour[square])
    grown = colour
    if chosen < FLIP:
        grown = int(position.swap_tile[seat])
        position.swap_tile[seat] = colour
    group = np.uint64(seat * COLOURS + grown)
    points = marker_of(position, int(group))
    if points == 0:
        position.opened[seat] += 1
        position.markers |= int(position.opened[seat]) << (4 * int(group))
    position.front ^= 1 << int(square)
    position.beside[group] |= _BESIDE[square]
    position.turn = 1 - seat
    _find_moves(position, board)
    if position.may_place == 0 and position.may_flip == 0:
        position.turn = seat
        position.phase = LAST_FLIPS
    return points


@compiled
def _find_moves(position: Any, board: Any) -> None:
    """P5, P7 to P9: where the player to move may place and flip."""
    seat = int(position.turn)
    mine, theirs = np.uint64(seat * COLOURS), np.uint64((1 - seat) * COLOURS)
    position.may_place = places_of(position, board, seat)
    flips = 0
    for tile in range(COLOURS):
        which = np.uint64(tile)
        beside_mine, beside_theirs = int(position.beside[mine + which]), int(position.beside[theirs + which])
        flips |= int(board.tiles[which]) & beside_mine & ~beside_theirs
    position.may_flip = flips & int(position.front)


@compiled
def places_of(position: Any, board: Any, seat: int) -> int:
    """P5, P8, P9: where a seat's swap tile may go."""
    mine, theirs = np.uint64(seat * COLOURS), np.uint64((1 - seat) * COLOURS)
    colour = np.uint64(position.swap_tile[seat])
    places = int(position.front) & ~int(position.beside[theirs + colour])
    if marker_of(position, int(mine + colour)):
        places &= int(position.beside[mine + colour]) & ~int(board.tiles[colour])
    return places


@compiled
def last_flips(position: Any, board: Any) -> int:
    """The points of the last flips (P11). Each scores and none prevents another, so all are made."""
    seat = int(position.turn)
    points = 0
    for colour in range(COLOURS):
        group = seat * COLOURS + colour
        blocked = int(position.beside[(1 - seat) * COLOURS + colour])
        tiles = int(board.tiles[colour]) & int(position.front) & ~blocked
        points += popcount(flipped_in_a_row(int(position.beside[group]), tiles)) * marker_of(position, group)
    return points


@compiled
def flipped_in_a_row(beside: int, tiles: int) -> int:
    """Those of a colour's tiles that a group can flip one after another, from the fields beside it."""
    flipped = 0
    more = beside & tiles
    while more != flipped:
        flipped = more
        more |= neighbours(flipped) & tiles
    return flipped


@compiled
def survey(position: Any, board: Any) -> Any:
    """A 64-bit key, which identifies everything that the future depends on; an independent 31-bit hash, for
    the index in a table; and the most points that each seat can still make."""
    front, markers = int(position.front), int(position.markers)
    first_tile, second_tile = int(position.swap_tile[0]), int(position.swap_tile[1])
    rest = markers | (first_tile << 48) | (second_tile << 52) | (int(position.turn) << 56)
    key = fold(front ^ _KEYS[12], rest ^ _KEYS[13])
    place = (front ^ _KEYS[12]) * (rest ^ _KEYS[13])
    first, second = 0, 0
    for colour in range(COLOURS):
        beside_first = int(position.beside[colour]) & front
        beside_second = int(position.beside[COLOURS + colour]) & front
        left, right = beside_first ^ _KEYS[2 * colour], beside_second ^ _KEYS[2 * colour + 1]
        key ^= fold(left, right)
        place += left * right
        tiles = popcount(int(board.tiles[colour]) & front)
        own, other = marker_of(position, colour), marker_of(position, COLOURS + colour)
        first += _most_points(own, beside_first, beside_second, front, tiles + int(first_tile == colour))
        second += _most_points(other, beside_second, beside_first, front, tiles + int(second_tile == colour))
    return key, (place >> 32) & 0x7FFF_FFFF, first, second


@compiled
def _most_points(marker: int, mine: int, theirs: int, front: int, tiles: int) -> int:
    """The points of a group that gets all tiles of its colour; 0 if it is shut in or cannot be opened."""
    if marker:
        return marker * tiles if mine & ~theirs else 0
    return COLOURS * max(0, tiles - 1) if front & ~theirs else 0


def fold(left: int, right: int) -> int:
    """The xor of the two halves of the product of two words: a fast and thorough mixing."""
    product = (left & _WORD) * (right & _WORD)
    folded = (product >> 64) ^ (product & _WORD)
    return folded - ((folded >> 63) << 64)


_WORD = 0xFFFF_FFFF_FFFF_FFFF


@intrinsic
def _fold(typing: Any, left: Any, right: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, wide = ir.IntType(64), ir.IntType(128)
        factors = [builder.zext(argument, wide) for argument in arguments]
        product = builder.mul(*factors)
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        return builder.xor(high, builder.trunc(product, word))

    return types.int64(types.int64, types.int64), build


@overload(fold)
def _fold_compiled(left: int, right: int) -> Any:
    def folded(left: int, right: int) -> Any:
        return _fold(left, right)

    return folded
