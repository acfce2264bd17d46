"""What happens next in Patterns: points, and groups that are opened or die."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.compiling import compiled
from ...games.patterns import rules
from ...games.patterns.bitboard import neighbours
from .fact import Fact

FACTS = (
    Fact("your_points", "amount", "you gain {} points"),
    Fact("their_points", "amount", "your opponent gains {} points"),
    Fact("you_open", "amount", "you open {} groups"),
    Fact("they_open", "amount", "your opponent opens {} groups"),
    Fact("your_dead_groups", "amount", "{} of your groups die"),
    Fact("their_dead_groups", "amount", "{} of your opponent's groups die"),
)
_POINTS, _OPENED, _DEAD = 0, 2, 4


@compiled
def note_move(before: Any, action: int, after: Any, seat: int, facts: Any) -> None:
    points, gained = np.zeros(2, np.int64), np.zeros(2, np.int64)
    rules.scores(before, points)
    rules.scores(after, gained)
    for which in range(2):
        player = seat if which == 0 else 1 - seat
        facts[_POINTS + which] += gained[player] - points[player]
        facts[_OPENED + which] += rules.opened_count(after, player) - rules.opened_count(before, player)
        facts[_DEAD + which] += _dead_groups(after, player) - _dead_groups(before, player)


@compiled
def _dead_groups(state: Any, seat: int) -> int:
    """The groups of a seat that can never grow again: every front-up tile beside them is barred by P9."""
    front = 0
    for colour in range(rules.COLOURS):
        front |= int(state.front[colour])
    dead = 0
    for colour in range(rules.COLOURS):
        group = int(state.group[seat, colour])
        room = neighbours(group) & front & ~neighbours(int(state.group[1 - seat, colour]))
        dead += int(group != 0) * int(room == 0)
    return dead
