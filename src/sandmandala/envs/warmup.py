"""Compiles batches, and what OpenSpiel needs if it is installed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

import numpy as np

from ..games import entry_points
from ..games.compiling import new_states
from ..games.rules import rules_of
from ..games.scripted_chance import SCRIPT
from ..games.warmup import example
from .batch import Batch


def env_steps(name: str) -> list[Callable[[], object]]:
    """One step for each number of seats, since their arrays have different types; then OpenSpiel."""
    steps: list[Callable[[], object]] = [
        partial(_play_batch, name, seats) for seats in rules_of(name).seat_counts
    ]
    if find_spec("pyspiel"):
        steps += [partial(_play_scripted, name), partial(_roll_out, name)]
    return steps


def _play_batch(name: str, seats: int) -> None:
    batch = Batch(name, 1, seats=seats, threads=1)
    batch.step(batch.random_actions())
    batch.observations_for(0)
    batch.set_position(0, batch.position(0))


def _play_scripted(name: str) -> None:
    states, legal, _ = example(name)
    entry_points.play_scripted(states, 0, new_states(SCRIPT, 1), legal, -1)


def _roll_out(name: str) -> None:
    states, legal, stream = example(name)
    entry_points.set_up(states, 0, stream)
    tally = np.zeros(2 ** max(rules_of(name).seat_counts), np.int64)
    entry_points.roll_out(states, 1, stream, legal, tally)
