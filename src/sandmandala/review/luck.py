"""Luck, as GNU Backgammon defines it: the value after a draw, less its mean over all that could be drawn.

Values are from what the drawing seat knows after the draw, judged by the network at once. The mean is over
draws from the pile as it lay, so luck is 0 on average by construction, whatever the network believes. Piles
that the seat could think of would not do: others keep what suits them, so they do not hold random cards.
"""

from __future__ import annotations

import math

from ..games import entry_points
from ..games.chance import stream_for_game
from ..games.compiling import States
from ..games.options import template
from ..games.views import view_json
from ..records import Game
from .budget import QUICK
from .continuations import NO_MOVE
from .reviewed_game import reviewed_game
from .sampling import Numbers, Sampler, known_to, mean_and_error
from .types import Draw

_AT_ONCE = 0  # the horizon: judge without playing on
_DRAWS_TO_COMPARE = 12
_DEALS = 256


def luck_of_draw(
    sampler: Sampler, worlds: int, seat: int, before: States, action: int, after: States
) -> Draw | None:
    """How lucky the draw after a move of the seat was; None if nothing else could have been drawn."""
    if not _could_differ(sampler, seat, before, action, after):
        return None
    seeds = sampler.seeds("draw", known_to(seat, before), seat, worlds)
    expected, expected_margins = sampler.sample_draws(before, seat, action, seeds)
    drawn, drawn_margins = sampler.sample_draws(after, seat, NO_MOVE, seeds)
    # The factor does not depend on the draw, so the mean over all draws stays 0.
    scale = reviewed_game(sampler.rules.name).scale(expected.shape[1])
    factor = scale.factor_at(float(expected[:, seat].mean()))
    errors = [mean_and_error(wins[:, seat])[1] for wins in (expected, drawn)]
    return Draw(
        changes=tuple(factor * one for one in _difference(drawn, expected)),
        margins=_difference(drawn_margins, expected_margins),
        error=factor * math.hypot(*errors),
    )


def _difference(one: Numbers, other: Numbers) -> tuple[float, ...]:
    """Of the means, by seat."""
    return tuple(map(float, one.mean(axis=0) - other.mean(axis=0)))


def _could_differ(sampler: Sampler, seat: int, before: States, action: int, after: States) -> bool:
    """Whether the seat could have seen something else after this move."""
    seen = view_json(after, seat)
    for number in range(_DRAWS_TO_COMPARE):
        other = before.copy()
        entry_points.play(other, 0, action, stream_for_game(sampler.seed, "compare", number))
        if view_json(other, seat) != seen:
            return True
    return False


def luck_of_game(game: Game) -> list[float]:
    """What all draws of a game together did to each seat's chance to win. Its mean over many games is 0.

    It is the same for the same game.
    """
    sampler, total = Sampler(game.rules, seed=0), [0.0] * game.seats
    for ply, action in enumerate(game.actions, 1):
        seat = game.mover(ply)
        if draw := luck_of_draw(sampler, QUICK.draws, seat, game.state(ply - 1), action, game.state(ply)):
            total = [sum(both) for both in zip(total, draw.changes, strict=True)]
    return total


def luck_of_deal(sampler: Sampler, worlds: int, game: Game, seat: int) -> float:
    """How much better the start was for a seat, from what it knew, than the mean over all deals."""
    start = known_to(seat, game.state(0))
    seeds = sampler.seeds("deal", start, seat, max(worlds, _DEALS))
    dealt = sampler.sample(start, seat, [NO_MOVE], seeds[:worlds], _AT_ONCE)
    options = {**game.options, "beginner": int(start[0]["beginner"])}
    total = 0.0
    for number in range(_DEALS):
        other = template(game.rules, game.seats, options)
        entry_points.set_up(other, 0, stream_for_game(sampler.seed, "deal", number))
        judged = sampler.sample(other, seat, [NO_MOVE], seeds[number : number + 1], _AT_ONCE, is_open=True)
        total += float(judged.wins[0, 0, seat])
    scale, mean = reviewed_game(game.name).scale(game.seats), total / _DEALS
    return scale.factor_at(mean) * (float(dealt.wins[:, 0, seat].mean()) - mean)
