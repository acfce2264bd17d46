"""Mandala, Patterns and Flowers as games of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

import pyspiel

from ...games.options import LOT
from ...games.rules import Rules
from .game_model import model_for
from .node import CHANCE, OVER, GameNode, root_node
from .observer import Observer

BY_LOT = -1  # instead of a beginner, since parameters have one type


def as_parameter(position: str) -> str:
    """A position for the parameter `start`, which must not contain `=`, commas or spaces.

    >>> as_parameter("bowls=G/Y turn=1")
    'bowls%3DG/Y%20turn%3D1'
    """
    return quote(position)


class Game(pyspiel.Game):
    """One of the games, with a number of players and its options as parameters."""

    def __init__(self, rules: Rules, kind: Any, parameters: Mapping[str, Any]) -> None:
        seats = int(parameters.get("players", rules.seat_counts[0]))
        options = {name: value for name, value in parameters.items() if name not in ("players", "start")}
        if options.get("beginner") == BY_LOT:
            options["beginner"] = LOT
        self.model = model_for(rules.name, seats, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.action_count,
            max_chance_outcomes=rules.most_outcomes,
            num_players=seats,
            min_utility=-1 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rules.max_moves,
        )
        super().__init__(kind, info, dict(parameters))
        start = parameters.get("start", "")
        self.start = self._at(unquote(start)) if start else root_node(self.model)

    def new_initial_state(self, position: str | None = None) -> State:
        """The state before set-up, or a position as written by `Game.position` of sandmandala."""
        state = State(self)
        if position is not None:
            state.node = self._at(position)
        return state

    def _at(self, position: str) -> GameNode:
        return GameNode.from_position(self.model, self.model.read_position(position))

    def max_chance_nodes_in_history(self) -> int:
        rules = self.model.rules
        return rules.draw_limits.set_up + rules.draw_limits.move * rules.max_moves

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer | None:
        """An observer for one player, with or without perfect recall; None for other kinds."""
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.model, kind.perfect_recall, parameters)


class State(pyspiel.State):
    """A node of a game. OpenSpiel copies and stores `__dict__`, which has only the node."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.node: GameNode = game.start

    def current_player(self) -> int:
        return self.node.seat

    def is_terminal(self) -> bool:
        return self.node.seat == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.node.weights
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if player == CHANCE:
            colours = node.model.rules.palette.names
            return colours[action] if node.kinds else f"{action + 1} of {len(node.weights)}"
        position = node.position
        text = node.model.rules.text
        return text.move_text(position.reader, action) if position else str(action)

    def returns(self) -> list[float]:
        node = self.node
        return node.model.returns(node.record) if self.is_terminal() else [0.0] * node.model.seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that looks the same to the player, with hidden cards resampled and an empty history."""
        if self.node.is_chance:
            raise ValueError("States can be resampled when somebody is to move, not before a draw.")
        state = State(self.get_game())
        state.node = self.node.resampled(player, int(sampler() * 2**53))
        return state

    def __str__(self) -> str:
        node, position = self.node, self.node.position
        text = node.model.rules.text
        where = text.position_text(position.reader) if position else "set-up"
        if not node.is_chance:
            return where
        move = f" {text.move_text(position.reader, node.action)}" if position else ""
        return f"{where}{move} draws {' '.join(map(str, node.draws[0]))}"


def register(rules: Rules) -> None:
    """Register a game with OpenSpiel."""
    kind = pyspiel.GameType(
        short_name=f"sandmandala_{rules.name}",
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if rules.has_hidden_information
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.seat_counts),
        min_num_players=min(rules.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": min(rules.seat_counts),
            "beginner": BY_LOT,
            "start": "",
            **{name: values[0] for name, values in rules.options.items()},
        },
    )
    create: Any = partial(Game, rules, kind)
    # OpenSpiel releases it after Python has ended, when it must not be freed: it keeps itself alive.
    create.itself = create
    pyspiel.register_game(kind, create)
