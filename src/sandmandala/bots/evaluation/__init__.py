"""Evaluations of positions: one file for each game that has one."""

from importlib import import_module
from importlib.util import find_spec

from ...games.rules import all_games
from .evaluator import Evaluator, Solver, evaluate, evaluator_of, register

for _game in all_games():
    if find_spec(f"{__name__}.{_game}"):
        register(_game, import_module(f"{__name__}.{_game}").EVALUATOR)

__all__ = ["Evaluator", "Solver", "evaluate", "evaluator_of"]
