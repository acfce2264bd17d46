"""Marks for decisions, and whether a marked loss was punished."""

from __future__ import annotations

from collections.abc import Sequence

from .judging import is_clear
from .reviewed_game import Thresholds
from .types import Decision, Difference, Evaluation, Mark

_KEPT = 0.5  # the part of a gift that the others must keep to have punished it


def mark_of(loss: Difference, evaluation: Evaluation, rank: int, thresholds: Thresholds) -> Mark | None:
    """By the size of the loss, if it is certain; praise if every other move would have been a mistake."""
    if rank == 1:
        others = [candidate.loss for candidate in evaluation.candidates[1:]]
        only = others and all(is_clear(one) and one.win >= thresholds.mistake for one in others)
        return "only_move" if only else None
    if not is_clear(loss):
        return None
    if loss.win >= thresholds.blunder:
        return "blunder"
    if loss.win >= thresholds.mistake:
        return "mistake"
    return "inaccuracy" if loss.win >= thresholds.inaccuracy else None


def was_punished(decisions: Sequence[Decision], number: int) -> bool:
    """Whether the others gave back less than half of the loss before the player's next decision."""
    decision = decisions[number]
    returned = 0.0
    for later in decisions[number + 1 :]:
        if later.seat == decision.seat:
            break
        if later.not_counted is None:
            returned += later.changes[decision.seat]
    return returned < _KEPT * decision.loss.win
