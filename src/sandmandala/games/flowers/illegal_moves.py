"""Why a move is illegal, for the player to move."""

from __future__ import annotations

from typing import Any

from ..reasons import Reason, Reasons
from ..sand_colours import SAND
from . import rules as r
from .actions import ACTIONS, PASS, TAKE

REASONS = Reasons(
    SAND,
    over="the game is over",
    must_take="mandala {mandala:d} is being resolved: take its dark or its light tile",
    nothing_resolved="no mandala is being resolved now",
    can_play="you can play a card, so you may not pass",
    not_in_hand="you have no {colour} card in hand",
    too_few_in_hand="you have only {count:d} {colour} card{s} in hand",
    keep_a_card="you must keep at least one card in hand",
    nothing_to_draw="this is your last card, and there is none left to draw",
)


def why_illegal(state: Any, action: int) -> Reason | None:
    """None if the action is legal."""
    if state["phase"] == r.OVER:
        return REASONS("F17", "over")
    played = ACTIONS[action]
    if state["phase"] == r.TAKING:
        if played.kind == TAKE:
            return None
        return REASONS("F9", "must_take", mandala=int(state["resolving"]) + 1)
    hand = state["hand"][int(state["turn"])].tolist()
    none_to_draw = not (state["draw"].any() or state["discard"].any())
    stuck = sum(hand) == 1 and none_to_draw
    if played.kind == PASS:
        return None if stuck else REASONS("F6", "can_play")
    if played.kind == TAKE:
        return REASONS("F9", "nothing_resolved")
    colour, count = played.colour, played.cards
    if hand[colour] == 0:
        return REASONS("F4", "not_in_hand", colour=colour)
    if hand[colour] < count:
        return REASONS("F4", "too_few_in_hand", count=hand[colour], colour=colour)
    if stuck:
        return REASONS("F6", "nothing_to_draw")
    if count > 1 and count == sum(hand):
        return REASONS("F6", "keep_a_card")
    return None
