"""The action table of Mandala, and the decoding of actions."""

from __future__ import annotations

from typing import NamedTuple

from ..compiling import compiled
from ..sand_colours import COLOURS

# The action table: 12 + 84 + 48 + 6.
MOUNTAIN = 0  # + mandala * 6 + colour
FIELD = 12  # + (mandala * 6 + colour) * 7 + count - 1
DISCARD = 96  # + colour * 8 + count - 1
TAKE = 144  # + colour
ACTION_COUNT = 150

NO_MANDALA = -1


class Action(NamedTuple):
    kind: int  # MOUNTAIN, FIELD, DISCARD or TAKE
    mandala: int  # NO_MANDALA if the action does not name one
    colour: int
    cards: int  # their number; 0 for a take, which takes all of them


def _decode(action: int) -> tuple[int, int, int, int]:
    if action >= TAKE:
        return TAKE, NO_MANDALA, action - TAKE, 0
    if action >= DISCARD:
        return DISCARD, NO_MANDALA, (action - DISCARD) // 8, (action - DISCARD) % 8 + 1
    if action >= FIELD:
        place, count = (action - FIELD) // 7, (action - FIELD) % 7 + 1
        return FIELD, place // COLOURS, place % COLOURS, count
    return MOUNTAIN, action // COLOURS, action % COLOURS, 1


decode = compiled(_decode)  # the parts of an action, for compiled code
ACTIONS = tuple(Action(*_decode(action)) for action in range(ACTION_COUNT))  # the same for Python
