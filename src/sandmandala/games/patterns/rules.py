"""The rules of Patterns. Read it beside docs/patterns.md: the ids in the comments are its rule ids.

Colours are 0 to 5 (red, orange, yellow, green, purple, black), seats 0 and 1. A set of fields is a
64-bit word (see bitboard.py). Nothing is hidden in this game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..action_list import add_if
from ..chance import Chance, randbelow, randbelow_by_kind
from ..compiling import Actions, compiled, layout
from ..sand_colours import COLOURS as COLOURS
from .bitboard import BOARD, FIELD_OF, MIDDLE, SQUARE_OF, lowest_square, neighbours, popcount

TILES_OF_A_COLOUR = 9

ALLOTTING, PLAYING, LAST_FLIPS, OVER = 0, 1, 2, 3

STATE = layout(
    [
        ("front", "i8", (COLOURS,)),  # the fields with a front-up tile of each colour
        ("group", "i8", (2, COLOURS)),  # the fields with a back-up tile, by owner and colour
        ("may_place", "i8"),  # where the player to move may open or swap
        ("may_flip", "i8"),  # where the player to move may flip
        ("marker", "i1", (2, COLOURS)),  # the number on each group, 1 to 6; 0: not yet opened
        ("marker_field", "i1", (2, COLOURS)),  # where it lies
        ("swap_tile", "i1", (2,)),  # the colour in each bowl
        ("left_over", "i1", (2,)),  # P3: the two tiles to be allotted, in the order of colours
        ("beginner", "i1"),  # -1 before set-up: by lot
        ("phase", "i1"),
        ("turn", "i1"),
        ("unused", "i1"),  # copies would not overwrite padding: equal states must have equal bytes
    ]
)

# The action table: 2 + 52 + 52 + 1.
ALLOT = 0  # + which of the two left-over tiles the beginner gets
PLACE = 2  # + field: open or swap there, depending on the colour of the swap tile
FLIP = 54  # + field
STOP = 106
ACTION_COUNT = 107


@compiled
def setup(state: Any, chance: Chance) -> None:
    """P3. The state already has the options."""
    if state.beginner < 0:
        state.beginner = randbelow(chance, 2)
    state.front[:] = 0
    state.group[:] = 0
    state.marker[:] = 0
    state.marker_field[:] = -1
    state.swap_tile[:] = -1
    state.may_place = 0
    state.may_flip = 0
    _lay_tiles(state, BOARD & ~MIDDLE, (TILES_OF_A_COLOUR - 1) * _EACH, chance)
    set_aside = _lay_tiles(state, MIDDLE, _EACH, chance)
    found = 0
    for colour in range(COLOURS):
        if (set_aside >> (8 * colour)) & 1:
            state.left_over[found] = colour
            found += 1
    state.phase = ALLOTTING
    state.turn = 1 - state.beginner


# Counts of tiles are packed into a word, eight bits for each colour: an array would dominate the time.
_EACH = 0x01_01_01_01_01_01
_TOP_BITS = 0x80_80_80_80_80_80


@compiled
def _lay_tiles(state: Any, fields: int, tiles: int, chance: Chance) -> int:
    """Put random tiles on fields. Returns the tiles left over."""
    left = 0
    for colour in range(COLOURS):
        left += (tiles >> (8 * colour)) & 0xFF
    while fields:
        bit = fields & -fields
        # The product has, for each colour, the number of tiles up to it. Colours for which this does not
        # exceed the drawn number keep their top bit and are skipped.
        drawn = randbelow_by_kind(chance, left, tiles, COLOURS)
        passed = ((drawn * _EACH) | _TOP_BITS) - tiles * _EACH
        colour = popcount(passed & _TOP_BITS)
        state.front[colour] |= bit
        tiles -= 1 << (8 * colour)
        left -= 1
        fields ^= bit
    return tiles


@compiled
def player_to_move(state: Any) -> int:
    return -1 if state.phase == OVER else int(state.turn)


@compiled
def legal_actions(state: Any, out: Actions) -> int:
    """Write the legal actions to `out`, lowest first, and return their number."""
    count = 0
    if state.phase == ALLOTTING:
        count = add_if(out, count, ALLOT, True)
        return add_if(out, count, ALLOT + 1, True)
    places = int(state.may_place)
    while places:
        count = add_if(out, count, PLACE + FIELD_OF[np.uint64(lowest_square(places))], True)
        places &= places - 1
    flips = int(state.may_flip)
    while flips:
        count = add_if(out, count, FLIP + FIELD_OF[np.uint64(lowest_square(flips))], True)
        flips &= flips - 1
    return add_if(out, count, STOP, state.phase == LAST_FLIPS)


@compiled
def apply(state: Any, action: int, chance: Chance) -> None:
    """Play a legal action. Only set-up is random."""
    seat = int(state.turn)
    if action == STOP:
        _end(state)
    elif action >= FLIP:
        _flip(state, seat, 1 << SQUARE_OF[action - FLIP])
        if state.phase == LAST_FLIPS:
            _go_on_flipping(state, seat)
        else:
            _next_turn(state)
    elif action >= PLACE:
        _place(state, seat, action - PLACE)
        _next_turn(state)
    else:
        beginner = int(state.beginner)
        state.swap_tile[beginner] = state.left_over[action]
        state.swap_tile[1 - beginner] = state.left_over[1 - action]
        state.left_over[:] = -1
        state.phase = PLAYING
        _next_turn(state)


@compiled
def _place(state: Any, seat: int, field: int) -> None:
    """P5 and P8: the swap tile goes to the field, back up; the tile from there becomes the swap tile."""
    bit = 1 << SQUARE_OF[field]
    colour = int(state.swap_tile[seat])
    taken = colour_at(state, bit)
    state.front[taken] ^= bit
    state.group[seat, colour] |= bit
    state.swap_tile[seat] = taken
    if state.marker[seat, colour] == 0:
        state.marker[seat, colour] = opened_count(state, seat) + 1
        state.marker_field[seat, colour] = field


@compiled
def _flip(state: Any, seat: int, bit: int) -> None:
    """P7."""
    colour = colour_at(state, bit)
    state.front[colour] ^= bit
    state.group[seat, colour] |= bit


@compiled
def _next_turn(state: Any) -> None:
    """P10 and P11: if the next player cannot act, this one may still flip."""
    seat = int(state.turn)
    state.turn = 1 - seat
    state.may_place = places_for(state, 1 - seat)
    state.may_flip = flips_for(state, 1 - seat)
    if state.may_place == 0 and state.may_flip == 0:
        state.phase = LAST_FLIPS
        state.turn = seat
        _go_on_flipping(state, seat)


@compiled
def _go_on_flipping(state: Any, seat: int) -> None:
    state.may_flip = flips_for(state, seat)
    if state.may_flip == 0:
        _end(state)


@compiled
def _end(state: Any) -> None:
    state.phase = OVER
    state.may_place = 0
    state.may_flip = 0


@compiled
def places_for(state: Any, seat: int) -> int:
    """P5, P8, P9: where the seat's swap tile may go. A swap for the same colour counts as a flip."""
    colour = int(state.swap_tile[seat])
    targets = 0
    for tile in range(COLOURS):
        targets |= int(state.front[tile])
    if state.marker[seat, colour] > 0:
        targets &= neighbours(int(state.group[seat, colour])) & ~int(state.front[colour])
    return targets & ~neighbours(int(state.group[1 - seat, colour]))


