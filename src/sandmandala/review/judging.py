"""Judges a decision from what its player knew: what each move is worth, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
from msgspec import structs

from ..bots import LEVELS, Budget, Knowledge, bot_of_level
from ..bots import Decision as BotDecision
from ..games.state_reader import reader_of
from .budget import ReviewBudget
from .chance_scale import RAW, ChanceScale
from .exact import margins_after, solve_position
from .facts import facts_of
from .lines import expected_line
from .places import chances_of_places
from .reviewed_game import Solved, reviewed_game
from .sampling import Numbers, Sample, Sampler, Seeds, mean_and_error
from .types import Candidate, Difference, Evaluation

# A difference counts where it is larger than this many standard errors.
STANDARD_ERRORS = 3.0
_DOUBT = 2.5  # likewise, for the distance from a threshold
_BEST_MOVES = 5
_FEW_MOVES = 8  # so few are all listed
_PLAUSIBLE = 0.02  # the share of the simulations that a move must have for a longer search to be worth it


@dataclass(frozen=True)
class Judgement:
    """An evaluation, and the simulations behind it. `actions` are those of the candidates, in their order."""

    evaluation: Evaluation
    actions: tuple[int, ...]
    sample: Sample
    differs: bool  # whether some legal move is worse than the best by more than noise


def judge(sampler: Sampler, budget: ReviewBudget, knowledge: Knowledge, played: int) -> Judgement:
    """Judge the position, with the best moves and the one that was made."""
    world, seat, moves = knowledge.world, knowledge.seat, knowledge.legal_actions()
    seeds = sampler.seeds("worlds", world, seat, max(budget.simulations, budget.doubtful))
    first = sampler.sample(world, seat, moves, seeds[: budget.all_moves])
    if len(moves) == 1:
        return Judgement(_evaluation(knowledge, moves, first, None), tuple(moves), first, False)
    solved = solve_position(knowledge, budget.solver_nodes)
    choice = solved or _search(sampler, "search", budget.search, knowledge)
    kept = _promising(first.wins[:, :, seat], {moves.index(played), moves.index(choice.action)})
    actions = [moves[column] for column in kept]
    rest = sampler.sample(world, seat, actions, seeds[budget.all_moves : budget.simulations])
    sample, best = first.of_moves(kept).with_worlds(rest), choice.action
    exact = margins_after(knowledge, actions, budget.solver_nodes) if solved else None
    if not exact:
        best, sample = _compared(sampler, budget, knowledge, actions, sample, seeds, choice, played)
    order = _best_first(sample, seat, actions.index(best), exact)
    actions, sample = [actions[column] for column in order], sample.of_moves(order)
    evaluation = _evaluation(knowledge, actions, sample, exact and [exact[column] for column in order])
    differs = any(is_clear(one.loss) for one in evaluation.candidates)
    if not exact:  # moves that are not worth listing differ, too
        differs |= any(is_clear(_loss(first, moves.index(best), one, seat)) for one in range(len(moves)))
    return Judgement(evaluation, tuple(actions), sample, differs)


def _compared(
    sampler: Sampler,
    budget: ReviewBudget,
    knowledge: Knowledge,
    actions: Sequence[int],
    sample: Sample,
    seeds: Seeds,
    choice: Solved | BotDecision,
    played: int,
) -> tuple[int, Sample]:
    """The best move, and the sample with as many worlds as it takes to tell, if there are enough."""
    seat, searched, made = knowledge.seat, actions.index(choice.action), actions.index(played)
    while True:
        worlds = len(sample.seeds)
        best = searched if isinstance(choice, Solved) else _best_column(sample, seat, searched)
        if 2 * worlds > budget.doubtful or not _is_doubtful(knowledge, sample, best, made):
            break
        more = sampler.sample(knowledge.world, seat, actions, seeds[worlds : 2 * worlds])
        sample = sample.with_worlds(more)
    if isinstance(choice, BotDecision) and budget.last_word and _is_plausible(choice, played):
        # Somebody who sees further than the first search, and better than the policy of the continuations,
        # is not to be blamed for it.
        blamed = is_clear(_loss(sample, best, made, seat))
        if blamed and _search(sampler, "last word", budget.last_word, knowledge).action == played:
            best = made
    return actions[best], sample


def _search(sampler: Sampler, purpose: str, simulations: int, knowledge: Knowledge) -> BotDecision:
    """What the strongest bot would play. Taking the best mean of the continuations instead would call good
    luck a good move."""
    bot, _ = bot_of_level(knowledge.rules.name, len(LEVELS))
    stream = sampler.seeds(purpose, knowledge.world, knowledge.seat, 4)
    return bot.decide(knowledge, Budget(simulations), stream)


def _is_plausible(choice: BotDecision, played: int) -> bool:
    """Whether a longer search might prefer this move. What the solver has found says nothing about others."""
    visits = next((one.visits for one in choice.candidates if one.action == played), 0)
    return visits >= _PLAUSIBLE * choice.simulations


def _scale(knowledge: Knowledge) -> ChanceScale:
    return reviewed_game(knowledge.rules.name).scale(knowledge.rules.seats_of(knowledge.world[0]))


def _best_column(sample: Sample, seat: int, searched: int) -> int:
    """The search's choice, unless another move is better than it by more than noise."""
    better = [
        column for column in range(sample.wins.shape[1]) if is_clear(_loss(sample, column, searched, seat))
    ]
    wins = sample.wins[:, :, seat].mean(axis=0)
    return max(better, key=lambda column: wins[column], default=searched)


