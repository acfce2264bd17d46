"""Compiles the bots for each game, in addition to games/warmup.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ..games.errors import UnreadableError
from ..games.rules import rules_of
from ..records import Game
from .bot import Budget, BuiltInBot, Knowledge
from .evaluation import Solver, evaluator_of
from .levels import bot_of_level
from .reference_bots import IsmctsBot, UctBot
from .search_bot import SearchBot
from .simple_bots import GreedyBot

Steps = list[Callable[[], object]]
_STRIDE, _SOLVED_POSITIONS = 7, 6


def bot_steps(name: str) -> Steps:
    """One step for each bot of the levels, and one for the solver of a game that has one."""
    weakest, _ = bot_of_level(name, 1)  # uses all that stronger ones use, but the solver
    steps = _think_steps(name, (GreedyBot(), weakest))
    if solve := evaluator_of(name).solve:
        steps.append(partial(_solve_once, name, solve))
    return steps


def reference_steps(name: str) -> Steps:
    """One step for each bot that no level uses."""
    return _think_steps(name, (IsmctsBot(), UctBot(), SearchBot()))


def _think_steps(name: str, bots: Sequence[BuiltInBot]) -> Steps:
    return [partial(_think_once, bot, name) for bot in bots if _plays(bot, name)]


def _plays(bot: BuiltInBot, name: str) -> bool:
    try:
        bot.check_game(rules_of(name))
    except UnreadableError:
        return False
    return True


def _think_once(bot: BuiltInBot, name: str) -> None:
    bot.warm_up(Knowledge.of(Game.new(name)))


def _solve_once(name: str, solve: Solver) -> None:
    """Solve the last positions of a game. With the first legal moves, Patterns ends before there are any."""
    game = Game.new(name, secret=bytes(32))
    while not game.is_over:
        legal = game.legal_actions()
        game.play(legal[_STRIDE * game.ply % len(legal)])
    for _ in range(_SOLVED_POSITIONS):
        game.take_back()
        solve(Knowledge.of(game), Budget(simulations=1000))
