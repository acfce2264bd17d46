"""The inputs of the network of Patterns: groups, the tiles they may still get, and how a move changes both.

They do not change when the board is rotated or mirrored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.compiling import compiled
from ...games.patterns.bitboard import SQUARE_OF, neighbours, popcount
from ...games.patterns.rules import (
    ALLOTTING,
    COLOURS,
    FLIP,
    LAST_FLIPS,
    PLACE,
    STOP,
    colour_at,
    flips_for,
    group_points,
    opened_count,
    places_for,
)
from ..evaluation.patterns import COLUMNS, STAGES, reach_of
from .network import Level, Network, table_inputs
from .staged_features import write_stage

# Of a colour: 4 numbers, then 15 for each player.
_OF_PLAYER = 15
COLOUR_INPUTS = 4 + 2 * _OF_PLAYER
# Of the table: the features of the evaluation, 5 numbers for each player, the rest.
_PLAYERS = STAGES + 2 * COLUMNS
_REST = _PLAYERS + 10
TABLE_INPUTS = _REST + 5
ALLOTTED, OPENED, SWAPPED, FLIPPED, STOPPED = 0, 1, 2, 3, 4
KINDS = 5
MOVE_INPUTS = 16


@compiled
def write_inputs(state: Any, seat: int, out: Any) -> None:
    front = _front(state)
    allotting = state.phase == ALLOTTING
    table = table_inputs(out)
    write_stage(out.features, 2, STAGES, COLUMNS, table, 0)
    for place in range(2):
        player = seat ^ place
        # While tiles are allotted, nobody has one to place.
        places = 0 if allotting else places_for(state, player)
        opened, points = opened_count(state, player), 0
        for colour in range(COLOURS):
            points += group_points(state, player, colour)
            at = 4 + place * _OF_PLAYER
            _write_colour(state, player, colour, front, places, opened, out.colours[colour], at)
        at = _PLAYERS + 5 * place
        table[at] = popcount(places) / 16.0
        table[at + 1] = popcount(flips_for(state, player)) / 8.0
        table[at + 2] = opened / 6.0
        table[at + 3] = points / 40.0
        table[at + 4] = out.formula[place] / 4.0
    for colour in range(COLOURS):
        row = out.colours[colour]
        tiles = int(state.front[colour])
        mine, theirs = int(state.group[seat, colour]), int(state.group[1 - seat, colour])
        row[0] = popcount(tiles) / 9.0
        row[1] = popcount(tiles & neighbours(mine) & neighbours(theirs)) / 4.0
        row[2] = popcount(tiles & neighbours(tiles)) / 9.0
        row[3] = allotting and (state.left_over[0] == colour or state.left_over[1] == colour)
    table[_REST] = popcount(front) / 52.0
    table[_REST + 1] = allotting
    table[_REST + 2] = state.phase == LAST_FLIPS
    table[_REST + 3] = state.beginner == seat
    table[_REST + 4] = (out.formula[0] - out.formula[1]) / 4.0


@compiled
def _write_colour(
    state: Any, player: int, colour: int, front: int, places: int, opened: int, row: Any, at: int
) -> None:
    """A colour as a player sees it."""
    tiles = int(state.front[colour])
    group, marker = int(state.group[player, colour]), int(state.marker[player, colour])
    blocked = neighbours(int(state.group[1 - player, colour]))
    edge, free = neighbours(group) & front & ~blocked, tiles & ~blocked
    reach = reach_of(edge & tiles, free)
    is_open = marker > 0
    worth = marker if is_open else opened + 1
    row[at] = is_open
    row[at + 1] = worth / 6.0
    row[at + 2] = popcount(group) / 9.0
    row[at + 3] = group_points(state, player, colour) / 16.0
    row[at + 4] = min(popcount(edge), 4) / 4.0
    row[at + 5] = popcount(edge) / 10.0
    row[at + 6] = is_open and edge == 0
    row[at + 7] = popcount(edge & tiles) / 3.0
    row[at + 8] = popcount(reach) / 4.0
    row[at + 9] = worth * popcount(reach) / 12.0
    row[at + 10] = popcount(free & ~reach & neighbours(edge)) / 4.0
    row[at + 11] = popcount(free) / 9.0
    row[at + 12] = worth * popcount(free) / 24.0
    row[at + 13] = state.swap_tile[player] == colour
    row[at + 14] = min(popcount(places & tiles), 4) / 4.0


@compiled
def write_move(state: Any, seat: int, action: int, out: Any, row: int) -> None:
    if action == STOP:
        out.kind[row] = STOPPED
    elif action < PLACE:
        out.kind[row] = ALLOTTED
        out.colour[row, 0] = state.left_over[action]
        out.colour[row, 1] = state.left_over[1 - action]
    elif action < FLIP:
        # With an int8 as colour, all that follows would be compiled again.
        bit, colour = 1 << SQUARE_OF[action - PLACE], int(np.int64(state.swap_tile[seat]))
        taken = colour_at(state, bit)
        out.kind[row] = SWAPPED if state.marker[seat, colour] > 0 else OPENED
        out.colour[row, 0] = colour
        out.colour[row, 1] = taken
        _write_change(state, seat, bit, colour, taken, out.inputs[row])
        out.inputs[row, 0] = state.marker[seat, taken] == 0
        out.inputs[row, 1] = state.marker[seat, taken] / 6.0
        out.inputs[row, 2] = colour == taken
    else:
        bit = 1 << SQUARE_OF[action - FLIP]
        colour = colour_at(state, bit)
        out.kind[row] = FLIPPED
        out.colour[row, 0] = colour
        _write_change(state, seat, bit, colour, colour, out.inputs[row])


@compiled
def _write_change(state: Any, seat: int, bit: int, colour: int, taken: int, move: Any) -> None:
    """What changes when a tile of a colour goes to a field, back up, where one of `taken` was."""
    other = 1 - seat
    front, beside = _front(state), neighbours(bit)
    marker = int(state.marker[seat, colour])
    worth = marker if marker > 0 else opened_count(state, seat) + 1
    group = int(state.group[seat, colour])
    left = front & ~bit
    blocked = neighbours(int(state.group[other, colour]))
    free = _free(state, seat, colour)
    before, after = _reachable(free, group), _reachable(free & ~bit, group | bit)
    edge = neighbours(group | bit) & left & ~blocked
    move[3] = worth / 6.0
    move[4] = (after - before) / 3.0
    move[5] = worth * (after - before) / 12.0
    move[6] = popcount(beside & left & ~blocked) / 4.0
    move[7] = min(popcount(edge), 4) / 4.0
    move[8] = popcount(beside & int(state.front[colour])) / 2.0
    # What the other player loses: this tile, and those of this colour beside it.
    theirs, lost, lost_points, killed, touched = int(state.marker[other, taken]), 0, 0, 0, 0
    group_there = int(state.group[other, taken])
    if theirs > 0:
        free = _free(state, other, taken)
        lost = _reachable(free, group_there) - _reachable(free & ~bit, group_there)
        lost_points = theirs * lost
    marker_there, group_there = int(state.marker[other, colour]), int(state.group[other, colour])
    if marker_there > 0 and colour != taken:
        free = _free(state, other, colour)
        more = _reachable(free, group_there) - _reachable(free & ~beside & ~bit, group_there)
        lost += more
        lost_points += marker_there * more
    for one in range(COLOURS):
        around = neighbours(int(state.group[other, one])) & front & ~neighbours(int(state.group[seat, one]))
        if around & bit:
            touched += 1
            killed += int(around == bit)
    move[9] = lost / 3.0
    move[10] = lost_points / 12.0
    move[11] = touched / 3.0
    move[12] = killed
    move[13] = popcount(beside) / 4.0
    move[14] = popcount(beside & front) / 4.0
    move[15] = theirs > 0 and (neighbours(int(state.group[other, taken])) & bit) != 0


@compiled
def _free(state: Any, seat: int, colour: int) -> int:
    """The tiles of a colour that the other player's group does not close to the seat."""
    return int(state.front[colour]) & ~neighbours(int(state.group[1 - seat, colour]))


@compiled
def _reachable(free: int, group: int) -> int:
    """How many of these tiles a group can get by flips alone."""
    return popcount(reach_of(neighbours(group) & free, free))


@compiled
def _front(state: Any) -> int:
    front = 0
    for colour in range(COLOURS):
        front |= int(state.front[colour])
    return front


LEVELS = (
    Level(2, considered=2, intuition=0.1),
    Level(7, considered=3, intuition=0.35),
    Level(20, considered=5, intuition=0.8),
    Level(90, considered=12),
    Level(500, uses_solver=True),
    Level(60_000, uses_solver=True),
)

NETWORK = Network(
    game="patterns",
    version=1,
    write_inputs=write_inputs,
    write_move=write_move,
    colour_inputs=COLOUR_INPUTS,
    table_inputs=TABLE_INPUTS,
    move_kinds=KINDS,
    move_inputs=MOVE_INPUTS,
    move_colours=2,
    levels=LEVELS,
)
