"""What a seat may see, as JSON and as a dictionary."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from .compiling import States
from .entry_points import write_view_json
from .json_writer import BUFFER_BYTES, TEXT_CAPACITY, TEXT_OFFSET
from .rules import MOST_SEATS, OPEN, SEES_ALL, SPECTATOR, View, Viewer, checked_seat


def view_json(states: States, viewer: Viewer) -> bytes:
    """What a viewer may see of the first of these states."""
    raw = np.empty(BUFFER_BYTES, np.uint8)  # a new one each time, since threads may share a game
    size = write_view_json(states, 0, _number(viewer), raw)
    assert size < TEXT_CAPACITY, "a buffer holds every view"
    return raw[TEXT_OFFSET : TEXT_OFFSET + size].tobytes()


def view(state: Any, viewer: Viewer) -> View:
    """The same of a single record, as a dictionary that the caller may change."""
    seen: View = json.loads(view_json(np.atleast_1d(state), viewer))
    return seen


def _number(viewer: Viewer) -> int:
    """The viewer's number in compiled code."""
    if viewer is None:
        return SPECTATOR
    return SEES_ALL if viewer is OPEN else checked_seat(viewer, MOST_SEATS)
