"""What happens next in Flowers: who completes and who chooses, tiles, flowers and cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.card_counts import hand_size
from ...games.compiling import compiled
from ...games.flowers import rules
from .fact import Fact

FACTS = (
    Fact("you_complete", "share", "you complete the next mandala"),
    Fact("others_complete", "share", "another player completes the next mandala"),
    Fact("you_choose", "share", "you choose a tile of the next mandala"),
    Fact("others_choose", "share", "another player chooses a tile of the next mandala"),
    Fact("your_tiles", "amount", "you win {} tiles"),
    Fact("others_tiles", "amount", "the others win {} tiles"),
    Fact("your_flowers", "amount", "you form {} flowers"),
    Fact("your_points", "amount", "you gain {} points"),
    Fact("others_points", "amount", "the others gain {} points"),
    Fact("your_cards", "amount", "your hand changes by {} cards"),
)
_COMPLETE, _CHOOSE, _TILES, _FLOWERS, _POINTS, _CARDS = 0, 2, 4, 6, 7, 9


@compiled
def note_move(before: Any, action: int, after: Any, seat: int, facts: Any) -> None:
    facts[_CARDS] += hand_size(after, seat) - hand_size(before, seat)
    if before.phase == rules.PLAYING and after.phase == rules.TAKING:
        if facts[_CHOOSE] + facts[_CHOOSE + 1] == 0:
            facts[_COMPLETE + int(after.completer != seat)] = 1.0
            facts[_CHOOSE + int(after.turn != seat)] = 1.0
        return
    if before.phase != rules.TAKING:
        return
    points, gained = np.zeros(rules.MOST_SEATS, np.int64), np.zeros(rules.MOST_SEATS, np.int64)
    rules.scores(before, points)
    rules.scores(after, gained)
    for player in range(before.seats):
        facts[_POINTS + int(player != seat)] += gained[player] - points[player]
        won = _tiles_of(after, player) - _tiles_of(before, player)
        facts[_TILES + int(player != seat)] += won
    facts[_FLOWERS] += rules.flower_count(after, seat) - rules.flower_count(before, seat)


@compiled
def _tiles_of(state: Any, seat: int) -> int:
    tiles = 0
    for tile in range(rules.TILES):
        single = state.place[tile] == rules.SINGLE + seat
        tiles += int(single) + int(rules.in_flower_of(state, tile, seat))
    return tiles
