"""Compiles what reviews need, in addition to the bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..bots import Knowledge
from ..games.rules import rules_of
from ..records import Game
from .exact import solve_position
from .sampling import Sampler

_STRIDE, _LAST_MOVES, _NODES = 7, 6, 1000


def review_steps(name: str) -> list[Callable[[], object]]:
    return [partial(_sample_once, name), partial(_solve_once, name)]


def _sample_once(name: str) -> None:
    knowledge = Knowledge.of(Game.new(name, secret=bytes(32)))
    sampler, world, seat = Sampler(rules_of(name), 0), knowledge.world, knowledge.seat
    sampler.sample(world, seat, knowledge.legal_actions()[:1], sampler.seeds("", world, seat, 1), 1)


def _solve_once(name: str) -> None:
    """Solve the last positions of a game. With the first legal moves, Patterns ends before there are any."""
    game = Game.new(name, secret=bytes(32))
    while not game.is_over:
        legal = game.legal_actions()
        game.make_move(legal[_STRIDE * game.ply % len(legal)])
    for _ in range(_LAST_MOVES):
        game.take_back()
        solve_position(Knowledge.of(game), _NODES)
