"""What happens next in Mandala: who completes a mandala, who takes first, and what that brings."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.card_counts import hand_size
from ...games.compiling import compiled
from ...games.mandala import rules
from .fact import Fact

FACTS = (
    Fact("you_complete", "share", "you complete the next mandala"),
    Fact("they_complete", "share", "your opponent completes the next mandala"),
    Fact("you_take_first", "share", "you take first from the next mandala"),
    Fact("they_take_first", "share", "your opponent takes first from the next mandala"),
    Fact("your_points", "amount", "you gain {} points"),
    Fact("their_points", "amount", "your opponent gains {} points"),
    Fact("your_new_colours", "amount", "you get {} new colours into your river"),
    Fact("their_new_colours", "amount", "your opponent gets {} new colours into the river"),
    Fact("your_cards", "amount", "your hand changes by {} cards"),
)
_COMPLETE, _TAKE_FIRST, _POINTS, _NEW_COLOURS, _CARDS = 0, 2, 4, 6, 8


@compiled
def note_move(before: Any, action: int, after: Any, seat: int, facts: Any) -> None:
    other = 1 - seat
    facts[_CARDS] += hand_size(after, seat) - hand_size(before, seat)
    if before.phase == rules.PLAYING:
        if after.phase == rules.TAKING and facts[_COMPLETE] + facts[_COMPLETE + 1] == 0:
            facts[_COMPLETE + int(after.completer != seat)] = 1.0
            facts[_TAKE_FIRST + int(after.turn != seat)] = 1.0
        return
    points, gained = np.zeros(2, np.int64), np.zeros(2, np.int64)
    rules.scores(before, points)
    rules.scores(after, gained)
    facts[_POINTS] += gained[seat] - points[seat]
    facts[_POINTS + 1] += gained[other] - points[other]
    facts[_NEW_COLOURS] += rules.river_length(after, seat) - rules.river_length(before, seat)
    facts[_NEW_COLOURS + 1] += rules.river_length(after, other) - rules.river_length(before, other)
