"""What a seat sees of a state of OpenSpiel, as text and as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..observations import named_parts
from .game_model import GameModel
from .node import ROWS, row_width

if TYPE_CHECKING:
    from .game import State


class Observer:
    """With perfect recall everything that a seat has seen, otherwise what it may see now."""

    def __init__(self, model: GameModel, recalls: bool, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"Observations of Sandmandala take no parameters, but got {parameters}.")
        self._model, self._recalls = model, recalls
        rows = min(ROWS, model.rules.max_moves)
        self._row_bytes = rows * row_width(model.rules, model.seats) * 4
        past = rows * row_width(model.rules, model.seats)
        self.tensor = np.zeros(2 * model.size + past if self._recalls else model.size, np.float32)
        now = self.tensor[: model.size]
        if self._recalls:
            self.dict = {
                "now": now,
                "start": self.tensor[model.size : 2 * model.size],
                "past": self.tensor[2 * model.size :].reshape(rows, -1),
            }
        else:
            self.dict = named_parts(model.rules, now)

    def set_from(self, state: State, player: int) -> None:
        """During set-up there is nothing to see; during a draw, it is the position before the move."""
        size, position = self._model.size, state.node.position
        self.tensor.fill(0)
        if position is None:
            return
        self.tensor[:size] = np.frombuffer(self._model.observe(position.record, player), np.float32)
        if self._recalls:
            information_state = position.information_state(player)
            self.tensor[size : 2 * size] = np.frombuffer(information_state.start, np.float32)
            past = np.frombuffer(information_state.rows[-self._row_bytes :], np.float32)
            self.tensor[2 * size : 2 * size + past.size] = past

    def string_from(self, state: State, player: int) -> str:
        node, position = state.node, state.node.position
        if position is None:
            return "set-up"
        rules = self._model.rules
        text = position.information_state(player).text if self._recalls else position.view_text(player)
        return f"{text}\n{rules.text.move_text(position.reader, node.action)} …" if node.is_chance else text
