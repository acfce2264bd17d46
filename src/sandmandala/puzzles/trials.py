"""Proof by simulation: the tree search chooses a move, and continuations show by how much it is better.

Two judges must agree, in every trial: the search of the strongest level, and continuations of all moves in
the same worlds, dealt from what the seat knows. No trial sees the true cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..bots import LEVELS, Budget, Decision, Knowledge, bot_of_level
from ..games.chance import stream_from_seed
from ..review.judging import STANDARD_ERRORS
from ..review.sampling import Sample, Sampler, mean_and_error
from .puzzle import Trial

# The right move is better than every other by this share of wins in the largest trial, and nearly so in all.
LEAST_LEAD = 0.10
LEAST_LEAD_IN_TRIALS = 0.05
_LEAST_SEARCH_LEAD = 0.03  # by the values of the deepest search
_FEW_VISITS = 20  # the values of moves with fewer say little
# Moves that are worse by more than this, within four standard errors, are out of the question.
_RIVAL = 0.12
_RIVAL_ERRORS = 4.0
_FEWEST_RIVALS = 2


@dataclass(frozen=True)
class TrialBudget:
    """A seed, simulations of the search, and worlds."""

    seed: int
    search: int
    worlds: int


# Three budgets, each with a seed of its own, the first one with two. The deepest search is that of the
# strongest level.
TRIALS = (
    TrialBudget(1, 2_000, 192),
    TrialBudget(2, 2_000, 192),
    TrialBudget(3, 10_000, 384),
    TrialBudget(4, 60_000, 768),
)
_SCREEN_WORLDS = 48
_SCREEN_SEED = 5


@dataclass(frozen=True)
class Lead:
    """How much better a move is than the best other one, in the same worlds. Columns of the sample: the move,
    then its rivals."""

    lead: float
    error: float
    second: int  # the column of the next best move
    sample: Sample

    @property
    def is_clear(self) -> bool:
        return self.lead > STANDARD_ERRORS * self.error


def lead_of(knowledge: Knowledge, best: int, rivals: Sequence[int], seed: int, worlds: int) -> Lead:
    sampler = Sampler(knowledge.rules, seed)
    seeds = sampler.seeds("puzzle", knowledge.world, knowledge.seat, worlds)
    sample = sampler.sample(knowledge.world, knowledge.seat, [best, *rivals], seeds)
    wins = sample.wins[:, :, knowledge.seat]
    second = 1 + int(wins[:, 1:].mean(axis=0).argmax())
    return Lead(*mean_and_error(wins[:, 0] - wins[:, second]), second, sample)


def screened(knowledge: Knowledge, best: int) -> tuple[Lead, list[int]]:
    """The lead over all moves in a few worlds, and those that might come near."""
    others = [action for action in knowledge.legal_actions() if action != best]
    lead = lead_of(knowledge, best, others, _SCREEN_SEED, _SCREEN_WORLDS)
    return lead, rivals_left(lead, others, knowledge.seat)


def rivals_left(lead: Lead, rivals: Sequence[int], seat: int) -> list[int]:
    """The rivals that are not out of the question yet, the best first."""
    wins = lead.sample.wins[:, :, seat]
    differences = wins[:, :1] - wins[:, 1:]
    means, errors = differences.mean(axis=0), differences.std(axis=0, ddof=1) / np.sqrt(len(wins))
    order = [int(column) for column in means.argsort(kind="stable")]
    near = means - _RIVAL_ERRORS * errors < _RIVAL
    return [rivals[column] for rank, column in enumerate(order) if rank < _FEWEST_RIVALS or near[column]]


def searched(knowledge: Knowledge, seed: int, simulations: int) -> Decision:
    bot, _ = bot_of_level(knowledge.rules.name, len(LEVELS))
    return bot.decide(knowledge, Budget(simulations), stream_from_seed(seed))


def passed(knowledge: Knowledge, best: int, rivals: Sequence[int], budget: TrialBudget) -> Lead | None:
    """The lead, if both judges find the move the best one. The cheaper one is asked first."""
    if searched(knowledge, budget.seed, budget.search).action != best:
        return None
    lead = lead_of(knowledge, best, rivals, budget.seed, budget.worlds)
    return lead if lead.lead >= LEAST_LEAD_IN_TRIALS and lead.is_clear else None


def passed_deepest(
    knowledge: Knowledge, best: int, rivals: Sequence[int], budget: TrialBudget
) -> Lead | None:
    """The same with the full lead, and also the values of the search must differ."""
    lead = lead_of(knowledge, best, rivals, budget.seed, budget.worlds)
    if lead.lead < LEAST_LEAD or not lead.is_clear:
        return None
    decision = searched(knowledge, budget.seed, budget.search)
    return lead if decision.action == best and search_lead(decision) >= _LEAST_SEARCH_LEAD else None


def trial_of(budget: TrialBudget, lead: Lead) -> Trial:
    return Trial(budget.seed, budget.search, budget.worlds, round(lead.lead, 4), round(lead.error, 4))


def search_lead(decision: Decision) -> float:
    """By how much the search prefers its move, among those that it has looked at."""
    best, *others = decision.candidates
    return best.win - max((one.win for one in others if one.visits >= _FEW_VISITS), default=0.0)
