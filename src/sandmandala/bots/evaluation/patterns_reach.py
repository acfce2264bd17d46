"""Bounds of the points still to come in Patterns, from the fields that a seat can still use.

A swap tile that fits nowhere can never be exchanged, so its owner can only flip. In general, the colours that
can still come into a bowl tell where a seat can ever place a tile. These bounds are half as wide as those of
`survey`, and take four times as long.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.compiling import compiled, layout
from ...games.patterns.bitboard import lowest_square, neighbours, popcount
from ...games.patterns.rules import COLOURS
from .patterns_endgame import flipped_in_a_row, marker_of

REACH = layout(
    [
        ("regions", "i8", (COLOURS,)),  # where the seat may ever have a new tile of each colour
        ("fields", "i8"),  # all of them
        ("of_marker", "i8", (COLOURS + 1,)),  # the region of the group with this marker
        ("tiles", "i8", (COLOURS + 1,)),  # the most tiles it can still get
    ]
)


@compiled
def most_points(position: Any, board: Any, seat: int, reach: Any) -> int:
    """The most points that a seat can still make, whatever the other does. Fills `reach`."""
    bowl = _reach_by_swaps(position, board, seat, reach)
    mine, theirs = np.uint64(seat * COLOURS), np.uint64((1 - seat) * COLOURS)
    front, swapped, swap_tile = int(position.front), int(reach.fields), int(position.swap_tile[seat])
    fields, new_regions, new_tiles = swapped, 0, 0
    for number in range(COLOURS):
        colour = np.uint64(number)
        tiles = int(board.tiles[colour]) & front
        if (bowl >> number) & 1:
            region = int(reach.regions[colour])
            count = min(popcount(region), popcount(tiles & swapped) + int(swap_tile == number))
        else:
            region = flipped_in_a_row(
                int(position.beside[mine + colour]), tiles & ~int(position.beside[theirs + colour])
            )
            reach.regions[colour] = region
            count = popcount(region)
            fields |= region
        marker = marker_of(position, int(mine) + number)
        if marker:
            reach.of_marker[np.uint64(marker)], reach.tiles[np.uint64(marker)] = region, count
        else:
            new_regions |= region
            new_tiles += max(0, count - 1)
    reach.fields = fields
    return _sum_by_marker(reach, int(position.opened[seat]), new_regions, new_tiles)


@compiled
def _reach_by_swaps(position: Any, board: Any, seat: int, reach: Any) -> int:
    """Find where each colour that can come into the bowl may be placed. Returns these colours, as bits."""
    front, swap_tile = int(position.front), int(position.swap_tile[seat])
    mine, theirs = np.uint64(seat * COLOURS), np.uint64((1 - seat) * COLOURS)
    bowl, due, seen, fields = 0, 1 << swap_tile, int(board.tiles[np.uint64(swap_tile)]), 0
    while due:
        number = lowest_square(due)
        due &= due - 1
        bowl |= 1 << number
        colour = np.uint64(number)
        region = front & ~int(position.beside[theirs + colour])
        if marker_of(position, int(mine) + number):
            tiles = popcount(int(board.tiles[colour]) & front) + int(swap_tile == number)
            region = _grown(int(position.beside[mine + colour]) & region, region, tiles - 1)
        reach.regions[colour] = region
        fields |= region
        taken = region & ~seen
        while taken:
            other = int(board.colour[np.uint64(lowest_square(taken))])
            tiles = int(board.tiles[np.uint64(other)])
            seen |= tiles
            taken &= ~tiles
            due |= 1 << other
    reach.fields = fields
    return bowl


@compiled
def _grown(fields: int, room: int, steps: int) -> int:
    """The fields that a group can come to, from those beside it, with this many tiles more."""
    before = 0
    while steps > 0 and fields != before:
        before = fields
        fields |= neighbours(fields) & room
        steps -= 1
    return fields


@compiled
def _sum_by_marker(reach: Any, opened: int, regions: int, tiles: int) -> int:
    """The points of these tiles of new colours, worth the highest marker each, and of the seat's groups.

    For each marker: no more tiles score this or more than there are tiles, or fields to place them.
    """
    points = tiles * (COLOURS - opened)
    for number in range(opened, 0, -1):
        marker = np.uint64(number)
        regions |= int(reach.of_marker[marker])
        tiles = min(tiles + int(reach.tiles[marker]), popcount(regions))
        points += tiles
    return points


@compiled
def sure_points(position: Any, board: Any, seat: int, other: Any) -> int:
    """Points that a seat is sure to make, given the reach of the other: by flips that the other can never
    prevent and, if it is the seat's turn, by the best of the other moves."""
    mine, theirs = np.uint64(seat * COLOURS), np.uint64((1 - seat) * COLOURS)
    out_of_reach = int(position.front) & ~int(other.fields)
    its_turn = position.turn == seat
    points, sure, best = 0, 0, 0
    for number in range(COLOURS):
        colour = np.uint64(number)
        marker = marker_of(position, int(mine) + number)
        beside, all_tiles = int(position.beside[mine + colour]), int(board.tiles[colour])
        tiles = beside & all_tiles & out_of_reach
        flips = 0
        if tiles:
            blocked = int(position.beside[theirs + colour]) | neighbours(int(other.regions[colour]))
            flips = flipped_in_a_row(tiles & ~blocked, all_tiles & out_of_reach & ~blocked)
            points += marker * popcount(flips)
            sure |= flips
        if its_turn and int(position.may_flip) & all_tiles & ~flips:
            best = max(best, marker)
    if its_turn and int(position.may_place) & ~sure:
        best = max(best, marker_of(position, int(mine) + int(position.swap_tile[seat])))
    return points + best
