"""What a seat of Patterns knows, which is everything, as a row of numbers.

In a part with two rows for the players, the first is the seat's own. Boards have eight ranks of eight files;
the corners, where there are no fields, are 0.
"""

from __future__ import annotations

from typing import Any

from ..compiling import compiled
from ..observation import Part, offsets_of, scales_of, total_size, write_one_hot
from . import rules as r
from .bitboard import lowest_square, popcount

_NUMBERS = 6
# All tiles of each colour but the one under the marker (P12).
_MOST_POINTS = (r.TILES_OF_A_COLOUR - 1) * sum(range(1, _NUMBERS + 1))

PARTS = (
    Part("phase", (4,), 1, "allotting the first swap tiles, playing, last flips, over"),
    Part("to_move", (2,), 1, "who plays: you, the other; neither when the game is over"),
    Part("front", (6, 8, 8), 1, "the tiles with their front up, by colour, rank and file"),
    Part("group", (2, 6, 8, 8), 1, "the groups, by player, colour, rank and file"),
    Part("marker", (2, 6, 6), 1, "the number on each group, by player, colour and number"),
    Part("swap_tile", (2, 6), 1, "the tile in each bowl, by player and colour"),
    Part("left_over", (6,), 1, "the two tiles to be allotted, by colour (P3)"),
    Part("points", (2,), _MOST_POINTS, "your points as they are now, and the other's"),
)
_AT = offsets_of(PARTS)
_SCALE = scales_of(PARTS)
_SIZE = total_size(PARTS)


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Write the seat's observation to `out`, which has room for all parts."""
    for i in range(_SIZE):
        out[i] = 0
    write_one_hot(out, _AT.phase, int(state.phase))
    if state.phase != r.OVER:
        write_one_hot(out, _AT.to_move, int(state.turn != seat))
    if state.phase == r.ALLOTTING:
        for tile in range(2):
            write_one_hot(out, _AT.left_over, int(state.left_over[tile]))
    for colour in range(r.COLOURS):
        _write_board(out, _AT.front + colour * 64, int(state.front[colour]))
    for place in range(2):
        _observe_player(state, seat ^ place, place, out)


@compiled
def _observe_player(state: Any, player: int, place: int, out: Any) -> None:
    """`place` 0 is the seat itself, 1 the other."""
    write_one_hot(out, _AT.swap_tile + place * 6, int(state.swap_tile[player]))
    points = 0
    for colour in range(r.COLOURS):
        row, group, number = (
            place * 6 + colour,
            int(state.group[player, colour]),
            int(state.marker[player, colour]),
        )
        _write_board(out, _AT.group + row * 64, group)
        write_one_hot(out, _AT.marker + row * _NUMBERS, number - 1)
        points += max(0, popcount(group) - 1) * number
    out[_AT.points + place] = points / _SCALE.points


@compiled
def _write_board(out: Any, at: int, fields: int) -> None:
    while fields:
        out[at + lowest_square(fields)] = 1
        fields &= fields - 1
