"""Compiling the bots for each game, beside what games/warmup.py compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ..games.errors import UnreadableError
from ..games.rules import rules_of
from ..records import Game
from .bot import HouseBot, Knowledge
from .reference import IsmctsBot, UctBot
from .searcher import Searcher
from .simple import GreedyBot

_COMPILED: tuple[HouseBot, ...] = (GreedyBot(), Searcher(), IsmctsBot(), UctBot())


def compile_bots(games: Iterable[str]) -> list[Callable[[], object]]:
    """One step for each bot and game that it plays."""
    return [partial(_think_once, bot, name) for name in games for bot in _COMPILED if _plays(bot, name)]


def _plays(bot: HouseBot, name: str) -> bool:
    try:
        bot.check_game(rules_of(name))
    except UnreadableError:
        return False
    return True


def _think_once(bot: HouseBot, name: str) -> None:
    bot.warm_up(Knowledge.of(Game.new(name)))
