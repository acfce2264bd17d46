"""Fast writing of lists of legal actions.

Processors cannot predict which actions are legal, so there are no branches: every action is written, then
kept or overwritten by the next. Unsigned positions spare Numba the check for negative ones.
"""

from __future__ import annotations

import numpy as np

from .compiling import Actions, compiled

# Room behind the last legal action, for actions that are written but not kept.
SPARE = 16


def new_action_list(actions: int) -> Actions:
    """A list for the legal actions of a game with this many actions in its table."""
    return np.zeros(actions + SPARE, np.int16)


@compiled
def add_if(out: Actions, count: int, action: int, legal: bool) -> int:
    """Add an action if it is legal. Returns the new number of actions."""
    out[np.uint64(count)] = action
    return count + int(legal)


@compiled
def add_range(out: Actions, count: int, first: int, length: int) -> int:
    """Add `length` actions, at most 16, from `first` on. Returns the new number of actions."""
    for step in range(SPARE):
        out[np.uint64(count) + np.uint64(step)] = first + step
    return count + length
