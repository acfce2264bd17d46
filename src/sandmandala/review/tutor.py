"""The tutor: whether a move loses so much that its player should be asked before it is made."""

from __future__ import annotations

from dataclasses import dataclass

from ..bots import Knowledge
from ..records.validation import checked_action
from .budget import ReviewBudget
from .exact import margins_after, solve_position
from .facts import facts_of
from .judging import exact_chances, is_clear, judge
from .lessons import reason_for
from .reviewed_game import Thresholds, reviewed_game
from .sampling import Sampler
from .types import Advice, Difference, Mark, TutorLevel

# Below 0.7 s of one core (bench/tutor.py measures it).
TUTOR = ReviewBudget(
    search=1000, all_moves=32, best_moves=128, draws=0, open_cards=0, solver_nodes=20_000, doubtful=640
)
_EXACT_NODES = 150_000  # for the position, and for the move alone


@dataclass(frozen=True)
class _ExactLoss:
    best: int
    loss: Difference


def threshold_of(level: TutorLevel, thresholds: Thresholds) -> float:
    """The least loss, in chances to win, about which the tutor asks: everything that a review marks, or
    only mistakes and blunders."""
    return thresholds.mistake if level == "serious" else thresholds.inaccuracy


def advise(
    knowledge: Knowledge, move: str, level: TutorLevel, budget: ReviewBudget = TUTOR, seed: int = 0
) -> Advice | None:
    """What the tutor says about a move of the seat to move; None if there is nothing to say.

    It depends on what the seat knows and on nothing else. An illegal move raises the same errors as
    `Game.play`.
    """
    legal, rules = knowledge.legal_actions(), knowledge.rules
    action = checked_action(rules, knowledge.world[0], legal, move)
    move = knowledge.move_text(action)
    if len(legal) == 1:
        return None
    thresholds = reviewed_game(rules.name).thresholds
    least = threshold_of(level, thresholds)
    exact = _exact_loss(knowledge, action)
    if exact and exact.loss.win < least:
        return None
    judgement = judge(Sampler(rules, seed), budget, knowledge, action)
    column, best = judgement.actions.index(action), judgement.evaluation.candidates[0]
    reason = reason_for(judgement.pair, knowledge.seat, facts_of(rules.name))
    if exact:
        better = knowledge.move_text(exact.best)
        is_same = better == best.move
        mark = _mark(exact.loss, thresholds)
        return Advice(move, better, exact.loss, mark, best.line * is_same, reason if is_same else None)
    loss = judgement.evaluation.candidates[column].loss
    if loss.win < least or not is_clear(loss) or column == 0:
        return None
    return Advice(move, best.move, loss, _mark(loss, thresholds), best.line, reason)


def _exact_loss(knowledge: Knowledge, action: int) -> _ExactLoss | None:
    """Where the game is solved, nothing else counts: a lost game cannot be lost again."""
    solved = solve_position(knowledge, _EXACT_NODES)
    margins = margins_after(knowledge, [action], _EXACT_NODES) if solved else None
    if not solved or not margins:
        return None
    win = exact_chances(solved.margin, 0)[0] - exact_chances(margins[0], 0)[0]
    return _ExactLoss(solved.action, Difference(win, 0.0, float(solved.margin - margins[0]), 0.0))


def _mark(loss: Difference, thresholds: Thresholds) -> Mark:
    if loss.win >= thresholds.blunder:
        return "blunder"
    return "mistake" if loss.win >= thresholds.mistake else "inaccuracy"
