"""Compiling the bots for each game, beside what games/warmup.py compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ..games.errors import UnreadableError
from ..games.rules import rules_of
from ..records import Game
from .bot import Budget, HouseBot, Knowledge
from .minds import mind_of
from .reference import IsmctsBot, UctBot
from .searcher import Searcher
from .simple import GreedyBot

_COMPILED: tuple[HouseBot, ...] = (GreedyBot(), Searcher(), IsmctsBot(), UctBot())


def compile_bots(games: Iterable[str]) -> list[Callable[[], object]]:
    """One step for each bot and game that it plays, and one for each game that can be solved."""
    steps: list[Callable[[], object]] = []
    for name in games:
        steps += [partial(_think_once, bot, name) for bot in _COMPILED if _plays(bot, name)]
        if mind_of(name).solve:
            steps.append(partial(_solve_once, name))
    return steps


def _plays(bot: HouseBot, name: str) -> bool:
    try:
        bot.check_game(rules_of(name))
    except UnreadableError:
        return False
    return True


def _think_once(bot: HouseBot, name: str) -> None:
    bot.warm_up(Knowledge.of(Game.new(name)))


def _solve_once(name: str) -> None:
    """Late in a game, where a solver gets to work."""
    game = Game.new(name, secret=bytes(32))
    solve = mind_of(name).solve
    while solve and not game.is_over and not solve(Knowledge.of(game), Budget(simulations=20)):
        game.play(game.legal_actions()[0])
