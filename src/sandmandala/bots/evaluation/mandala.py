"""The evaluation of Mandala.

What matters changes during a game, so each stage has its own weights. Both seats are in the same stage: up to
2 colours in the longer river, 3, 4, 5; the draw pile has run out; the last sharing out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.card_counts import hand_size
from ...games.compiling import compiled
from ...games.mandala.rules import COLOURS, TAKING, river_length
from .evaluator import Evaluator

STAGES = 6
ENDING, LAST = 4, 5
# The features. A gain is what the seat would take if a mandala were shared out now: one that is being shared
# out, one that lacks a colour, two, or more.
POINTS, LOOSE, RIVER, HAND, TURN = 0, 1, 2, 3, 4
GAIN_NOW, GAIN_NEAR, GAIN_HALFWAY, GAIN_FAR = 5, 6, 7, 8
FIELD_NEAR, FIELD_FAR, NEW_COLOURS = 9, 10, 11
COLUMNS = 12
WEIGHTS = (
    (0.106, 0.110, 0.261, 0.101, 0.176, 0.041, 0.030, 0.033, 0.022, 0.124, 0.177, 0.103),
    (0.135, 0.128, 0.381, 0.130, 0.218, 0.042, 0.037, 0.034, 0.010, 0.158, 0.202, 0.200),
    (0.138, 0.121, 0.464, 0.143, 0.266, 0.070, 0.061, 0.056, 0.040, 0.203, 0.189, 0.071),
    (0.171, 0.085, 0.564, 0.108, 0.248, 0.121, 0.074, 0.055, 0.034, 0.203, 0.134, 0.224),
    (0.156, 0.037, 0.118, 0.077, 0.314, 0.000, 0.063, 0.011, -0.100, 0.114, -0.076, 0.249),
    (0.479, 0.077, 0.370, 0.044, 0.109, 0.454, 0.044, 0.014, -0.004, 0.067, 0.037, -0.231),
)
# More cards in a field hardly add to a lead there.
ENOUGH_IN_FIELD = 4


@compiled
def features(state: Any, seat: int, out: Any) -> None:
    """The features for a seat, in the columns of the stage; the columns of other stages are 0."""
    for i in range(STAGES * COLUMNS):
        out[i] = 0.0
    length, other_length = river_length(state, seat), river_length(state, 1 - seat)
    stage = ENDING if state.ending else max(length, other_length, 2) - 2
    out[RIVER] = length
    out[HAND] = hand_size(state, seat)
    out[TURN] = state.turn == seat
    for colour in range(COLOURS):
        place, cards = np.int64(state.river[seat, colour]), _in_cup(state, seat, colour)
        out[POINTS] += cards * place
        out[LOOSE] += cards * (length + 1) * (place == 0)
    for mandala in range(2):
        missing, mine, theirs = 0, 0, 0
        for colour in range(COLOURS):
            in_mine, in_theirs = state.field[mandala, seat, colour], state.field[mandala, 1 - seat, colour]
            missing += (state.mountain[mandala, colour] | in_mine | in_theirs) == 0
            mine += int(in_mine)
            theirs += int(in_theirs)
        taking = state.phase == TAKING and state.resolving == mandala
        # M10; if it is not complete yet, a tie counts against the seat to move.
        is_first = state.turn == seat if taking else mine + (state.turn != seat) > theirs
        gain, after, other_after = _share(
            state, mandala, seat, is_first, mine > 0, theirs > 0, length, other_length
        )
        out[NEW_COLOURS] += after - length
        if taking:
            out[GAIN_NOW] = gain
            if state.ending or max(after, other_after) == COLOURS:
                stage = LAST
        elif missing == 1:
            out[GAIN_NEAR] += gain
            out[FIELD_NEAR] += min(mine, ENOUGH_IN_FIELD)
        else:
            out[GAIN_HALFWAY if missing == 2 else GAIN_FAR] += gain
            out[FIELD_FAR] += min(mine, ENOUGH_IN_FIELD)
    if stage > 0:
        for column in range(COLUMNS):
            out[stage * COLUMNS + column] = out[column]
            out[column] = 0.0


@compiled
def _share(
    state: Any,
    mandala: int,
    seat: int,
    is_first: bool,
    keeps: bool,
    other_keeps: bool,
    length: int,
    other_length: int,
) -> Any:
    """M10 to M12, each seat taking what matters most to both. Returns the gain and the new rivers."""
    # A new colour in a river counts as one more card, since it is worth something for the rest of the game.
    lost = 1 if state.ending or max(length, other_length) >= COLOURS - 1 else 0
    left = 0
    for colour in range(COLOURS):
        left |= (state.mountain[mandala, colour] > 0) << colour
    gain = 0
    while left:
        best, best_own, most = 0, 0, -1
        for colour in range(COLOURS):
            if left >> colour & 1:
                own = keeps * _worth(state, mandala, seat, colour, length, lost)
                both = own + other_keeps * _worth(state, mandala, 1 - seat, colour, other_length, lost)
                if both > most:
                    best, best_own, most = colour, own, both
        left ^= 1 << best
        if is_first:
            gain += best_own
            length += keeps and state.river[seat, best] == 0
        else:
            other_length += other_keeps and state.river[1 - seat, best] == 0
        is_first = not is_first
    return gain, length, other_length


@compiled
def _worth(state: Any, mandala: int, seat: int, colour: int, length: int, lost: int) -> int:
    """The points of a colour of the mountain for a seat whose river has this length."""
    cards, place = np.int64(state.mountain[mandala, colour]), np.int64(state.river[seat, colour])
    if place > 0:
        return int(cards * place)
    return int((cards - lost + _in_cup(state, seat, colour)) * (length + 1))


@compiled
def _in_cup(state: Any, seat: int, colour: int) -> int:
    return int(np.int64(state.cup_dealt[seat, colour]) + np.int64(state.cup_claimed[seat, colour]))


EVALUATOR = Evaluator(features, tuple(weight for stage in WEIGHTS for weight in stage), horizon=10)
