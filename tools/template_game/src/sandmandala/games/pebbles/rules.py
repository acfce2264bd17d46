"""The rules of Pebbles. Read it beside docs/pebbles.md: the ids in the comments are its rule ids.

Colours are 0 to 2: white, grey, black.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..action_list import add_if
from ..chance import Chance, count_cards, draw, randbelow
from ..compiling import Actions, compiled, layout

COLOURS = 3
STONES_OF_A_COLOUR = 20
MOST_SEATS = 3
HAND = 5
SET_POINTS = 5
NOTHING = -1

STATE = layout(
    [
        ("beginner", "i1"),  # -1 before set-up: by lot
        ("seats", "i1"),
        ("turn", "i1"),
        ("last", "i1"),  # B4: the colour that was played last, or NOTHING
        ("hand", "i1", (MOST_SEATS, COLOURS)),
        ("row", "i1", (MOST_SEATS, COLOURS)),
        # Compiled code tells games apart by the fields of their states, so one is named after the game.
        ("pebbles_bag", "i1", (COLOURS,)),
    ]
)

# The action table: 3.
PLAY = 0  # + colour
ACTION_COUNT = 3


@compiled
def setup(state: Any, chance: Chance) -> None:
    """B2. The state already has seats and options."""
    seats = int(state.seats)
    if state.beginner < 0:
        state.beginner = randbelow(chance, seats)
    state.turn = state.beginner
    state.last = NOTHING
    state.hand[:] = 0
    state.row[:] = 0
    state.pebbles_bag[:] = STONES_OF_A_COLOUR
    for seat in range(seats):
        for _ in range(HAND):
            _draw_stone(state, seat, chance)


@compiled
def _draw_stone(state: Any, seat: int, chance: Chance) -> None:
    state.hand[seat, draw(state.pebbles_bag, bag_size(state), chance)] += 1


@compiled
def bag_size(state: Any) -> int:
    return count_cards(state.pebbles_bag)


@compiled
def is_over(state: Any) -> bool:
    """B5."""
    return bag_size(state) == 0


@compiled
def player_to_move(state: Any) -> int:
    return -1 if is_over(state) else int(state.turn)


@compiled
def legal_actions(state: Any, out: Actions) -> int:
    """Write the legal actions to `out`, lowest first, and return their number."""
    count = 0
    if is_over(state):
        return count
    for colour in range(COLOURS):
        count = add_if(out, count, PLAY + colour, may_play(state, colour))
    return count


@compiled
def may_play(state: Any, colour: int) -> bool:
    """B3, B4."""
    in_hand = int(state.hand[state.turn, colour])
    return in_hand > 0 and (colour != state.last or in_hand == HAND)


@compiled
def apply(state: Any, action: int, chance: Chance) -> None:
    """B3: play a legal action, then draw."""
    seat, colour = int(state.turn), action - PLAY
    state.hand[seat, colour] -= 1
    state.row[seat, colour] += 1
    state.last = colour
    _draw_stone(state, seat, chance)
    state.turn = (seat + 1) % int(state.seats)


@compiled
def scores(state: Any, out: Any) -> None:
    """B6: the current points of the rows."""
    for seat in range(state.seats):
        sets = STONES_OF_A_COLOUR
        for colour in range(COLOURS):
            sets = min(sets, int(state.row[seat, colour]))
        out[seat] = count_cards(state.row[seat]) + sets * (SET_POINTS - COLOURS)


@compiled
def winners(state: Any) -> int:
    """B6: a bit for each seat that has won; 0 while the game goes on."""
    if not is_over(state):
        return 0
    points = np.zeros(MOST_SEATS, np.int64)
    scores(state, points)
    won = 0
    for seat in range(state.seats):
        if points[seat] == points.max():
            won |= 1 << seat
    return won


@compiled
def resample(state: Any, seat: int, chance: Chance) -> None:
    """Replace what the seat cannot know by a random world: the other hands, and the bag."""
    if is_over(state):  # nothing is hidden any more
        return
    for other in range(state.seats):
        if other != seat:
            for colour in range(COLOURS):
                state.pebbles_bag[colour] += state.hand[other, colour]
                state.hand[other, colour] = 0
    for other in range(state.seats):
        if other != seat:
            for _ in range(HAND):
                _draw_stone(state, other, chance)
