"""The number of cards in a hand or a pile, for states with the fields `hand`, `draw` and `discard`."""

from __future__ import annotations

from typing import Any

from .chance import count_cards
from .compiling import compiled


@compiled
def hand_size(state: Any, seat: int) -> int:
    return count_cards(state.hand[seat])


@compiled
def draw_size(state: Any) -> int:
    return count_cards(state.draw)


@compiled
def discard_size(state: Any) -> int:
    return count_cards(state.discard)
