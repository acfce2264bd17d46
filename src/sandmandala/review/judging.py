"""Judges a decision from what its player knew: what each move is worth, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

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
    pair: Sample  # of the best move and the one that was made, in this order
    differs: bool  # whether some legal move is worse than the best by more than noise


@dataclass(frozen=True)
class _Compared:
    """Moves that were played in the same worlds, and the best of them."""

    actions: Sequence[int]
    sample: Sample
    best: int

    def of(self, actions: Sequence[int]) -> Sample:
        return self.sample.of_moves([self.actions.index(action) for action in actions])

    def loss(self, action: int, seat: int, scale: ChanceScale = RAW) -> Difference:
        return _loss(self.sample, self.actions.index(self.best), self.actions.index(action), seat, scale)


def judge(sampler: Sampler, budget: ReviewBudget, knowledge: Knowledge, played: int) -> Judgement:
    """Judge the position, with the best moves and the one that was made."""
    world, seat, moves = knowledge.world, knowledge.seat, knowledge.legal_actions()
    seeds = sampler.seeds("worlds", world, seat, max(budget.simulations, budget.doubtful))
    first = sampler.sample(world, seat, moves, seeds[: budget.all_moves])
    if len(moves) == 1:
        only = _candidate(knowledge, played, _Compared(moves, first, played))
        return Judgement(_evaluation([only], False), (played,), first.of_moves([0, 0]), False)
    solved = solve_position(knowledge, budget.solver_nodes)
    choice = solved or _search(sampler, "search", budget.search, knowledge)
    kept = _promising(first.wins[:, :, seat], {moves.index(played), moves.index(choice.action)})
    actions = [moves[column] for column in kept]
    rest = sampler.sample(world, seat, actions, seeds[budget.all_moves : budget.simulations])
    listed = _Compared(actions, first.of_moves(kept).with_worlds(rest), choice.action)
    exact = margins_after(knowledge, actions, budget.solver_nodes) if solved else None
    closest = listed if exact else _closest(sampler, budget, knowledge, listed, seeds, choice, played)
    listed = replace(listed, best=closest.best)
    found = [_candidate(knowledge, one, closest if one in closest.actions else listed) for one in actions]
    order = _best_first(found, seat, actions.index(closest.best), exact)
    actions, found = [actions[place] for place in order], [found[place] for place in order]
    if exact:
        margins = [exact[place] for place in order]
        found = [_exact(one, margin, margins[0], seat) for one, margin in zip(found, margins, strict=True)]
    differs = any(is_clear(one.loss) for one in found)
    if not exact:  # moves that are not worth listing differ, too
        best = moves.index(closest.best)
        differs |= any(is_clear(_loss(first, best, one, seat)) for one in range(len(moves)))
    pair = closest.of([actions[0], played])
    return Judgement(_evaluation(found, exact is not None), tuple(actions), pair, differs)


def _closest(
    sampler: Sampler,
    budget: ReviewBudget,
    knowledge: Knowledge,
    listed: _Compared,
    seeds: Seeds,
    choice: Solved | BotDecision,
    played: int,
) -> _Compared:
    """The moves on which the mark depends, in as many worlds as it takes to tell, if there are enough."""
    seat, found = knowledge.seat, listed
    while True:
        if isinstance(choice, BotDecision):
            found = replace(found, best=_best_action(found, seat, choice.action))
        worlds, doubtful = len(found.sample.seeds), _doubtful(knowledge, found, played)
        if 2 * worlds > budget.doubtful or not doubtful:
            break
        actions = [one for one in found.actions if one in (choice.action, *doubtful)]
        more = sampler.sample(knowledge.world, seat, actions, seeds[worlds : 2 * worlds])
        found = _Compared(actions, found.of(actions).with_worlds(more), found.best)
    if isinstance(choice, BotDecision) and budget.last_word and _is_plausible(choice, played):
        # Somebody who sees further than the first search, and better than the policy of the continuations,
        # is not to be blamed for it.
        blamed = is_clear(found.loss(played, seat))
        if blamed and _search(sampler, "last word", budget.last_word, knowledge).action == played:
            return replace(found, best=played)
    return found


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


def _best_action(compared: _Compared, seat: int, searched: int) -> int:
    """The search's choice, unless another move is better than it by more than noise."""
    sample, column = compared.sample, compared.actions.index(searched)
    better = [one for one in range(len(compared.actions)) if is_clear(_loss(sample, one, column, seat))]
    wins = sample.wins[:, :, seat].mean(axis=0)
    return compared.actions[max(better, key=lambda one: wins[one], default=column)]


def _doubtful(knowledge: Knowledge, compared: _Compared, played: int) -> list[int]:
    """The moves on which the mark depends, if other worlds might give another one; else none."""
    thresholds, scale = reviewed_game(knowledge.rules.name).thresholds, _scale(knowledge)

    def loss(action: int) -> Difference:
        return compared.loss(action, knowledge.seat, scale)

    if played == compared.best:  # it is praised if all others are mistakes
        others = {one: loss(one) for one in compared.actions if one != played}
        if any(_is_below(one, thresholds.mistake) for one in others.values()):
            return []
        near = [action for action, one in others.items() if _is_near(one, thresholds.mistake)]
        return [played, *near] if near else []
    made = loss(played)
    is_doubtful = any(_is_near(made, one) for one in astuple(thresholds)) or (
        made.win > thresholds.inaccuracy and _is_near(made, STANDARD_ERRORS * made.win_error)
    )
    return [compared.best, played] if is_doubtful else []


def _is_below(loss: Difference, threshold: float) -> bool:
    return loss.win < threshold - _DOUBT * loss.win_error


def _is_near(loss: Difference, threshold: float) -> bool:
    return abs(loss.win - threshold) < _DOUBT * loss.win_error


def _evaluation(candidates: Sequence[Candidate], is_exact: bool) -> Evaluation:
    """Of candidates, best first."""
    best = candidates[0]
    return Evaluation(
        chances=best.chances,
        places=chances_of_places(best.chances) if len(best.chances) > 2 else None,
        margin=best.margin,
        candidates=tuple(candidates),
        exact=is_exact,
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


def _best_first(
    candidates: Sequence[Candidate], seat: int, best: int, exact: Sequence[int] | None
) -> list[int]:
    """By exact margin, if there is one; else the best, then the others by chance to win and by margin."""

    def key(place: int) -> tuple[float, bool, float, float, int]:
        candidate = candidates[place]
        exact_margin = exact[place] if exact else 0
        return -exact_margin, place != best, -candidate.chances[seat], -candidate.margin, place

    return sorted(range(len(candidates)), key=key)


def _candidate(knowledge: Knowledge, action: int, compared: _Compared) -> Candidate:
    seat, name, scale = knowledge.seat, knowledge.rules.name, _scale(knowledge)
    sample, column = compared.sample, compared.actions.index(action)
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
        loss=compared.loss(action, seat, scale),
        simulations=len(sample.wins),
        line=expected_line(knowledge, action, sample.paths[:, column], sample.seeds),
        facts={fact.name: float(mean) for fact, mean in zip(facts_of(name), means, strict=True)},
    )


def _exact(candidate: Candidate, margin: int, best: int, seat: int) -> Candidate:
    """With the proven margin instead of the sampled one."""
    return structs.replace(
        candidate,
        chances=exact_chances(margin, seat),
        win_error=0.0,
        margin=float(margin),
        margin_error=0.0,
        loss=_exact_loss(best, margin),
        exact_margin=margin,
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
