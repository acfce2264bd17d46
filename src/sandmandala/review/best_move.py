"""The best move and why, as hints and the position editor give it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..bots import LEVELS, Budget, Candidate, Decision, Knowledge, bot_of_level
from ..games.compiling import Stream
from .one_move import reason_between
from .types import Reason

HINT_BUDGET = Budget(seconds=0.5)
_REASON_WORLDS = 512  # about a tenth of a second
_MOST_CANDIDATES = 5


@dataclass(frozen=True)
class BestMove:
    """What a strong bot would play, with its best few candidates, and why it is better than the next one."""

    decision: Decision
    because: Reason | None


def best_move(knowledge: Sequence[Knowledge], stream: Stream, budget: Budget = HINT_BUDGET) -> BestMove:
    """The best move from what a seat knows.

    Several, if the seat has forgotten something and can only guess: then they share the budget, the move is
    the best on average, and has no single reason.
    """
    bot, _ = bot_of_level(knowledge[0].rules.name, len(LEVELS))
    share = _share(budget, len(knowledge))
    decisions = [bot.decide(one, share, stream) for one in knowledge]
    decision = decisions[0] if len(decisions) == 1 else _average(decisions)
    best = decision.candidates[:_MOST_CANDIDATES]
    because = None
    if len(knowledge) == 1 and len(best) > 1 and best[0].move == decision.move:
        because = reason_between(knowledge[0], decision.move, best[1].move, _REASON_WORLDS)
    return BestMove(replace(decision, candidates=best), because)


def _share(budget: Budget, guesses: int) -> Budget:
    if budget.simulations is not None:
        return Budget(max(budget.simulations // guesses, 1))
    return Budget(seconds=(budget.seconds or 0.0) / guesses)


def _average(decisions: Sequence[Decision]) -> Decision:
    """The move that was searched most over all guesses."""
    by_move: dict[str, list[Candidate]] = {}
    for decision in decisions:
        for one in decision.candidates:
            by_move.setdefault(one.move, []).append(one)
    found = sorted(map(_pooled, by_move.values()), key=lambda one: (-one.visits, -one.win))
    if not found:
        return decisions[0]  # there is no choice
    best = found[0]
    line = next((one.line for one in decisions if one.move == best.move), (best.move,))
    simulations = sum(one.simulations for one in decisions)
    return Decision(best.move, best.action, tuple(found), line, simulations)


def _pooled(candidates: Sequence[Candidate]) -> Candidate:
    """The same move in several guesses."""
    visits = sum(one.visits for one in candidates)
    win = sum(one.win * one.visits for one in candidates) / visits
    margins = [one.margin * one.visits for one in candidates if one.margin is not None]
    margin = sum(margins) / visits if len(margins) == len(candidates) else None
    return replace(candidates[0], visits=visits, win=win, margin=margin)
