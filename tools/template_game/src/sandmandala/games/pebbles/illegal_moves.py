"""Why a move is illegal: the rule's id and one plain sentence for the player to move."""

from __future__ import annotations

from typing import Any

from . import MANIFEST
from . import rules as r


def why_illegal(state: Any, action: int) -> tuple[str, str] | None:
    """None if the action is legal."""
    if not state["pebbles_bag"].any():
        return "B5", "the game is over"
    colour = action - r.PLAY
    name, in_hand = MANIFEST.palette.names[colour], int(state["hand"][int(state["turn"]), colour])
    if in_hand == 0:
        return "B3", f"you have no {name} stone in hand"
    if colour == state["last"] and in_hand < r.HAND:
        return "B4", f"{name} was played just now, and you have another colour"
    return None
