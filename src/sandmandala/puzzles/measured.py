"""Finds puzzles in games with chance or hidden cards: decisions in which one move is clearly the best."""

from __future__ import annotations

from ..bots import Decision, Knowledge
from ..review.facts import facts_of
from ..review.lessons import reason_for
from .difficulty import TRIES, difficulty_of, greedy_rate, level_rate
from .drafting import Draft
from .puzzle import Measured, Turn, Value
from .trials import LEAST_LEAD, TRIALS, Lead, passed, passed_deepest, rivals_left, screened, trial_of

_FEWEST_MOVES = 4  # with fewer, guessing is too easy
# What the search of the game itself must say.
_SCREEN_LEAD = 0.05
_SCREEN_VISITS = 0.5
_FEW_VISITS = 2
# Weak bots find the move in at most this share of their tries.
_EASY_FOR_SEED, _EASY_FOR_GREEDY = 0.34, 0.67


def looks_promising(knowledge: Knowledge, decision: Decision) -> bool:
    """A screen that costs nothing: the search that played the game has seen it."""
    if len(decision.candidates) < 2 or len(knowledge.legal_actions()) < _FEWEST_MOVES:
        return False
    best, *others = decision.candidates
    second = max((one.win for one in others if one.visits >= _FEW_VISITS), default=0.0)
    visits = sum(one.visits for one in decision.candidates)
    return best.win - second >= _SCREEN_LEAD and best.visits >= _SCREEN_VISITS * visits


def prove(knowledge: Knowledge, best: int) -> Draft | None:
    """A puzzle, if the move passes all trials and is not too easy. Cheap trials come first."""
    lead, rivals = screened(knowledge, best)
    if lead.lead < LEAST_LEAD:
        return None
    line = [(knowledge, frozenset([best]))]
    seed, greedy = level_rate(line, 1), greedy_rate(line)
    if seed > _EASY_FOR_SEED or greedy > _EASY_FOR_GREEDY:
        return None
    trials = []
    for budget in TRIALS[:-1]:
        found = passed(knowledge, best, rivals, budget)
        if found is None:
            return None
        trials.append(trial_of(budget, found))
        rivals = rivals_left(found, rivals, knowledge.seat)
    found = passed_deepest(knowledge, best, rivals, TRIALS[-1])
    if found is None:
        return None
    lead, trial = found, trial_of(TRIALS[-1], found)
    levels = [seed, *(level_rate(line, level) for level in range(2, len(TRIES) + 1)), 1.0]
    pair = lead.sample.of_moves([0, lead.second])
    reason = reason_for(pair, knowledge.seat, facts_of(knowledge.rules.name))
    return Draft(
        start=knowledge,
        actions=[best],
        ask="best",
        solution=(Turn((knowledge.move_text(best),)),),
        proof=Measured(
            _value(knowledge, best, lead, 0),
            _value(knowledge, rivals[lead.second - 1], lead, lead.second),
            trial.lead,
            trial.error,
            (*trials, trial),
        ),
        difficulty=difficulty_of(levels, greedy),
        fact=reason.fact if reason else None,
    )


def _value(knowledge: Knowledge, action: int, lead: Lead, column: int) -> Value:
    seat, sample = knowledge.seat, lead.sample
    win, margin = sample.wins[:, column, seat].mean(), sample.margins[:, column, seat].mean()
    return Value(knowledge.move_text(action), round(float(win), 4), round(float(margin), 2))
