"""What a seat of Pebbles knows, as a row of numbers.

Players are in turn order, starting with the seat itself; rows of missing players are 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiling import compiled
from ..observation import Part, offsets_of, relative_seat, scales_of, total_size, write_counts, write_one_hot
from . import rules as r

_MOST_POINTS = 41  # of 25 stones, the most that one player can play: eight sets and one more

PARTS = (
    Part("to_move", (r.MOST_SEATS,), 1, "who plays; nobody when the game is over"),
    Part("seats", (2,), 1, "how many play: two, three"),
    Part("last", (r.COLOURS,), 1, "the colour that was played last (B4)"),
    Part("hand", (r.COLOURS,), r.HAND, "your hand, by colour"),
    Part("row", (r.MOST_SEATS, r.COLOURS), r.STONES_OF_A_COLOUR, "the rows, by player and colour"),
    Part("points", (r.MOST_SEATS,), _MOST_POINTS, "the points of each player"),
    Part("bag_size", (1,), r.COLOURS * r.STONES_OF_A_COLOUR, "the stones in the bag"),
)
_AT = offsets_of(PARTS)
_SCALE = scales_of(PARTS)
_SIZE = total_size(PARTS)


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Write the seat's observation to `out`, which has room for all parts."""
    for i in range(_SIZE):
        out[i] = 0
    seats = int(state.seats)
    points = np.zeros(r.MOST_SEATS, np.int64)
    r.scores(state, points)
    write_one_hot(out, _AT.to_move, relative_seat(r.player_to_move(state), seat, seats))
    write_one_hot(out, _AT.seats, seats - 2)
    write_one_hot(out, _AT.last, int(state.last))
    write_counts(out, _AT.hand, state.hand[seat], r.COLOURS, _SCALE.hand)
    for other in range(seats):
        at = relative_seat(other, seat, seats)
        write_counts(out, _AT.row + at * r.COLOURS, state.row[other], r.COLOURS, _SCALE.row)
        out[_AT.points + at] = np.float32(points[other]) / np.float32(_SCALE.points)
    out[_AT.bag_size] = np.float32(r.bag_size(state)) / np.float32(_SCALE.bag_size)
