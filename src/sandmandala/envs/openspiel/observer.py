"""What a seat sees of a state of OpenSpiel, as text and as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..layout import named
from .moment import ROWS, row_width
from .table import Table

if TYPE_CHECKING:
    from .game import State


class Observer:
    """With perfect recall all that a seat has seen, else what it may see now."""

    def __init__(self, table: Table, recalls: bool, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"Observations of Sandmandala take no parameters, but got {parameters}.")
        self._table, self._recalls = table, recalls
        rows = min(ROWS, table.rules.max_moves)
        self._row_bytes = rows * row_width(table.seats) * 4
        past = rows * row_width(table.seats)
        self.tensor = np.zeros(2 * table.size + past if self._recalls else table.size, np.float32)
        now = self.tensor[: table.size]
        if self._recalls:
            self.dict = {
                "now": now,
                "start": self.tensor[table.size : 2 * table.size],
                "past": self.tensor[2 * table.size :].reshape(rows, -1),
            }
        else:
            self.dict = named(table.rules, now)

    def set_from(self, state: State, player: int) -> None:
        """During set-up nothing is seen; while cards are drawn, the position before the move."""
        size, position = self._table.size, state.moment.position
        self.tensor.fill(0)
        if position is None:
            return
        self.tensor[:size] = np.frombuffer(self._table.observe(position.record, player), np.float32)
        if self._recalls:
            memory = position.memory(player)
            self.tensor[size : 2 * size] = np.frombuffer(memory.start, np.float32)
            past = np.frombuffer(memory.rows[-self._row_bytes :], np.float32)
            self.tensor[2 * size : 2 * size + past.size] = past

    def string_from(self, state: State, player: int) -> str:
        moment, position = state.moment, state.moment.position
        if position is None:
            return "set-up"
        rules = self._table.rules
        text = position.memory(player).text if self._recalls else position.seen(player)
        return f"{text}\n{rules.text.move_text(position.plain, moment.action)} …" if moment.is_draw else text
