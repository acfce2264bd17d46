"""Writing lists of legal actions, quickly.

Which action is legal cannot be predicted, so there are no branches: an action is written in any case,
and kept or overwritten by the next. Unsigned positions spare Numba the check for negative ones.
"""

from __future__ import annotations

import numpy as np

from .compiling import Actions, compiled

# Room behind the last legal action, for what is written and not kept.
SPARE = 16


def new_action_list(actions: int) -> Actions:
    """Room for the legal actions of a game that has so many in all."""
    return np.zeros(actions + SPARE, np.int16)


@compiled
def add_if(out: Actions, count: int, action: int, legal: bool) -> int:
    """Add an action if it is legal; the new number of actions."""
    out[np.uint64(count)] = action
    return count + int(legal)


@compiled
def add_range(out: Actions, count: int, first: int, length: int) -> int:
    """Add as many actions as said, at most 16, from `first` on; the new number of actions."""
    for step in range(SPARE):
        out[np.uint64(count) + np.uint64(step)] = first + step
    return count + length
