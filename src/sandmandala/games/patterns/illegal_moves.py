"""Why a move is illegal: the rule's id and one plain sentence for the player to move."""

from __future__ import annotations

from typing import Any

from ..sand import COLOUR_NAMES
from ..state_reader import StateReader, reader_of
from . import rules as r
from .bitboard import SQUARES, neighbours
from .events import FIELD_NAMES, front_at

Reason = tuple[str, str]


def why_illegal(state: Any, action: int) -> Reason | None:
    """None if the action is legal."""
    state = reader_of(state)
    phase = state["phase"]
    if phase == r.OVER:
        return "P12", "the game is over"
    if action < r.PLACE:
        return None if phase == r.ALLOTTING else ("P3", "the first swap tiles have been allotted already")
    if phase == r.ALLOTTING:
        return "P3", "first say which of the two tiles left over the beginner gets"
    if action == r.STOP:
        return None if phase == r.LAST_FLIPS else ("P4", "you must act as long as you can")
    if action >= r.FLIP:
        return _why_not_flip(state, action - r.FLIP)
    if phase == r.LAST_FLIPS:
        return "P11", "in the last flips there is no more opening or swapping"
    return _why_not_place(state, action - r.PLACE)


def _why_not_flip(state: StateReader, field: int) -> Reason | None:
    colour = front_at(state, field)
    if colour is None:
        return _back_up(field)
    return _apart(state, "P7", field, colour) or _touching(state, field, colour)


def _why_not_place(state: StateReader, field: int) -> Reason | None:
    """An open or a swap, as the swap tile's colour decides."""
    seat = state["turn"]
    colour = state["swap_tile"][seat]
    there = front_at(state, field)
    if there is None:
        return _back_up(field)
    if not state["marker"][seat][colour]:
        return _touching(state, field, colour)
    reason = _apart(state, "P8", field, colour) or _touching(state, field, colour)
    if reason is None and there == colour:
        name = FIELD_NAMES[field]
        return "P8", f"{name} has the colour of your swap tile: this swap is recorded as the flip F{name}"
    return reason


def _back_up(field: int) -> Reason:
    return "P6", f"the tile on {FIELD_NAMES[field]} is back up and never moves again"


def _apart(state: StateReader, rule: str, field: int, colour: int) -> Reason | None:
    """P7, P8: what is not beside the own group of the colour cannot extend it."""
    group = state["group"][state["turn"]][colour]
    if not group:
        return rule, f"you have no {COLOUR_NAMES[colour]} group"
    if neighbours(group) >> SQUARES[field] & 1:
        return None
    said = f"{FIELD_NAMES[field]} does not touch your {COLOUR_NAMES[colour]} group"
    return rule, f"{said}: diagonally is not enough" if _diagonal(group, SQUARES[field]) else said


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
        return "P9", f"the tile would touch your opponent's {COLOUR_NAMES[colour]} group"
    return None