@compiled
def flips_for(state: Any, seat: int) -> int:
    """P7, P9: the tiles that the seat may flip."""
    targets = 0
    for colour in range(COLOURS):
        beside_mine = neighbours(int(state.group[seat, colour]))
        beside_theirs = neighbours(int(state.group[1 - seat, colour]))
        targets |= int(state.front[colour]) & beside_mine & ~beside_theirs
    return targets


@compiled
def colour_at(state: Any, bit: int) -> int:
    """The colour of the front-up tile on a field."""
    found = 0
    for colour in range(1, COLOURS):
        found += colour * int((int(state.front[colour]) & bit) != 0)
    return found


@compiled
def opened_count(state: Any, seat: int) -> int:
    """How many groups a seat has opened."""
    count = 0
    for colour in range(COLOURS):
        count += int(state.marker[seat, colour] > 0)
    return count


@compiled
def scores(state: Any, out: Any) -> None:
    """P12: the current points of the groups."""
    for seat in range(2):
        points = 0
        for colour in range(COLOURS):
            points += group_points(state, seat, colour)
        out[seat] = points


@compiled
def group_points(state: Any, seat: int, colour: int) -> int:
    """P12: 0 if there is no such group."""
    return counted_tiles(popcount(int(state.group[seat, colour]))) * int(state.marker[seat, colour])


@compiled
def counted_tiles(tiles: int) -> int:
    """P12: the number of tiles that score: all but the one under the marker."""
    return max(0, tiles - 1)


@compiled
def winners(state: Any) -> int:
    """P12: a bit for each seat that has won, both on a draw; 0 while the game goes on."""
    if state.phase != OVER:
        return 0
    points = np.zeros(2, np.int64)
    scores(state, points)
    if points[0] == points[1]:
        return 3
    return 1 if points[0] > points[1] else 2


@compiled
def resample(state: Any, seat: int, chance: Chance) -> None:
    """Does nothing: every seat knows everything."""
