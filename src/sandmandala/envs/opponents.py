"""Opponents of a learner: functions that choose actions for many games at once.

They get what the player to move knows, never the true state. `sandmandala.arena.opponent` turns bots into
opponents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..games import chance, entry_points
from ..games.compiling import States
from ..games.rules import Rules
from .observations import Mask, Observations


@dataclass(frozen=True)
class Turn:
    """The games in which it is this opponent's turn. All arrays have one row per game."""

    rules: Rules
    seats: npt.NDArray[np.int8]  # the seat to move
    observations: Observations  # what it knows
    masks: Mask
    rng: np.random.Generator
    _states: States

    def world(self, number: int) -> States:
        """One of the games as an array of one state, with everything hidden from the seat resampled."""
        world = self._states[number : number + 1].copy()
        entry_points.resample_state(world, 0, int(self.seats[number]), chance.stream_from_seed(0))
        return world


Opponent = Callable[[Turn], Any]  # returns an action for each game


def random_opponent(turn: Turn) -> npt.NDArray[np.int64]:
    """Chooses uniformly among the legal actions."""
    return random_legal_actions(turn.masks, turn.rng)


def random_legal_actions(masks: Mask, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """A uniformly random legal action for each row of masks."""
    counts = masks.sum(axis=1, dtype=np.int64)
    chosen = rng.integers(0, np.maximum(counts, 1))  # an index into the legal actions of each row
    return np.asarray((masks.cumsum(axis=1, dtype=np.int16) <= chosen[:, None]).sum(axis=1), np.int64)
