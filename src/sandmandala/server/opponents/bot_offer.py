"""Which bot fits a person who waits for an opponent."""

from __future__ import annotations

from ...bots import LEVELS

# Ratings from which a level fits, where the bots themselves have too few rated games.
_FROM = {1: 0, 2: 1150, 3: 1450, 4: 1600, 5: 1750, 6: 1900}


def fitting_level(rating: int, bots: dict[int, int]) -> int:
    """Return the level whose rating is closest; `bots` has those that are known, by level.

    >>> fitting_level(1500, {1: 1100, 2: 1400, 3: 1700})
    2
    >>> fitting_level(1333, {}), fitting_level(2100, {})
    (2, 6)
    """
    if bots:
        return min(bots, key=lambda level: (abs(bots[level] - rating), level))
    return max(level for level, least in _FROM.items() if rating >= least and level <= len(LEVELS))
