"""What a seat may see, as JSON and as a dictionary."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from .compiling import States
from .play import write_sight
from .rules import MOST_SEATS, OPEN, SEES_ALL, SPECTATOR, View, Viewer, checked_seat
from .writing import PAGE_BYTES, ROOM, TEXT_AT


def view_json(states: States, viewer: Viewer) -> bytes:
    """What a viewer may see of the first of these states."""
    room = np.empty(PAGE_BYTES, np.uint8)  # a new one each time: threads look at games, too
    size = write_sight(states, 0, _number(viewer), room)
    assert size < ROOM, "a page holds every view"
    return room[TEXT_AT : TEXT_AT + size].tobytes()


def view(state: Any, viewer: Viewer) -> View:
    """The same of a single record, as a dictionary that is the caller's own."""
    seen: View = json.loads(view_json(np.atleast_1d(state), viewer))
    return seen


def _number(viewer: Viewer) -> int:
    """A viewer as compiled code knows it."""
    if viewer is None:
        return SPECTATOR
    return SEES_ALL if viewer is OPEN else checked_seat(viewer, MOST_SEATS)
