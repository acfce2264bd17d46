"""The rules of Mandala. Read it beside docs/mandala.md: the ids in the comments are its rule ids. The action
table is in actions.py.

Colours are 0 to 5 (red, orange, yellow, green, purple, black), seats and mandalas 0 and 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..action_list import add_if, add_range
from ..card_counts import discard_size, draw_size, hand_size
from ..chance import Chance, count_cards, draw, randbelow
from ..compiling import Actions, compiled, layout
from ..resampling import deal_hidden, most_in_pile, share_out_drawn
from ..sand_colours import COLOURS as COLOURS
from .actions import ACTION_COUNT as ACTION_COUNT
from .actions import DISCARD, FIELD, MOUNTAIN, TAKE, decode

CARDS_OF_A_COLOUR = 18
FIRST_HAND = 6
FIRST_CUP = 2
FIRST_MOUNTAIN = 2
HAND_LIMIT = 8
MOUNTAIN_DRAW = 3
# Our ruling on M14: this many discards in a row, once the draw pile has run out, end the game.
IDLE_LIMIT = 20

PLAYING, TAKING, OVER = 0, 1, 2
NOBODY = -1

STATE = layout(
    [
        ("beginner", "i1"),  # -1 before set-up: by lot
        ("memory_aid", "i1"),
        ("phase", "i1"),
        ("turn", "i1"),  # the seat to play, or to take while a mandala is resolved
        ("resolving", "i1"),  # the mandala being resolved
        ("completer", "i1"),  # who made the completing move
        ("ending", "i1"),  # M14: the draw pile has run out
        ("idle", "i1"),  # discards in a row since then
        ("hand", "i1", (2, COLOURS)),
        ("mountain", "i1", (2, COLOURS)),
        ("field", "i1", (2, 2, COLOURS)),  # by mandala, then seat
        ("river", "i1", (2, COLOURS)),  # the place of each colour, 1 to 6; 0 if it has none
        ("cup_dealt", "i1", (2, COLOURS)),  # known only to the owner
        ("cup_claimed", "i1", (2, COLOURS)),  # came from open mountains
        ("draw", "i1", (COLOURS,)),
        ("discard", "i1", (COLOURS,)),
        ("drawn", "i1", (2, COLOURS)),  # what each seat has drawn since the last shuffle (see resampling.py)
    ]
)


@compiled
def setup(state: Any, chance: Chance) -> None:
    """M2. The state already has the options."""
    if state.beginner < 0:
        state.beginner = randbelow(chance, 2)
    state.turn = state.beginner
    state.phase = PLAYING
    state.resolving = NOBODY
    state.completer = NOBODY
    state.ending = 0
    state.idle = 0
    state.hand[:] = 0
    state.mountain[:] = 0
    state.field[:] = 0
    state.river[:] = 0
    state.cup_dealt[:] = 0
    state.cup_claimed[:] = 0
    state.draw[:] = CARDS_OF_A_COLOUR
    state.discard[:] = 0
    state.drawn[:] = 0
    for mandala in range(2):
        _fill_mountain(state, mandala, chance)
    for seat in range(2):
        _draw_cards(state, seat, FIRST_HAND, chance)
        for _ in range(FIRST_CUP):
            state.cup_dealt[seat, _draw_card(state, NOBODY, chance)] += 1


@compiled
def player_to_move(state: Any) -> int:
    return -1 if state.phase == OVER else int(state.turn)


@compiled
def legal_actions(state: Any, out: Actions) -> int:
    """Write the legal actions to `out`, lowest first, and return their number."""
    count = 0
    if state.phase == TAKING:
        for colour in range(COLOURS):
            lies_there = state.mountain[state.resolving, colour] > 0
            count = add_if(out, count, TAKE + colour, lies_there)
    if state.phase != PLAYING:
        return count
    seat = int(state.turn)
    in_hand = hand_size(state, seat)
    # M16: the last card in hand may go to a mountain only if another can be drawn.
    mountain_open = in_hand > 1 or draw_size(state) + discard_size(state) > 0
    for mandala in range(2):
        for colour in range(COLOURS):
            allowed = mountain_open & may_join_mountain(state, mandala, colour)
            action = MOUNTAIN + mandala * COLOURS + colour
            count = add_if(out, count, action, allowed & (state.hand[seat, colour] > 0))
    for mandala in range(2):
        for colour in range(COLOURS):
            most = min(int(state.hand[seat, colour]), in_hand - 1)  # M7
            most *= may_join_field(state, mandala, seat, colour)
            count = add_range(out, count, FIELD + (mandala * COLOURS + colour) * 7, most)
    for colour in range(COLOURS):
        count = add_range(out, count, DISCARD + colour * 8, int(state.hand[seat, colour]))  # M8
    return count


@compiled
def may_join_mountain(state: Any, mandala: int, colour: int) -> bool:
    """M5, for action A."""
    return bool((state.field[mandala, 0, colour] | state.field[mandala, 1, colour]) == 0)


@compiled
def may_join_field(state: Any, mandala: int, seat: int, colour: int) -> bool:
    """M5, for action B."""
    return bool((state.mountain[mandala, colour] | state.field[mandala, 1 - seat, colour]) == 0)


@compiled
def apply(state: Any, action: int, chance: Chance) -> None:
    """Play a legal action, drawing from `chance`."""
    seat = int(state.turn)
    kind, mandala, colour, count = decode(action)
    if kind == TAKE:
        _take(state, colour, chance)
    elif kind == DISCARD:  # action C
        state.hand[seat, colour] -= count
        state.discard[colour] += count
        was_ending = state.ending
        _draw_cards(state, seat, count, chance)
        state.turn = 1 - seat
        if was_ending:
            state.idle += 1
            if state.idle == IDLE_LIMIT:
                state.phase = OVER
    elif kind == FIELD:  # action B
        state.hand[seat, colour] -= count
        state.field[mandala, seat, colour] += count
        _after_playing(state, mandala)
    else:  # action A
        state.hand[seat, colour] -= 1
        state.mountain[mandala, colour] += 1
        wanted = min(MOUNTAIN_DRAW, HAND_LIMIT - hand_size(state, seat))
        _draw_cards(state, seat, wanted, chance)
        _after_playing(state, mandala)


@compiled
def _after_playing(state: Any, mandala: int) -> None:
    """M9, M10: the turn passes, unless the mandala is complete and must be shared out first."""
    seat = int(state.turn)
    state.idle = 0
    state.turn = 1 - seat
    field = state.field[mandala]
    for colour in range(COLOURS):
        if state.mountain[mandala, colour] + field[0, colour] + field[1, colour] == 0:
            return
    state.phase = TAKING
    state.resolving = mandala
    state.completer = seat
    if count_cards(field[seat]) > count_cards(field[1 - seat]):
        state.turn = seat


@compiled
def _take(state: Any, colour: int, chance: Chance) -> None:
    """M11, M12: take all cards of a colour from the mountain."""
    seat, mandala = int(state.turn), int(state.resolving)
    mountain = state.mountain[mandala]
    taken = mountain[colour]
    mountain[colour] = 0
    if count_cards(state.field[mandala, seat]) == 0:
        state.discard[colour] += taken
    else:
        if state.river[seat, colour] == 0:
            state.river[seat, colour] = river_length(state, seat) + 1
            taken -= 1
        state.cup_claimed[seat, colour] += taken
    state.turn = 1 - seat
    if count_cards(mountain) == 0:
        _clear_mandala(state, chance)


@compiled
def _clear_mandala(state: Any, chance: Chance) -> None:
    """M13, and the ends of the game by M14 and M15."""
    mandala = int(state.resolving)
    for seat in range(2):
        for colour in range(COLOURS):
            state.discard[colour] += state.field[mandala, seat, colour]
            state.field[mandala, seat, colour] = 0
    state.turn = 1 - state.completer
    state.resolving = NOBODY
    state.completer = NOBODY
    if state.ending or river_length(state, 0) == COLOURS or river_length(state, 1) == COLOURS:
        state.phase = OVER
    else:
        state.phase = PLAYING
        _fill_mountain(state, mandala, chance)


@compiled
def _fill_mountain(state: Any, mandala: int, chance: Chance) -> None:
    for _ in range(FIRST_MOUNTAIN):
        colour = _draw_card(state, NOBODY, chance)
        if colour >= 0:
            state.mountain[mandala, colour] += 1


@compiled
def _draw_cards(state: Any, seat: int, count: int, chance: Chance) -> None:
    for _ in range(count):
        colour = _draw_card(state, seat, chance)
        if colour >= 0:
            state.hand[seat, colour] += 1


@compiled
def _draw_card(state: Any, seat: int, chance: Chance) -> int:
    """Draw a card for a seat, or for NOBODY to lie open. Returns its colour; -1 if both piles are empty.
    M14: the draw pile is renewed as soon as it is empty."""
    size = draw_size(state)
    if size == 0:
        size = _renew_draw_pile(state)
        if size == 0:
            return -1
    colour = draw(state.draw, size, chance)
    if state.ending and seat != NOBODY:
        state.drawn[seat, colour] += 1
    if size == 1:
        _renew_draw_pile(state)
    return colour


@compiled
def _renew_draw_pile(state: Any) -> int:
    """M14. The discard pile was open, so everyone knows what is in the new draw pile."""
    state.ending = 1
    for colour in range(COLOURS):
        state.draw[colour] = state.discard[colour]
        state.discard[colour] = 0
    state.drawn[:] = 0
    return draw_size(state)


@compiled
def river_length(state: Any, seat: int) -> int:
    length = 0
    for colour in range(COLOURS):
        if state.river[seat, colour] > 0:
            length += 1
    return length


@compiled
def cup_size(state: Any, seat: int) -> int:
    return count_cards(state.cup_dealt[seat]) + count_cards(state.cup_claimed[seat])


@compiled
def scores(state: Any, out: Any) -> None:
    """M17: the current points of the cups."""
    for seat in range(2):
        points = 0
        for colour in range(COLOURS):
            points += colour_points(state, seat, colour)
        out[seat] = points


@compiled
def colour_points(state: Any, seat: int, colour: int) -> int:
    """M17: what the cup cards of a colour score."""
    cards = state.cup_dealt[seat, colour] + state.cup_claimed[seat, colour]
    return int(cards) * int(state.river[seat, colour])


@compiled
def winners(state: Any) -> int:
    """M18: a bit for each seat that has won; 0 while the game goes on."""
    if state.phase != OVER:
        return 0
    points = np.zeros(2, np.int64)
    scores(state, points)
    lead = points[0] - points[1]
    if lead == 0:
        lead = cup_size(state, 1) - cup_size(state, 0)
    if lead == 0:
        return 3
    return 1 if lead > 0 else 2


@compiled
def resample(state: Any, seat: int, chance: Chance) -> None:
    """Replace what the seat cannot know by a random world: the other hand, the two cards dealt to the
    other cup, the draw pile."""
    if state.phase == OVER:  # nothing is hidden any more
        return
    other = 1 - seat
    pile_most = most_in_pile(state, seat, state.ending != 0)
    places = np.zeros((2, COLOURS), np.int8)
    room = np.array([count_cards(state.hand[other]), count_cards(state.cup_dealt[other])])
    for colour in range(COLOURS):
        state.draw[colour] += state.hand[other, colour] + state.cup_dealt[other, colour]
    deal_hidden(places, room, state.draw, pile_most, chance)
    for colour in range(COLOURS):
        state.hand[other, colour] = places[0, colour]
        state.cup_dealt[other, colour] = places[1, colour]
    if state.ending:
        share_out_drawn(state, seat, pile_most, chance)
