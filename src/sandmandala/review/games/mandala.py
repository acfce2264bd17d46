"""Reviewing Mandala: its words for moves, and its phases."""

from __future__ import annotations

from ...games.mandala.actions import ACTIONS, DISCARD, FIELD, MOUNTAIN, TAKE
from ...games.state_reader import StateReader
from ..chance_scale import ChanceScale
from ..reviewed_game import ReviewedGame
from ..vocabulary import Phase

_KINDS = {MOUNTAIN: "mountain", FIELD: "field", DISCARD: "discard", TAKE: "take"}
_LATE_RIVER = 5  # one more colour ends the game


def kind(state: StateReader, action: int) -> str:
    return _KINDS[ACTIONS[action].kind]


def phase(state: StateReader) -> Phase:
    """The opening lasts until a mandala has been shared out, the end begins when it is in sight."""
    longest = max(max(river) for river in state["river"])
    if state["ending"] or longest >= _LATE_RIVER:
        return "end"
    return "middle" if longest else "opening"


_SCALES = {2: ChanceScale(stretch=1.1, shift=-0.19)}
REVIEWED = ReviewedGame(kind=kind, phase=phase, horizon=8, scales=_SCALES)
