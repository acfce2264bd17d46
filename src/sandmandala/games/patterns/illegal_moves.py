"""Why a move is illegal, for the player to move."""

from __future__ import annotations

from typing import Any

from ..reasons import Reason, Reasons
from ..sand_colours import SAND
from ..state_reader import StateReader, reader_of
from . import rules as r
from .bitboard import SQUARES, neighbours
from .events import FIELD_NAMES, front_at

REASONS = Reasons(
    SAND,
    over="the game is over",
    allotted="the first swap tiles have been allotted already",
    allot_first="first say which of the two tiles left over the beginner gets",
    not_left_over="the tiles left over are {first_colour} and {second_colour}, not {colour}",
    must_act="you must act as long as you can",
    only_flips="in the last flips there is no more opening or swapping",
    back_up="the tile on {field:s} is back up and never moves again",
    opened="you have opened {colour} already",
    not_opened="you have no {colour} group yet to extend",
    no_group="you have no {colour} group",
    apart="{field:s} does not touch your {colour} group",
    diagonal="{field:s} does not touch your {colour} group: diagonally is not enough",
    touches_theirs="the tile would touch your opponent's {colour} group",
    same_as_flip="{field:s} has the colour of your swap tile: this swap is recorded as the flip F{field:s}",
)


def why_illegal(state: Any, action: int) -> Reason | None:
    """None if the action is legal."""
    state = reader_of(state)
    phase = state["phase"]
    if phase == r.OVER:
        return REASONS("P12", "over")
    if action < r.PLACE:
        return None if phase == r.ALLOTTING else REASONS("P3", "allotted")
    if phase == r.ALLOTTING:
        return REASONS("P3", "allot_first")
    if action == r.STOP:
        return None if phase == r.LAST_FLIPS else REASONS("P4", "must_act")
    if action >= r.FLIP:
        return _why_not_flip(state, action - r.FLIP)
    if phase == r.LAST_FLIPS:
        return REASONS("P11", "only_flips")
    return _why_not_place(state, action - r.PLACE)


def _why_not_flip(state: StateReader, field: int) -> Reason | None:
    colour = front_at(state, field)
    if colour is None:
        return _back_up(field)
    return _apart(state, "P7", field, colour) or _touching(state, field, colour)


def _why_not_place(state: StateReader, field: int) -> Reason | None:
    """An open or a swap, depending on the colour of the swap tile."""
    seat = state["turn"]
    colour = state["swap_tile"][seat]
    there = front_at(state, field)
    if there is None:
        return _back_up(field)
    if not state["marker"][seat][colour]:
        return _touching(state, field, colour)
    reason = _apart(state, "P8", field, colour) or _touching(state, field, colour)
    if reason is None and there == colour:
        return REASONS("P8", "same_as_flip", field=FIELD_NAMES[field])
    return reason


def _back_up(field: int) -> Reason:
    return REASONS("P6", "back_up", field=FIELD_NAMES[field])


def _apart(state: StateReader, rule: str, field: int, colour: int) -> Reason | None:
    """P7, P8: only a field beside the player's group of this colour can extend it."""
    group = state["group"][state["turn"]][colour]
    if not group:
        return REASONS(rule, "no_group", colour=colour)
    if neighbours(group) >> SQUARES[field] & 1:
        return None
    code = "diagonal" if _diagonal(group, SQUARES[field]) else "apart"
    return REASONS(rule, code, field=FIELD_NAMES[field], colour=colour)


def _diagonal(group: int, square: int) -> bool:
    """Whether the square touches the group with a corner."""
    return any(
        group >> other & 1 and abs(other % 8 - square % 8) == abs(other // 8 - square // 8) == 1
        for other in SQUARES
    )


def _touching(state: StateReader, field: int, colour: int) -> Reason | None:
    """P9."""
    theirs = state["group"][1 - state["turn"]][colour]
    if neighbours(theirs) >> SQUARES[field] & 1:
        return REASONS("P9", "touches_theirs", colour=colour)
    return None
