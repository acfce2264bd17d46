"""The table of the solver of Patterns, which threads share without a lock."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandmandala.bots.evaluation import patterns_table as table
from sandmandala.games.compiling import compiled


@compiled
def look_up(entries: Any, key: int) -> int:
    return table.look_up(entries, key, 0)


@compiled
def remember(entries: Any, key: int, best: int, is_lower: bool, tiles: int) -> None:
    table.remember(entries, key, 0, best, is_lower, 65, tiles)


def test_a_torn_entry_is_not_found() -> None:
    """Another thread may replace one of the two words of an entry between two reads."""
    entries = np.zeros(2, table.ENTRY)
    remember(entries, 5, 3, is_lower=True, tiles=9)
    before = entries.copy()
    remember(entries, 5, 7, is_lower=True, tiles=9)
    assert table.lower_of(look_up(entries, 5)) == 7
    torn = entries.copy()
    torn["check"] = before["check"]
    assert look_up(torn, 5) == table.UNKNOWN


def test_the_table_keeps_both_bounds_and_the_position_with_more_tiles() -> None:
    entries = np.zeros(2, table.ENTRY)
    remember(entries, 5, -4, is_lower=True, tiles=9)
    remember(entries, 5, 6, is_lower=False, tiles=9)
    found = look_up(entries, 5)
    assert (table.lower_of(found), table.upper_of(found), table.move_of(found)) == (-4, 6, 65)
    remember(entries, 6, 1, is_lower=True, tiles=8)
    remember(entries, 7, 1, is_lower=True, tiles=7)
    assert look_up(entries, 5) == found
    assert look_up(entries, 6) == table.UNKNOWN
