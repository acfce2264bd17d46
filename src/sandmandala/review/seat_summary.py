"""One player's game in sum: headline, counts, where the result came from, lessons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from ..records import Game, Result
from .accounting import identity
from .budget import ReviewBudget
from .continuations import NO_MOVE
from .headline import calibration_of, headline_of
from .lessons import lessons_of
from .luck import luck_of_deal
from .reviewed_game import reviewed_game
from .sampling import Sampler, known_to
from .types import Decision, Engine, Identity, Reason, SeatReview, Share


def seat_review(
    sampler: Sampler,
    budget: ReviewBudget,
    engine: Engine,
    game: Game,
    ending: Result,
    was_dealt: bool,
    decisions: Sequence[Decision],
    reasons: Mapping[int, Reason | None],
    seat: int,
    player: str | None,
) -> SeatReview:
    """Sum up the decisions of a seat; `reasons` are by ply."""
    own = [one for one in decisions if one.seat == seat]
    result, margin = _result(ending, seat)
    wins, points = _identities(sampler, budget, game, decisions, seat, result, margin)
    by_luck = sorted((one.draw.changes[seat], one.ply) for one in own if one.draw)
    marks = Counter(one.mark for one in own if one.mark)
    return SeatReview(
        seat=seat,
        player=player,
        result=result,
        margin=margin,
        headline=headline_of(own, calibration_of(game.name, game.seats, engine)),
        decisions=len(own),
        counted=sum(one.not_counted is None for one in own),
        forced=sum(one.not_counted == "forced" for one in own),
        no_difference=sum(one.not_counted == "no_difference" for one in own),
        marks={str(mark): count for mark, count in marks.items()},
        by_kind=_shares(own, lambda one: one.kind),
        by_phase=_shares(own, lambda one: one.phase),
        deal=luck_of_deal(sampler, budget.draws, game, seat) if was_dealt else 0.0,
        identity=wins,
        identity_points=points,
        luck_adjusted=wins.result - wins.luck + wins.others_luck,
        luckiest=by_luck[-1][1] if by_luck else None,
        unluckiest=by_luck[0][1] if by_luck else None,
        lessons=lessons_of(seat, decisions, reasons, reviewed_game(game.name).thresholds),
    )


def _result(ending: Result, seat: int) -> tuple[float, int]:
    """The share of the win, and the lead over the best other seat."""
    winners, scores = ending.winners, ending.scores
    best_other = max(points for other, points in enumerate(scores) if other != seat)
    return (seat in winners) / len(winners), scores[seat] - best_other


def _identities(
    sampler: Sampler,
    budget: ReviewBudget,
    game: Game,
    decisions: Sequence[Decision],
    seat: int,
    result: float,
    margin: int,
) -> tuple[Identity, Identity]:
    """In chances to win, and in points."""
    start_win, start_margin = _value_of(sampler, budget, game, "start", 0, seat)
    end_win = end_margin = None
    if not game.is_over:  # it ended early
        end_win, end_margin = _value_of(sampler, budget, game, "end", game.ply, seat)
    counted = [one for one in decisions if one.not_counted is None]
    draws = [(one.seat, one.draw) for one in decisions if one.draw]
    wins = identity(
        seat,
        result,
        start_win,
        [(one.seat, one.changes) for one in counted],
        [(drawer, draw.changes) for drawer, draw in draws],
        end_win,
    )
    points = identity(
        seat,
        margin,
        start_margin,
        [(one.seat, one.margins) for one in counted],
        [(drawer, draw.margins) for drawer, draw in draws],
        end_margin,
    )
    return wins, points


def _value_of(
    sampler: Sampler, budget: ReviewBudget, game: Game, purpose: str, ply: int, seat: int
) -> tuple[float, float]:
    """The chance to win and the margin in a position, from what the seat knew."""
    world = known_to(seat, game.state(ply))
    seeds = sampler.seeds(purpose, world, seat, budget.simulations)
    found = sampler.sample(world, seat, [NO_MOVE], seeds)
    chance = reviewed_game(game.name).scale(game.seats).of_position(float(found.wins[:, 0, seat].mean()))
    return chance, float(found.margins[:, 0, seat].mean())


def _shares(decisions: Sequence[Decision], name_of: Callable[[Decision], str]) -> tuple[Share, ...]:
    found: dict[str, list[float]] = {}
    for one in decisions:
        losses = found.setdefault(name_of(one), [])
        if one.not_counted is None:
            losses.append(one.loss.win)
    return tuple(Share(name, len(losses), sum(losses)) for name, losses in found.items())
