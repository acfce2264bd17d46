"""Results as they are stored: one per table, and an outcome per seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ..ratings import is_provisional
from ..spec import RatingChange, Result, result_decoder
from ..storage.schema import rating_changes, seats

LOST, SHARED, WON = range(3)  # outcomes

# For queries with a row for each seat of a table.
RATING_COLUMNS = (
    rating_changes.c.before,
    rating_changes.c.after,
    rating_changes.c.games.label("rated_games"),
)
RATING_OF_SEAT = (rating_changes.c.table == seats.c.table) & (rating_changes.c.seat == seats.c.seat)


def outcome_of(result: Result, seat: int) -> int:
    """Return the outcome of a seat: lost, shared or won."""
    if seat not in result.winners:
        return LOST
    return WON if len(result.winners) == 1 else SHARED


def result_of(stored: str | None, rows: Sequence[Any]) -> Result | None:
    """Return a stored result with its rating changes, which are stored separately so that people can delete
    theirs."""
    if stored is None:
        return None
    result = result_decoder.decode(stored)
    ratings = tuple(
        None if row.after is None else RatingChange(row.before, row.after, is_provisional(row.rated_games))
        for row in rows
    )
    return replace(result, ratings=ratings) if any(ratings) else result
