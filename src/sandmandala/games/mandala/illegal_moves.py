"""Why a move is illegal, for the player to move."""

from __future__ import annotations

from typing import Any

from ..reasons import Reason, Reasons
from ..sand_colours import SAND
from . import rules as r
from .actions import ACTIONS, DISCARD, FIELD, TAKE, Action

REASONS = Reasons(
    SAND,
    over="the game is over",
    nothing_shared_out="no mandala is being shared out now",
    must_take="mandala {mandala:d} is being shared out: take a colour from its mountain",
    not_in_mountain="there is no {colour} card in mountain {mandala:d}",
    not_in_hand="you have no {colour} card in hand",
    too_few_in_hand="you have only {count:d} {colour} card{s} in hand",
    lies_in_mountain="{colour} already lies in mountain {mandala:d}",
    lies_in_own_field="{colour} already lies in your own field {mandala:d}",
    lies_in_their_field="{colour} already lies in your opponent's field {mandala:d}",
    keep_a_card="you must keep at least one card in hand",
    nothing_to_draw="this is your last card, and there is none left to draw",
)


def why_illegal(state: Any, action: int) -> Reason | None:
    """None if the action is legal."""
    if state["phase"] == r.OVER:
        return REASONS("M17", "over")
    played = ACTIONS[action]
    if state["phase"] == r.TAKING:
        return _why_not_take(state, played)
    if played.kind == TAKE:
        return REASONS("M10", "nothing_shared_out")
    seat = int(state["turn"])
    hand = state["hand"][seat].tolist()
    mandala, colour, count = played.mandala, played.colour, played.cards
    if played.kind == DISCARD:
        return _lacking("M8", hand, colour, count)
    if played.kind == FIELD:
        reason = _lacking("M7", hand, colour, count) or _golden_rule(state, mandala, seat, colour, "field")
        if reason is None and count == sum(hand):
            return REASONS("M7", "keep_a_card")
        return reason
    reason = _lacking("M6", hand, colour, 1) or _golden_rule(state, mandala, seat, colour, "mountain")
    if reason is None and sum(hand) == 1 and not (state["draw"].any() or state["discard"].any()):
        return REASONS("M16", "nothing_to_draw")
    return reason


def _why_not_take(state: Any, played: Action) -> Reason | None:
    colour, mandala = played.colour, int(state["resolving"])
    if played.kind != TAKE:
        return REASONS("M10", "must_take", mandala=mandala + 1)
    if state["mountain"][mandala, colour] == 0:
        return REASONS("M10", "not_in_mountain", colour=colour, mandala=mandala + 1)
    return None


def _lacking(rule: str, hand: list[int], colour: int, count: int) -> Reason | None:
    if hand[colour] == 0:
        return REASONS(rule, "not_in_hand", colour=colour)
    if hand[colour] < count:
        return REASONS(rule, "too_few_in_hand", count=hand[colour], colour=colour)
    return None


def _golden_rule(state: Any, mandala: int, seat: int, colour: int, goal: str) -> Reason | None:
    areas = {
        "mountain": ("lies_in_mountain", state["mountain"][mandala, colour]),
        "field": ("lies_in_own_field", state["field"][mandala, seat, colour]),
        "theirs": ("lies_in_their_field", state["field"][mandala, 1 - seat, colour]),
    }
    for area, (code, there) in areas.items():
        if area != goal and there:
            return REASONS("M5", code, colour=colour, mandala=mandala + 1)
    return None
