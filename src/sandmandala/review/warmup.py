"""Compiles what reviews need, in addition to the bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..bots import Knowledge
from ..games.rules import rules_of
from ..records import Game
from .sampling import Sampler


def review_steps(name: str) -> list[Callable[[], object]]:
    return [partial(_sample_once, name)]


def _sample_once(name: str) -> None:
    knowledge = Knowledge.of(Game.new(name, secret=bytes(32)))
    sampler, world, seat = Sampler(rules_of(name), 0), knowledge.world, knowledge.seat
    moves, seeds = knowledge.legal_actions()[:1], sampler.seeds("", world, seat, 1)
    sampler.sample(world, seat, moves, seeds, 1)
    sampler.sample_draws(world, seat, moves[0], seeds)
