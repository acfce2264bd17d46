"""A view of Pebbles as lines for a terminal; `{W2}` stands for two white stones, to be coloured."""

from __future__ import annotations

from collections.abc import Sequence

from ..palette import chips
from .view import View


def board_lines(view: View, names: Sequence[str]) -> list[str]:
    last = f"   Played last: {{{view['last']}}}" if "last" in view else ""
    return [f"Stones in the bag: {view['bag_size']}{last}"] + [
        f"{name}   row {chips(player['row'])}   hand {chips(player.get('hand'))}   points {player['points']}"
        for name, player in zip(names, view["players"], strict=True)
    ]
