"""Reviewing Flowers: its words for moves, and its phases."""

from __future__ import annotations

from ...games.flowers import rules
from ...games.flowers.actions import ACTIONS, PASS, TAKE
from ...games.flowers.events import flowers_of
from ...games.state_reader import StateReader
from ..chance_scale import ChanceScale
from ..reviewed_game import ReviewedGame
from ..vocabulary import Phase

_LATE_FLOWERS = rules.FLOWERS_TO_END - 1


def kind(state: StateReader, action: int) -> str:
    played = ACTIONS[action]
    if played.kind == PASS:
        return "pass"
    if played.kind == TAKE:
        return "choice of tile"
    is_new = not state["shown"][played.mandala] >> played.colour & 1
    return "face up" if is_new else "face down"


def phase(state: StateReader) -> Phase:
    """The opening lasts until a tile has been won, the end begins when it is in sight."""
    most = max(len(flowers_of(state, seat)) for seat in range(state["seats"]))
    if state["last_round"] or state["finishing"] or most >= _LATE_FLOWERS:
        return "end"
    return "middle" if max(state["place"]) >= rules.SINGLE else "opening"


_SCALES = {
    2: ChanceScale(stretch=1.48, shift=-0.12),
    3: ChanceScale(stretch=1.08, shift=-0.02),
    4: ChanceScale(stretch=1.01, shift=-0.05),
}
REVIEWED = ReviewedGame(kind=kind, phase=phase, horizon=6, scales=_SCALES)
