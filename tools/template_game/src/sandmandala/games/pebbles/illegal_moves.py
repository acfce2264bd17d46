"""Why a move is illegal, for the player to move."""

from __future__ import annotations

from typing import Any

from ..reasons import Reason, Reasons
from . import MANIFEST
from . import rules as r

REASONS = Reasons(
    MANIFEST.palette,
    over="the game is over",
    not_in_hand="you have no {colour} stone in hand",
    just_played="{colour} was played just now, and you have another colour",
)


def why_illegal(state: Any, action: int) -> Reason | None:
    """None if the action is legal."""
    if not state["pebbles_bag"].any():
        return REASONS("B5", "over")
    colour = action - r.PLAY
    in_hand = int(state["hand"][int(state["turn"]), colour])
    if in_hand == 0:
        return REASONS("B3", "not_in_hand", colour=colour)
    if colour == state["last"] and in_hand < r.HAND:
        return REASONS("B4", "just_played", colour=colour)
    return None
