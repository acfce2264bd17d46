"""Resampling: replacing what a seat cannot know by a random world.

A player with a good memory knows more than the table shows. A discard pile is open when it is shuffled, so
everyone knows what the new draw pile was made of, and each seat knows what it has drawn from it. So a state
stores the cards that each seat has `drawn` since the last shuffle.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .chance import Chance, count_cards, draw, randbelow
from .compiling import compiled


@compiled
def deal_hidden(places: Any, room: Any, unseen: Any, pile_most: Any, chance: Chance) -> None:
    """Deal unseen cards to hidden places. The rest of `unseen` is the draw pile.

    `places[i]` takes `room[i]` cards. The draw pile has at most `pile_most` cards of each colour: somebody
    must hold the others.
    """
    free = 0
    for place in range(room.shape[0]):
        free += int(room[place])
    for colour in range(unseen.shape[0]):
        while unseen[colour] > pile_most[colour]:
            which = randbelow(chance, free)
            place = 0
            while which >= room[place]:
                which -= room[place]
                place += 1
            places[place, colour] += 1
            room[place] -= 1
            free -= 1
            unseen[colour] -= 1
    left = count_cards(unseen)
    for place in range(room.shape[0]):
        while room[place] > 0:
            places[place, draw(unseen, left, chance)] += 1
            room[place] -= 1
            left -= 1


@compiled
def most_in_pile(state: Any, seat: int, shuffled: bool) -> Any:
    """The most cards of each colour that the draw pile can have, as far as the seat knows."""
    most = np.full(state.draw.shape[0], 127, np.int8)
    if shuffled:
        for colour in range(most.shape[0]):
            most[colour] = shuffled_in(state, seat, colour)
    return most


@compiled
def shuffled_in(state: Any, seat: int, colour: int) -> int:
    """The number of cards of a colour that were shuffled into the draw pile and not drawn by this seat."""
    cards = int(state.draw[colour])
    for other in range(state.drawn.shape[0]):
        cards += int(state.drawn[other, colour]) * int(other != seat)
    return cards


@compiled
def share_out_drawn(state: Any, seat: int, pile_most: Any, chance: Chance) -> None:
    """After dealing: the others have drawn what the draw pile no longer has, each as many cards as before."""
    gone = np.zeros(state.draw.shape[0], np.int8)
    for colour in range(gone.shape[0]):
        gone[colour] = pile_most[colour] - state.draw[colour]
    left = count_cards(gone)
    for other in range(state.drawn.shape[0]):
        if other != seat:
            count = count_cards(state.drawn[other])
            state.drawn[other, :] = 0
            for _ in range(count):
                state.drawn[other, draw(gone, left, chance)] += 1
                left -= 1
