"""The evaluation of Patterns.

What matters changes as the board fills, so each stage has its own weights: one stage for every six front-up
tiles, and one for the last flips.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ...games.compiling import compiled
from ...games.patterns.bitboard import FIELDS, neighbours, popcount
from ...games.patterns.rules import ALLOTTING, COLOURS, LAST_FLIPS, places_for
from .evaluator import Evaluator
from .patterns_solver import SEARCH1, decide

STAGES = 8
TILES_OF_A_STAGE = 6
LAST = 7
# The features; groups by their markers. REACH: tiles that flips alone can get. LINKED: tiles one field
# beyond those beside a group. EDGE: fields where a group may grow. REST: all tiles of the colour, unless the
# group is dead.
POINTS, REACH, LINKED, EDGE, REST, DEAD = 0, 1, 2, 3, 4, 5
# Not by markers: tiles that flips can get at once, and eventually; groups; tiles of colours not yet opened,
# by the marker that the next of them gets.
FLIPS, TEMPO, OPENED, NEW_TILES = 6, 7, 8, 9
# The swap tile: the marker it would bring, if new; that of its group, and the number of places for it;
# whether it has no place; whether it can be swapped for a new colour; the best living group that it can be
# swapped for.
SWAP_NEW, SWAP_MARKER, SWAP_PLACES, SWAP_STUCK, FETCH_NEW, FETCH_OWN, TURN = 10, 11, 12, 13, 14, 15, 16
COLUMNS = 17
# A row for each feature, by stage.
WEIGHTS = (
    (-0.051, 0.018, 0.032, 0.090, 0.148, 0.220, 0.429, 1.000),  # POINTS
    (0.006, 0.020, 0.047, 0.080, 0.090, 0.139, 0.292, 0.000),  # REACH
    (0.020, 0.017, 0.026, 0.044, 0.049, 0.080, 0.131, 0.000),  # LINKED
    (0.081, 0.056, 0.042, 0.041, 0.048, 0.040, 0.034, 0.000),  # EDGE
    (-0.006, 0.019, 0.024, 0.027, 0.028, 0.026, 0.018, 0.000),  # REST
    (-1.655, -0.743, -0.621, -0.415, -0.192, 0.066, 0.095, 0.000),  # DEAD
    (-0.069, -0.061, -0.027, -0.004, -0.043, 0.016, 0.127, 0.000),  # FLIPS
    (0.054, -0.014, -0.105, -0.167, -0.081, -0.079, -0.135, 0.000),  # TEMPO
    (-0.842, -0.949, -0.723, -0.365, -0.294, -0.052, -0.297, 0.000),  # OPENED
    (0.015, 0.028, 0.033, 0.039, 0.039, 0.036, 0.047, 0.000),  # NEW_TILES
    (0.101, 0.047, 0.149, 0.214, 0.369, 0.487, 0.573, 0.000),  # SWAP_NEW
    (0.203, 0.084, 0.130, 0.107, 0.134, 0.275, 0.451, 0.000),  # SWAP_MARKER
    (-0.050, -0.028, 0.052, 0.098, 0.160, 0.126, 0.306, 0.000),  # SWAP_PLACES
    (-0.094, -0.720, -0.321, -0.449, -0.391, -0.314, 0.903, 0.000),  # SWAP_STUCK
    (0.125, 0.033, 0.130, 0.373, 0.820, 1.014, 1.645, 0.000),  # FETCH_NEW
    (-0.007, 0.024, 0.046, 0.058, 0.106, 0.159, 0.254, 0.000),  # FETCH_OWN
    (0.015, 0.078, 0.111, 0.205, 0.275, 0.314, 0.446, 0.000),  # TURN
)
# More room than this hardly helps.
ENOUGH_ROOM = 4


@compiled
def features(state: Any, seat: int, out: Any) -> None:
    """The features for a seat, in the columns of the stage; the columns of other stages are 0."""
    for i in range(STAGES * COLUMNS):
        out[i] = 0.0
    if state.phase == ALLOTTING:
        return
    front = 0
    for colour in range(COLOURS):
        front |= int(state.front[colour])
    places = places_for(state, seat)
    points, reachable, linked, room, rest, dead = 0, 0, 0, 0, 0, 0
    flips, tempo, opened, new_tiles, new_fields, best_own = 0, 0, 0, 0, 0, 0
    for colour in range(COLOURS):
        marker = int(state.marker[seat, colour])
        tiles = int(state.front[colour])
        blocked = neighbours(int(state.group[1 - seat, colour]))
        free = tiles & ~blocked
        if marker == 0:
            new_tiles += popcount(free)
            new_fields |= tiles
            continue
        group = int(state.group[seat, colour])
        edge = neighbours(group) & front & ~blocked
        reach = reach_of(edge & tiles, free)
        opened += 1
        points += marker * (popcount(group) - 1)
        reachable += marker * popcount(reach)
        linked += marker * popcount(free & ~reach & neighbours(edge))
        room += marker * min(popcount(edge), ENOUGH_ROOM)
        flips += popcount(edge & tiles)
        tempo += popcount(reach)
        if edge == 0:
            dead += 1
            continue
        rest += marker * popcount(free)
        if places & tiles:
            best_own = max(best_own, marker)
    turn = state.turn == seat
    if state.phase == LAST_FLIPS:
        out[LAST * COLUMNS + POINTS] = points + turn * reachable
        return
    base = min((FIELDS - popcount(front)) // TILES_OF_A_STAGE, LAST - 1) * COLUMNS
    out[base + POINTS] = points
    out[base + REACH] = reachable
    out[base + LINKED] = linked
    out[base + EDGE] = room
    out[base + REST] = rest
    out[base + DEAD] = dead
    out[base + FLIPS] = flips
    out[base + TEMPO] = tempo
    out[base + OPENED] = opened
    out[base + NEW_TILES] = new_tiles * (opened + 1)
    out[base + TURN] = turn
    swap_marker = int(state.marker[seat, int(state.swap_tile[seat])])
    if places == 0:
        out[base + SWAP_STUCK] = 1.0
    elif swap_marker == 0:
        out[base + SWAP_NEW] = opened + 1
    else:
        out[base + SWAP_MARKER] = swap_marker
        out[base + SWAP_PLACES] = min(popcount(places), ENOUGH_ROOM)
        out[base + FETCH_NEW] = (places & new_fields) != 0
        out[base + FETCH_OWN] = best_own


@compiled
def reach_of(flips: int, free: int) -> int:
    """All tiles that can be flipped one after another, starting with these."""
    reach = 0
    more = flips
    while more != reach:
        reach = more
        more |= neighbours(reach) & free
    return reach


EVALUATOR = Evaluator(
    features,
    tuple(weight for stage in zip(*WEIGHTS, strict=True) for weight in stage),
    horizon=1,
    solve=decide,
    solve1=partial(decide, effort=SEARCH1),
)
