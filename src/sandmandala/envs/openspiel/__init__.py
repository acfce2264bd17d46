"""The games for OpenSpiel (`pip install sandmandala[openspiel]`). Importing this module registers them.

>>> import pyspiel
>>> import sandmandala.envs.openspiel
>>> game = pyspiel.load_game("sandmandala_flowers(players=3,final_mandalas=tiles_out_only)")
>>> game.num_players()
3
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.chance_outcomes()[0]  # who begins?
(True, (0, 0.3333333333333333))
"""

from __future__ import annotations

from ...games.rules import all_games, rules_of
from .game import Game, State, as_parameter, register
from .rollout_evaluator import RolloutEvaluator

__all__ = ["Game", "RolloutEvaluator", "State", "as_parameter"]

for _name in all_games():
    register(rules_of(_name))