def _is_doubtful(knowledge: Knowledge, sample: Sample, best: int, played: int) -> bool:
    """Whether other worlds might give the move that was made another mark."""
    thresholds, scale = reviewed_game(knowledge.rules.name).thresholds, _scale(knowledge)
    if played == best:  # it is praised if all others are mistakes
        losses = [
            _loss(sample, best, one, knowledge.seat, scale)
            for one in range(sample.wins.shape[1])
            if one != best
        ]
        least = min(losses, key=lambda one: one.win)
        return _is_near(least, thresholds.mistake)
    loss = _loss(sample, best, played, knowledge.seat, scale)
    if any(_is_near(loss, one) for one in astuple(thresholds)):
        return True
    return loss.win > thresholds.inaccuracy and _is_near(loss, STANDARD_ERRORS * loss.win_error)


def _is_near(loss: Difference, threshold: float) -> bool:
    return abs(loss.win - threshold) < _DOUBT * loss.win_error


def _evaluation(
    knowledge: Knowledge, actions: Sequence[int], sample: Sample, exact: Sequence[int] | None
) -> Evaluation:
    """Of actions, best first."""
    candidates = _candidates(knowledge, actions, sample, exact)
    best = candidates[0]
    return Evaluation(
        chances=best.chances,
        places=chances_of_places(best.chances) if len(best.chances) > 2 else None,
        margin=best.margin,
        candidates=candidates,
        exact=exact is not None,
    )


def is_clear(loss: Difference) -> bool:
    """Whether a loss is larger than what chance could make it."""
    return loss.win > 0 and loss.win > STANDARD_ERRORS * loss.win_error


def _promising(wins: Numbers, needed: set[int]) -> list[int]:
    """The columns of the best moves, and those that are needed; of all moves if there are few."""
    count = wins.shape[1]
    if count <= _FEW_MOVES:
        return list(range(count))
    best = np.argsort(-wins.mean(axis=0), kind="stable")[:_BEST_MOVES]
    return sorted({*map(int, best), *needed})


def _best_first(sample: Sample, seat: int, best: int, exact: Sequence[int] | None) -> list[int]:
    """By exact margin, if there is one; else the best, then the others by chance to win and by margin."""
    wins, margins = sample.wins[:, :, seat].mean(axis=0), sample.margins[:, :, seat].mean(axis=0)

    def key(column: int) -> tuple[float, bool, float, float, int]:
        margin = -exact[column] if exact else 0
        return margin, column != best, -wins[column], -margins[column], column

    return sorted(range(len(wins)), key=key)


def _candidates(
    knowledge: Knowledge, actions: Sequence[int], sample: Sample, exact: Sequence[int] | None
) -> tuple[Candidate, ...]:
    found = []
    for column, action in enumerate(actions):
        candidate = _candidate(knowledge, action, sample, column)
        if exact:
            candidate = structs.replace(
                candidate,
                chances=exact_chances(exact[column], knowledge.seat),
                win_error=0.0,
                margin=float(exact[column]),
                margin_error=0.0,
                loss=_exact_loss(exact[0], exact[column]),
                exact_margin=exact[column],
            )
        found.append(candidate)
    return tuple(found)


def _candidate(knowledge: Knowledge, action: int, sample: Sample, column: int) -> Candidate:
    seat, name, scale = knowledge.seat, knowledge.rules.name, _scale(knowledge)
    chances = list(map(float, sample.wins[:, column].mean(axis=0)))
    factor = scale.factor(chances[seat], chances[seat])
    margin, margin_error = mean_and_error(sample.margins[:, column, seat])
    means = sample.facts[:, column].mean(axis=0)
    return Candidate(
        move=knowledge.move_text(action),
        kind=reviewed_game(name).kind(reader_of(knowledge.world[0]), action),
        chances=scale.chances(chances, seat),
        win_error=mean_and_error(sample.wins[:, column, seat])[1] * factor,
        margin=margin,
        margin_error=margin_error,
        loss=_loss(sample, 0, column, seat, scale),
        simulations=len(sample.wins),
        line=expected_line(knowledge, action, sample.paths[:, column], sample.seeds),
        facts={fact.name: float(mean) for fact, mean in zip(facts_of(name), means, strict=True)},
    )


def _loss(sample: Sample, best: int, column: int, seat: int, scale: ChanceScale = RAW) -> Difference:
    """The difference between two columns, pair by pair. Whether it is clear does not depend on the scale."""
    wins = sample.wins[:, best, seat], sample.wins[:, column, seat]
    factor = scale.factor(float(wins[0].mean()), float(wins[1].mean()))
    win, win_error = (factor * one for one in mean_and_error(wins[0] - wins[1]))
    points = mean_and_error(sample.margins[:, best, seat] - sample.margins[:, column, seat])
    return Difference(max(win, 0.0), win_error, *points)


def exact_chances(margin: int, seat: int) -> tuple[float, ...]:
    """Of two seats, from the final margin of one."""
    own = 0.5 * (int(margin >= 0) + int(margin > 0))
    return (own, 1.0 - own) if seat == 0 else (1.0 - own, own)


def _exact_loss(best: int, margin: int) -> Difference:
    return Difference(exact_chances(best, 0)[0] - exact_chances(margin, 0)[0], 0.0, float(best - margin), 0.0)
