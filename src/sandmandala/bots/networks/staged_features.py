"""The evaluation's features as inputs, for games whose evaluation has separate weights for each stage."""

from __future__ import annotations

from typing import Any

from ...games.compiling import compiled

# They count points, cards and tiles, a few dozen at most.
_SCALE = 0.1


@compiled
def write_stage(features: Any, players: int, stages: int, columns: int, table: Any, at: int) -> None:
    """The stage, one-hot, then the features of each player in it.

    Only one stage has features that are not 0.
    """
    for player in range(players):
        for stage in range(stages):
            for column in range(columns):
                number = features[player, stage * columns + column]
                if number != 0.0:
                    table[at + stage] = 1.0
                    table[at + stages + player * columns + column] = number * _SCALE
