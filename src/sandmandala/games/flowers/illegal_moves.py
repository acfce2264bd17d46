"""Why a move is illegal: the rule's id and one plain sentence for the player to move."""

from __future__ import annotations

from typing import Any

from ..sand import COLOUR_NAMES, card_count_phrase
from . import rules as r

Reason = tuple[str, str]


def why_illegal(state: Any, action: int) -> Reason | None:
    """None if the action is legal."""
    if state["phase"] == r.OVER:
        return "F17", "the game is over"
    if state["phase"] == r.TAKING:
        if action in (r.TAKE + r.DARK, r.TAKE + r.LIGHT):
            return None
        return "F9", f"mandala {state['resolving'] + 1} is being resolved: take its dark or its light tile"
    hand = state["hand"][int(state["turn"])].tolist()
    none_to_draw = not (state["draw"].any() or state["discard"].any())
    stuck = sum(hand) == 1 and none_to_draw
    if action == r.PASS:
        return None if stuck else ("F6", "you can play a card, so you may not pass")
    if action >= r.TAKE:
        return "F9", "no mandala is being resolved now"
    colour, count = action // 15 % r.COLOURS, action % 15 + 1
    if hand[colour] == 0:
        return "F4", f"you have no {COLOUR_NAMES[colour]} card in hand"
    if hand[colour] < count:
        return "F4", f"you have only {card_count_phrase(hand[colour], colour)} in hand"
    if stuck:
        return "F6", "this is your last card, and there is none left to draw"
    if count > 1 and count == sum(hand):
        return "F6", "you must keep at least one card in hand"
    return None
