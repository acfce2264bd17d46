"""The action table of Flowers, and the decoding of actions."""

from __future__ import annotations

from typing import NamedTuple

from ..compiling import compiled
from ..sand_colours import COLOURS

# The action table: 270 + 2 + 1.
PLAY = 0  # + (mandala * 6 + colour) * 15 + count - 1
TAKE = 270  # + DARK or LIGHT
PASS = 272
ACTION_COUNT = 273

_MOST_CARDS = 15  # of one colour
NONE = -1


class Action(NamedTuple):
    """Parts that an action does not have are NONE."""

    kind: int  # PLAY, TAKE or PASS
    mandala: int
    colour: int
    cards: int
    back: int  # of the tile that is taken: DARK or LIGHT


def _decode(action: int) -> tuple[int, int, int, int, int]:
    if action >= PASS:
        return PASS, NONE, NONE, NONE, NONE
    if action >= TAKE:
        return TAKE, NONE, NONE, NONE, action - TAKE
    place, cards = action // _MOST_CARDS, action % _MOST_CARDS + 1
    return PLAY, place // COLOURS, place % COLOURS, cards, NONE


@compiled
def first_play(mandala: int, colour: int) -> int:
    """The action that plays one card; those that play more follow it."""
    return PLAY + (mandala * COLOURS + colour) * _MOST_CARDS


decode = compiled(_decode)  # the parts of an action, for compiled code
ACTIONS = tuple(Action(*_decode(action)) for action in range(ACTION_COUNT))  # the same for Python
