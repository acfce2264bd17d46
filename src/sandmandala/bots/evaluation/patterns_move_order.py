"""The order in which the solver of Patterns tries moves, where a good order is worth its time.

It follows a rough estimate of the points still to come, which cannot change what is proven, only how soon.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.compiling import compiled
from ...games.patterns.bitboard import neighbours, popcount
from ...games.patterns.rules import COLOURS
from .patterns_endgame import flipped_in_a_row, marker_of, places_of

# In hundredths of a point, fitted to solved positions with 10 to 30 tiles and rounded. The first four are
# for each tile or field and times the marker: tiles that flips alone can get; tiles one field beyond those
# beside a group; fields where a group may grow; all tiles of the colour, if it can grow.
_REACH, _LINKED, _EDGE, _REST = 65, 30, 15, 10
# A group opened, and a tile of a colour not yet opened, times the marker it would get.
_OPENED, _NEW_TILE = -100, 17
# The swap tile: times the marker it would bring, if new; times that of its group; for each place; if it can
# be swapped for a new colour; times the best marker of a group whose colour it can be swapped for.
_SWAP_NEW, _SWAP_MARKER, _SWAP_PLACE, _FETCH_NEW, _FETCH_OWN = 170, 100, 90, 330, 40
HUNDREDTHS = 100
# For each answer that the opponent has: with fewer, a proof is smaller. Chosen by the nodes of proofs.
_ANSWER, _MOST_ANSWERS = 500, 10
_ENOUGH_ROOM = 4


@compiled
def estimate(position: Any, board: Any, seat: int) -> int:
    """The points still to come, the seat's less the other's, in hundredths."""
    return _points_to_come(position, board, seat) - _points_to_come(position, board, 1 - seat)


@compiled
def promise_of(position: Any, board: Any, seat: int, points: int) -> int:
    """How promising it was for the seat to make these points and reach this position."""
    answers = popcount(int(position.may_place)) + popcount(int(position.may_flip))
    lead = HUNDREDTHS * points + estimate(position, board, seat)
    return lead - _ANSWER * min(answers, _MOST_ANSWERS)


@compiled
def _points_to_come(position: Any, board: Any, seat: int) -> int:
    mine, theirs = seat * COLOURS, (1 - seat) * COLOURS
    front, opened = int(position.front), int(position.opened[seat])
    places = places_of(position, board, seat)
    total = _OPENED * opened
    new_colours, best_own = 0, 0
    for colour in range(COLOURS):
        marker = marker_of(position, mine + colour)
        tiles = int(board.tiles[np.uint64(colour)]) & front
        blocked = int(position.beside[np.uint64(theirs + colour)])
        free = tiles & ~blocked
        if marker == 0:
            total += _NEW_TILE * (opened + 1) * popcount(free)
            new_colours |= tiles
            continue
        edge = int(position.beside[np.uint64(mine + colour)]) & front & ~blocked
        if edge == 0:
            continue
        reach = flipped_in_a_row(edge, free)
        linked = free & ~reach & neighbours(edge)
        room = min(popcount(edge), _ENOUGH_ROOM)
        total += marker * (
            _REACH * popcount(reach) + _LINKED * popcount(linked) + _EDGE * room + _REST * popcount(free)
        )
        if places & tiles:
            best_own = max(best_own, marker)
    if places == 0:
        return total
    swap_marker = marker_of(position, mine + int(position.swap_tile[seat]))
    if swap_marker == 0:
        return total + _SWAP_NEW * (opened + 1)
    fetch = _FETCH_NEW * int((places & new_colours) != 0) + _FETCH_OWN * best_own
    return total + _SWAP_MARKER * swap_marker + _SWAP_PLACE * min(popcount(places), _ENOUGH_ROOM) + fetch
