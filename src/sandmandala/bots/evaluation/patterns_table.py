"""The table of proven bounds that the solver of Patterns keeps, and that its threads share.

Threads write without a lock. So an entry is two words, its bounds and its key combined with them: if another
thread writes in between, the two do not match and the entry is not found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.compiling import compiled, layout

ENTRY = layout([("check", "i8"), ("bounds", "i8")])
INFINITE = 10_000
UNKNOWN = (2 * INFINITE) << 16  # the bounds of a position that is not in the table


@compiled
def pack(lower: int, upper: int, move: int, tiles: int) -> int:
    return ((lower + INFINITE) << 32) | ((upper + INFINITE) << 16) | ((move + 1) << 8) | tiles


@compiled
def lower_of(bounds: int) -> int:
    return (bounds >> 32) - INFINITE


@compiled
def upper_of(bounds: int) -> int:
    return ((bounds >> 16) & 0xFFFF) - INFINITE


@compiled
def move_of(bounds: int) -> int:
    """The best move so far; -1 if there is none."""
    return ((bounds >> 8) & 0xFF) - 1


@compiled
def look_up(table: Any, key: int, place: int) -> int:
    """The bounds of a position; UNKNOWN if it has none."""
    row = place & (table.shape[0] - 2)
    for number in range(2):
        entry = table[np.uint64(row + number)]
        bounds = int(entry.bounds)
        if int(entry.check) ^ bounds == key:
            return bounds
    return UNKNOWN


@compiled
def remember(table: Any, key: int, place: int, best: int, is_lower: bool, move: int, tiles: int) -> None:
    """Store a bound, in place of an older one of this position or of the position with fewer tiles left."""
    row = place & (table.shape[0] - 2)
    first, second = table[np.uint64(row)], table[np.uint64(row + 1)]
    first_bounds, second_bounds = int(first.bounds), int(second.bounds)
    old, entry = UNKNOWN, second
    if int(first.check) ^ first_bounds == key:
        old, entry = first_bounds, first
    elif int(second.check) ^ second_bounds == key:
        old = second_bounds
    elif first_bounds & 0xFF <= second_bounds & 0xFF:
        entry = first
    lower = best if is_lower else lower_of(old)
    upper = upper_of(old) if is_lower else best
    bounds = pack(lower, upper, move, tiles)
    entry.bounds = bounds
    entry.check = key ^ bounds
