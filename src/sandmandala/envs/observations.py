"""Observations for Python: rows of numbers, and their parts by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..games import entry_points
from ..games.action_list import new_action_list
from ..games.compiling import States
from ..games.observation import total_size
from ..games.rules import Rules

Observations = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


def observation_size(rules: Rules) -> int:
    """The length of an observation.

    >>> from ..games.rules import rules_of
    >>> observation_size(rules_of("mandala"))
    166
    """
    return total_size(rules.observation_parts)


def observation(rules: Rules, state: Any, seat: int) -> Observations:
    """What a seat knows of a single state, given as a record or as an array of one."""
    row = np.empty(observation_size(rules), np.float32)
    entry_points.observe_state(_as_array(state), 0, seat, row)
    return row


def named_parts(rules: Rules, row: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """The parts of an observation, or of an array of them, by name: views, not copies."""
    parts, at = {}, 0
    for part in rules.observation_parts:
        parts[part.name] = row[..., at : at + part.size].reshape(row.shape[:-1] + part.shape)
        at += part.size
    return parts


def action_mask(rules: Rules, state: Any) -> Mask:
    """1 for each action that is legal now, 0 for the others."""
    legal = new_action_list(rules.action_count)
    count = entry_points.list_legal(_as_array(state), 0, legal)
    mask = np.zeros(rules.action_count, np.int8)
    mask[legal[:count]] = 1
    return mask


def _as_array(state: Any) -> States:
    return np.atleast_1d(state)
