"""Which puzzle comes: the one of the day, and the next one near a solver's rating."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

_DAY = 86_400_000
_WEEK = 7
_MONDAY = 4  # days since 1970 began on a Thursday
_NEAREST = 8  # of so many, one is chosen at random
_SOON = 7 * _DAY  # a puzzle is not shown again before
_DISLIKED = -0.5
_FEW_VOTES = 8


class Choice(Struct, frozen=True):
    """What matters for choosing a puzzle."""

    id: str
    strength: float
    popularity: float = 0.0
    votes: int = 0

    @property
    def is_disliked(self) -> bool:
        return self.votes >= _FEW_VOTES and self.popularity <= _DISLIKED


def day_of(at: int) -> int:
    """Return the day of a time: days since 1970 in UTC."""
    return at // _DAY


def day_ends(day: int) -> int:
    """Return when a day ends, in milliseconds since 1970."""
    return (day + 1) * _DAY


def puzzle_of_day(ratings: Mapping[str, int], day: int) -> str | None:
    """Return the puzzle of a day, by id and seeded rating: easy on Mondays, hard on Sundays.

    Each weekday has a seventh of the puzzles, in an order that follows from their ids, and begins anew when
    all were shown. So it is the same for everybody, for as long as the puzzles are the same.

    >>> puzzle_of_day({"a": 1000, "b": 1200, "c": 1400}, 0) in "abc"
    True
    """
    if not ratings:
        return None
    ordered = sorted(ratings, key=lambda id: (ratings[id], id))
    week, weekday = divmod(day - _MONDAY, _WEEK)
    begin, end = (len(ordered) * part // _WEEK for part in (weekday, weekday + 1))
    band = ordered[begin:end] or [ordered[min(begin, len(ordered) - 1)]]
    shuffled = sorted(band, key=lambda id: hashlib.sha256(f"day {id}".encode()).digest())
    return shuffled[week % len(shuffled)]


def game_of_day(games: Sequence[str], day: int) -> str | None:
    """Return the game whose puzzle the first page shows."""
    return games[day % len(games)] if games else None


def next_puzzle(
    choices: Collection[Choice], wanted: float, tried: Mapping[str, int], at: int, seed: str
) -> str | None:
    """Return a puzzle near a strength; None if all were tried a short time ago.

    `tried` says when. What was never tried comes first, then what was tried longest ago. The same seed
    chooses the same puzzle, so that reloading a page does not help.
    """
    liked = [one for one in choices if not one.is_disliked]
    fresh = sorted((one for one in liked if one.id not in tried), key=lambda one: abs(one.strength - wanted))
    if fresh:
        chance = random.Random(seed)
        return chance.choice(sorted(fresh[:_NEAREST], key=lambda one: one.id)).id
    old = [one.id for one in liked if tried[one.id] <= at - _SOON]
    return min(old, key=lambda id: (tried[id], id), default=None)
