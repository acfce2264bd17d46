"""When something comes back to be repeated: after longer and longer times, as long as it is remembered."""

from __future__ import annotations

from typing import NamedTuple

_HOUR = 3_600_000
_DAY = 24 * _HOUR
INTERVALS = (4 * _HOUR, *(days * _DAY for days in (1, 3, 7, 14, 30, 90, 180)))


class Turn(NamedTuple):
    """Which repetition comes next, from 0, and when. `due` is None when it is learnt."""

    stage: int
    due: int | None


def first_turn(at: int) -> Turn:
    """Something went wrong: it comes back soon.

    >>> first_turn(0).due == 4 * 60 * 60 * 1000
    True
    """
    return Turn(0, at + INTERVALS[0])


def after_success(stage: int, at: int) -> Turn:
    """It was remembered: it comes back later than the last time, or never again.

    The time counts from now, not from when it was due: people come when they have time.
    """
    following = stage + 1
    return Turn(following, at + INTERVALS[following] if following < len(INTERVALS) else None)


def after_help(stage: int, at: int) -> Turn:
    """It was found with a hint: it comes back after the same time again."""
    return Turn(stage, at + INTERVALS[stage])
