"""Compiling the search for each game, beside what games/warmup.py compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ..games.chance import stream_from_seed
from ..records import Game
from .bot import Budget, Knowledge
from .minds import mind_of
from .searcher import Searcher


def compile_search(games: Iterable[str]) -> list[Callable[[], object]]:
    """One step for each game, and one for each that can be solved."""
    steps: list[Callable[[], object]] = []
    for name in games:
        steps.append(partial(_search_once, name))
        if mind_of(name).solve:
            steps.append(partial(_solve_once, name))
    return steps


def _search_once(name: str) -> None:
    Searcher().decide(Knowledge.of(Game.new(name)), Budget(simulations=1), stream_from_seed(0))


def _solve_once(name: str) -> None:
    """Late in a game, where a solver gets to work."""
    game = Game.new(name, secret=bytes(32))
    solve = mind_of(name).solve
    while solve and not game.is_over and not solve(Knowledge.of(game), Budget(simulations=20)):
        game.play(game.legal_actions()[0])
