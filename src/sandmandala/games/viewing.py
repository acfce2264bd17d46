"""What a seat may see, as JSON and as a dictionary."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from .compiling import States
from .play import write_sight
from .rules import SPECTATOR, View
from .writing import PAGE_BYTES, ROOM, TEXT_AT


def view_json(states: States, seat: int | None) -> bytes:
    """What a seat may see of the first of these states; None is a spectator, OPEN sees everything."""
    room = np.empty(PAGE_BYTES, np.uint8)  # a new one each time: threads look at games, too
    size = write_sight(states, 0, SPECTATOR if seat is None else seat, room)
    assert size < ROOM, "a page holds every view"
    return room[TEXT_AT : TEXT_AT + size].tobytes()


def view(state: Any, seat: int | None) -> View:
    """The same of a single record, as a dictionary that is the caller's own."""
    seen: View = json.loads(view_json(np.atleast_1d(state), seat))
    return seen
