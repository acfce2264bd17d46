"""Luck, as GNU Backgammon defines it: the value after a draw, less its mean over all that could be drawn.

Both are from what the drawing seat knew before and after. Judged by the network right after the draw, so that
the mean over all draws is 0 by construction, whatever the network believes.
"""

from __future__ import annotations

import math

from ..bots import Knowledge
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
_WORLDS_TO_COMPARE = 12
_DEALS = 256


def luck_of_draw(
    sampler: Sampler, worlds: int, knowledge: Knowledge, action: int, after: States
) -> Draw | None:
    """How lucky the draw after a move was; None if nothing was drawn."""
    seat = knowledge.seat
    if not _could_differ(sampler, knowledge, action, after):
        return None
    seeds = sampler.seeds("draw", knowledge.world, seat, worlds)
    expected = sampler.sample(knowledge.world, seat, [action], seeds, _AT_ONCE)
    drawn = sampler.sample(known_to(seat, after), seat, [NO_MOVE], seeds, _AT_ONCE)
    # The factor is known before the draw, so the mean over all draws stays 0.
    scale = reviewed_game(sampler.rules.name).scale(expected.wins.shape[2])
    factor = scale.factor_at(float(expected.wins[:, 0, seat].mean()))
    errors = [mean_and_error(sample.wins[:, 0, seat])[1] for sample in (expected, drawn)]
    return Draw(
        changes=tuple(factor * one for one in _difference(drawn.wins, expected.wins)),
        margins=_difference(drawn.margins, expected.margins),
        error=factor * math.hypot(*errors),
    )


def _difference(one: Numbers, other: Numbers) -> tuple[float, ...]:
    """Of the means, by seat."""
    return tuple(map(float, one.mean(axis=(0, 1)) - other.mean(axis=(0, 1))))


def _could_differ(sampler: Sampler, knowledge: Knowledge, action: int, after: States) -> bool:
    """Whether the seat could have seen something else after this move."""
    seen = view_json(after, knowledge.seat)
    for number in range(_WORLDS_TO_COMPARE):
        world, stream = knowledge.world.copy(), stream_for_game(sampler.seed, "compare", number)
        entry_points.resample_state(world, 0, knowledge.seat, stream)
        entry_points.play(world, 0, action, stream)
        if view_json(world, knowledge.seat) != seen:
            return True
    return False


def luck_of_game(game: Game) -> list[float]:
    """What all draws of a game together did to each seat's chance to win. Its mean over many games is 0.

    It is the same for the same game.
    """
    sampler, total = Sampler(game.rules, seed=0), [0.0] * game.seats
    for ply, action in enumerate(game.actions, 1):
        knowledge = Knowledge.of_state(game.rules, game.state(ply - 1))
        if draw := luck_of_draw(sampler, QUICK.draws, knowledge, action, game.state(ply)):
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
