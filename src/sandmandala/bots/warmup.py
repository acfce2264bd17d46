"""Compiling the search for each game, beside what games/warmup.py compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ..games.chance import stream_from_seed
from ..records import Game
from .bot import Budget, Knowledge
from .searcher import Searcher


def compile_search(games: Iterable[str]) -> list[Callable[[], object]]:
    """One step for each game."""
    return [partial(_search_once, name) for name in games]


def _search_once(name: str) -> None:
    Searcher().decide(Knowledge.of(Game.new(name)), Budget(simulations=1), stream_from_seed(0))
