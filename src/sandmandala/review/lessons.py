"""Lessons: the costliest moves of a seat, what was better, and why, as far as one fact explains it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .facts import Fact
from .judging import STANDARD_ERRORS, is_clear
from .reviewed_game import Thresholds
from .sampling import Numbers, Sample, mean_and_error
from .types import Decision, Lesson, Reason

_LESSONS = 3
# A reason must explain this part of the loss.
_MOST = 0.5


def lessons_of(
    seat: int,
    decisions: Sequence[Decision],
    reasons: Mapping[int, Reason | None],
    thresholds: Thresholds,
) -> tuple[Lesson, ...]:
    """The costliest decisions of a seat; `reasons` are by ply."""
    found = [
        one
        for one in decisions
        if one.seat == seat and one.not_counted is None and is_clear(one.loss) and one.mark != "only_move"
    ]
    costly = [one for one in found if one.loss.win >= thresholds.inaccuracy]
    costly.sort(key=lambda one: -one.loss.win)
    return tuple(
        Lesson(
            ply=one.ply,
            move=one.move,
            better=one.best,
            loss=one.loss,
            line=one.evaluation.candidates[0].line,
            reason=reasons[one.ply],
        )
        for one in costly[:_LESSONS]
    )


def reason_for(pair: Sample, seat: int, facts: Sequence[Fact]) -> Reason | None:
    """The fact that explains most of the difference between a better move and one that was played.

    Among the continuations of each move, the slope of the chance to win over the fact says what the fact is
    worth. The slope times the difference of the fact's means is the part of the loss that goes with it.
    """
    wins = pair.wins[:, :, seat]
    loss = float((wins[:, 0] - wins[:, 1]).mean())
    best: tuple[float, int] | None = None
    for number in range(len(facts)):
        values = pair.facts[:, :, number]
        difference, error = mean_and_error(values[:, 0] - values[:, 1])
        if abs(difference) <= STANDARD_ERRORS * error or loss <= 0:
            continue
        explained = _slope(values, wins) * difference / loss
        if best is None or explained > best[0]:
            best = explained, number
    if best is None or best[0] < _MOST:
        return None
    fact = facts[best[1]]
    better, played = pair.facts[:, :, best[1]].mean(axis=0)
    return Reason(fact.name, fact.unit, float(played), float(better), min(best[0], 1.0))


def _slope(values: Numbers, wins: Numbers) -> float:
    """Within each move: between moves is what we want to explain."""
    values, wins = values - values.mean(axis=0), wins - wins.mean(axis=0)
    spread = float((values * values).sum())
    return float((values * wins).sum()) / spread if spread > 0 else 0.0
