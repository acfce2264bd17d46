"""What players get at the end of a game. The rewards of a game always add up to 0.

`outcome`: among n players, each loser pays 1/(n-1), and the winners share it. For two players this is win 1,
draw 0, loss -1; for three it is 1, -1/2, -1/2, or 1/4, 1/4, -1/2 if two share the win.

`margin`: the lead in points over the average of the others; for two players, over the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..games import entry_points
from ..games.errors import UnreadableError
from ..games.rules import Rules
from .batch_kernels import write_rewards

REWARDS = ("outcome", "margin")


def checked_reward(name: str) -> int:
    """The number of a kind of reward in compiled code."""
    if name not in REWARDS:
        raise UnreadableError(f"The reward is {' or '.join(REWARDS)}, not {name!r}.")
    return REWARDS.index(name)


def rewards_of(rules: Rules, state: Any, reward: str = "outcome") -> npt.NDArray[np.float32]:
    """The reward of each seat in a single state; all 0 before the end."""
    states = np.atleast_1d(state)
    seats = rules.seats_of(states[0])
    rewards, points = np.zeros(seats, np.float32), np.zeros(seats, np.int64)
    won = entry_points.winner_bits(states, 0)
    if won:
        entry_points.write_scores(states, 0, points)
        write_rewards(won, seats, checked_reward(reward), points, rewards)
    return rewards
