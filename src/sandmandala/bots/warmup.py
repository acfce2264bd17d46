"""Compiling the bots for each game, beside what games/warmup.py compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ..games.errors import UnreadableError
from ..games.rules import rules_of
from ..records import Game
from .bot import Budget, BuiltInBot, Knowledge
from .evaluation import evaluator_of
from .reference_bots import IsmctsBot, UctBot
from .search_bot import SearchBot
from .simple_bots import GreedyBot

_COMPILED: tuple[BuiltInBot, ...] = (GreedyBot(), SearchBot(), IsmctsBot(), UctBot())


def compile_bots(games: Iterable[str]) -> list[Callable[[], object]]:
    """One step for each bot and game that it plays, and one for each game that can be solved."""
    steps: list[Callable[[], object]] = []
    for name in games:
        steps += [partial(_think_once, bot, name) for bot in _COMPILED if _plays(bot, name)]
        if evaluator_of(name).solve:
            steps.append(partial(_solve_once, name))
    return steps


def _plays(bot: BuiltInBot, name: str) -> bool:
    try:
        bot.check_game(rules_of(name))
    except UnreadableError:
        return False
    return True


def _think_once(bot: BuiltInBot, name: str) -> None:
    bot.warm_up(Knowledge.of(Game.new(name)))


def _solve_once(name: str) -> None:
    """Late in a game, where a solver gets to work."""
    game = Game.new(name, secret=bytes(32))
    solve = evaluator_of(name).solve
    while solve and not game.is_over and not solve(Knowledge.of(game), Budget(simulations=20)):
        game.play(game.legal_actions()[0])
