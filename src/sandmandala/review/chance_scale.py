"""From what continuations say to chances that come true.

Continuations flatter the player to move: it makes its best move, while all later moves are only drawn by the
network's policy. And they are timid: good players turn a lead into a win more often than the network expects.
So the log-odds of a chance after a move are stretched and shifted, by numbers that tools/calibrate_chances.py
fits for each game to results of games of the level `tree`. The order of moves stays the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ChanceScale:
    """How the log-odds of the player who moves are changed; the default changes nothing.

    >>> ChanceScale(stretch=1.5, shift=-0.1).chance(0.5)
    0.4750...
    """

    stretch: float = 1.0
    shift: float = 0.0

    def chance(self, raw: float) -> float:
        """The chance after a move, from the mean of its continuations."""
        return _scaled(raw, self.stretch, self.shift)

    def of_position(self, raw: float) -> float:
        """The chance in a position from which all moves are drawn, so that nobody is flattered."""
        return _scaled(raw, self.stretch, 0.0)

    def chances(self, raw: Sequence[float], seat: int) -> tuple[float, ...]:
        """Of all seats, after a move of one; the others share the rest as before."""
        if self == RAW:
            return tuple(raw)
        own = self.chance(raw[seat])
        rest = sum(raw) - raw[seat]
        part = (1.0 - own) / rest if rest > 0 else 0.0
        return tuple(own if one == seat else part * other for one, other in enumerate(raw))

    def factor(self, one: float, other: float) -> float:
        """How much larger the difference of two chances after moves is on this scale."""
        if abs(one - other) > 1e-6:
            return (self.chance(one) - self.chance(other)) / (one - other)
        return _steepness((one + other) / 2, self.stretch, self.shift)

    def factor_at(self, raw: float) -> float:
        """How much larger a small difference is, near a chance in a position."""
        return _steepness(raw, self.stretch, 0.0)


RAW = ChanceScale()


def _scaled(raw: float, stretch: float, shift: float) -> float:
    if not 0.0 < raw < 1.0 or (stretch, shift) == (1.0, 0.0):
        return raw
    own, rest = math.pow(raw, stretch), math.exp(-shift) * math.pow(1.0 - raw, stretch)
    return own / (own + rest)


def _steepness(raw: float, stretch: float, shift: float) -> float:
    inside = min(max(raw, 1e-3), 1.0 - 1e-3)  # at 0 and 1 it would be 0
    scaled = _scaled(inside, stretch, shift)
    return stretch * scaled * (1.0 - scaled) / (inside * (1.0 - inside))
