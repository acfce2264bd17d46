"""Why a move is illegal: the rule's id and one plain sentence for the player to move."""

from __future__ import annotations

from typing import Any

from ..sand import COLOUR_NAMES, card_count_phrase
from . import rules as r
from .actions import ACTIONS, DISCARD, FIELD, TAKE, Action

Reason = tuple[str, str]


def why_illegal(state: Any, action: int) -> Reason | None:
    """None if the action is legal."""
    if state["phase"] == r.OVER:
        return "M17", "the game is over"
    played = ACTIONS[action]
    if state["phase"] == r.TAKING:
        return _why_not_take(state, played)
    if played.kind == TAKE:
        return "M10", "no mandala is being shared out now"
    seat = int(state["turn"])
    hand = state["hand"][seat].tolist()
    mandala, colour, count = played.mandala, played.colour, played.cards
    if played.kind == DISCARD:
        return _lacking("M8", hand, colour, count)
    if played.kind == FIELD:
        reason = _lacking("M7", hand, colour, count) or _golden_rule(state, mandala, seat, colour, "field")
        if reason is None and count == sum(hand):
            return "M7", "you must keep at least one card in hand"
        return reason
    reason = _lacking("M6", hand, colour, 1) or _golden_rule(state, mandala, seat, colour, "mountain")
    if reason is None and sum(hand) == 1 and not (state["draw"].any() or state["discard"].any()):
        return "M16", "this is your last card, and there is none left to draw"
    return reason


def _why_not_take(state: Any, played: Action) -> Reason | None:
    if played.kind != TAKE:
        return "M10", "a mandala is being shared out: take a colour from its mountain"
    colour, mandala = played.colour, int(state["resolving"])
    if state["mountain"][mandala, colour] == 0:
        return "M10", f"there is no {COLOUR_NAMES[colour]} card in mountain {mandala + 1}"
    return None


def _lacking(rule: str, hand: list[int], colour: int, count: int) -> Reason | None:
    if hand[colour] == 0:
        return rule, f"you have no {COLOUR_NAMES[colour]} card in hand"
    if hand[colour] < count:
        return rule, f"you have only {card_count_phrase(hand[colour], colour)} in hand"
    return None


def _golden_rule(state: Any, mandala: int, seat: int, colour: int, goal: str) -> Reason | None:
    areas = {
        "mountain": ("the mountain", state["mountain"][mandala, colour]),
        "field": ("your own field", state["field"][mandala, seat, colour]),
        "theirs": ("your opponent's field", state["field"][mandala, 1 - seat, colour]),
    }
    for area, (name, there) in areas.items():
        if area != goal and there:
            return "M5", f"{COLOUR_NAMES[colour]} already lies in {name}"
    return None
