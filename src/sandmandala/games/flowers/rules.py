"""The rules of Flowers. Read it beside docs/flowers.md: the ids in the comments are its rule ids.

Colours are 0 to 5: red, orange, yellow, green, purple, black. A tile is colour * 6 + an index into VALUES.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..action_list import add_if, add_range
from ..card_counts import discard_size, draw_size, hand_size
from ..chance import Chance, draw, randbelow
from ..compiling import Actions, compiled, layout
from ..resampling import deal_hidden, most_in_pile, share_out_drawn
from ..sand_colours import COLOURS as COLOURS
from .actions import ACTION_COUNT as ACTION_COUNT
from .actions import PASS, TAKE, decode, first_play

CARDS_OF_A_COLOUR = 15
MOST_SEATS = 4
MANDALAS = 3
FIRST_HAND = 5  # and one more for each later seat
HAND_LIMIT = 8
DRAW_LIMIT = 4
FLOWERS_TO_END = 3

TILES = 36
TIMES_THREE = 5
VALUES = np.array([2, 3, 4, 5, 7, 0], np.int64)  # a single ×3 scores nothing (F16)
DARK, LIGHT = 0, 1
BACK_OF = np.array([DARK, LIGHT, LIGHT, LIGHT, DARK, DARK], np.int64)  # by colour

# Where a tile is. The two tiles of a flower name each other's value.
STACK, ON_TABLE, UNCLAIMED = 0, 1, 2
SINGLE = 3  # + seat
IN_FLOWER = 7  # + seat * 6 + the other tile's value

PLAYING, TAKING, OVER = 0, 1, 2
NOBODY = -1

STATE = layout(
    [
        ("seats", "i1"),
        ("beginner", "i1"),  # -1 before set-up: by lot
        ("memory_aid", "i1"),
        ("final_mandalas", "i1"),  # F15, a table option: 0 all, 1 tiles_out_only
        ("phase", "i1"),
        ("turn", "i1"),  # the seat to play, or to choose a tile
        ("resolving", "i1"),  # the mandala being resolved
        ("completer", "i1"),  # who made the completing play
        ("passes", "i1"),  # passes in a row
        ("last_round", "i1"),  # F15: someone has a third flower
        ("shuffled", "i1"),  # the draw pile has been renewed
        ("finishing", "i1"),  # F15: the last mandalas are being resolved
        ("marker", "i1", (MANDALAS,)),  # the seat that has it, or NOBODY
        ("shown", "i1", (MANDALAS,)),  # bits of the colours on tiles and face-up cards
        ("tile", "i1", (MANDALAS, 2)),  # the dark and the light tile, or NOBODY
        ("place", "i1", (TILES,)),  # where each tile is
        ("hand", "i1", (MOST_SEATS, COLOURS)),
        ("known", "i1", (MOST_SEATS, COLOURS)),  # cards that all saw going to this hand
        ("up", "i1", (MANDALAS, COLOURS)),  # face-up cards: each colour belongs to one player
        ("up_owner", "i1", (MANDALAS, COLOURS)),
        ("down", "i1", (MANDALAS, MOST_SEATS, COLOURS)),  # face-down cards
        ("draw", "i1", (COLOURS,)),
        ("discard", "i1", (COLOURS,)),
        ("drawn", "i1", (MOST_SEATS, COLOURS)),  # since the last shuffle (see resampling.py)
    ]
)


@compiled
def setup(state: Any, chance: Chance) -> None:
    """F2. The state already has seats and options."""
    seats = int(state.seats)
    if state.beginner < 0:
        state.beginner = randbelow(chance, seats)
    state.turn = state.beginner
    state.phase = PLAYING
    state.resolving = NOBODY
    state.completer = NOBODY
    state.passes = 0
    state.last_round = 0
    state.finishing = 0
    state.place[:] = STACK
    state.hand[:] = 0
    state.known[:] = 0
    state.draw[:] = CARDS_OF_A_COLOUR
    state.discard[:] = 0
    state.drawn[:] = 0
    state.shuffled = 0
    for mandala in range(MANDALAS):
        _clear_mandala(state, mandala)
        _lay_tile(state, mandala, DARK, chance)
        _lay_tile(state, mandala, LIGHT, chance)
    for later in range(seats):
        _draw_cards(state, (int(state.beginner) + later) % seats, FIRST_HAND + later, chance)


@compiled
def player_to_move(state: Any) -> int:
    return -1 if state.phase == OVER else int(state.turn)


@compiled
def legal_actions(state: Any, out: Actions) -> int:
    """Write the legal actions to `out`, lowest first, and return their number."""
    count = 0
    if state.phase == OVER:
        return count
    if state.phase == TAKING:
        count = add_if(out, count, TAKE + DARK, True)
        return add_if(out, count, TAKE + LIGHT, True)
    seat = int(state.turn)
    most_of_all = most_playable(state, seat)
    for mandala in range(MANDALAS):
        for colour in range(COLOURS):
            most = min(int(state.hand[seat, colour]), most_of_all)
            count = add_range(out, count, first_play(mandala, colour), most)
    return add_if(out, count, PASS, count == 0)


@compiled
def most_playable(state: Any, seat: int) -> int:
    """F6: a card must be left after drawing, and only playing a single card lets you draw."""
    in_hand = hand_size(state, seat)
    if in_hand == 1:
        return min(1, draw_size(state) + discard_size(state))
    return in_hand - 1


@compiled
def apply(state: Any, action: int, chance: Chance) -> None:
    """Play a legal action, drawing from `chance`."""
    seat = int(state.turn)
    kind, mandala, colour, count, back = decode(action)
    if kind == PASS:
        state.passes += 1
        if state.passes == state.seats:
            _finish(state, False, chance)
        else:
            _end_turn(state, seat, chance)
    elif kind == TAKE:
        _resolve(state, back, chance)
    else:
        _play_cards(state, seat, mandala, colour, count)
        left = hand_size(state, seat)
        if count == 1 and left < HAND_LIMIT:  # F5
            _draw_cards(state, seat, min(DRAW_LIMIT, HAND_LIMIT - left), chance)
        if state.marker[mandala] != seat and has_majority(state, mandala, seat):  # F7
            state.marker[mandala] = seat
        state.passes = 0
        if state.shown[mandala] == (1 << COLOURS) - 1:  # F8
            state.phase = TAKING
            state.resolving = mandala
            state.completer = seat
            state.turn = state.marker[mandala]
        else:
            _end_turn(state, seat, chance)


@compiled
def _play_cards(state: Any, seat: int, mandala: int, colour: int, count: int) -> None:
    """F4."""
    state.hand[seat, colour] -= count
    state.known[seat, colour] = max(0, int(state.known[seat, colour]) - count)
    if is_new_colour(state, mandala, colour):
        state.up[mandala, colour] = count
        state.up_owner[mandala, colour] = seat
        state.shown[mandala] |= 1 << colour
    else:
        state.down[mandala, seat, colour] += count


@compiled
def is_new_colour(state: Any, mandala: int, colour: int) -> bool:
    return (int(state.shown[mandala]) >> colour) & 1 == 0


@compiled
def card_counts_in(state: Any, mandala: int, seat: int) -> Any:
    """How many cards a seat has in a mandala, face up and face down, and how many of them face up."""
    up, down = 0, 0
    for colour in range(COLOURS):
        up += int(state.up[mandala, colour]) * int(state.up_owner[mandala, colour] == seat)
        down += int(state.down[mandala, seat, colour])
    return up + down, up


@compiled
def counted(cards: int, face_up: int) -> int:
    """F7: how many of a player's cards in a mandala count for the majority."""
    return cards if face_up > 0 else 0


@compiled
def has_majority(state: Any, mandala: int, seat: int) -> bool:
    """F7: more cards that count than every other player."""
    cards, up = card_counts_in(state, mandala, seat)
    mine = counted(cards, up)
    if mine == 0:
        return False
    for other in range(state.seats):
        cards, up = card_counts_in(state, mandala, other)
        if other != seat and counted(cards, up) >= mine:
            return False
    return True


@compiled
def second_owner(state: Any, mandala: int) -> int:
    """F10, F11: who gets the second tile."""
    holder = int(state.marker[mandala])
    best, best_rank, tied = NOBODY, 0, False
    for seat in range(state.seats):
        cards, up = card_counts_in(state, mandala, seat)
        rank = cards * 128 + up  # more cards first, then more face-up cards: both in one number
        if seat == holder or up == 0 or rank < best_rank:
            continue
        tied = rank == best_rank
        best, best_rank = seat, rank
    if best == NOBODY or tied:
        return holder
    if state.seats == 2 and 2 * (best_rank >> 7) < card_counts_in(state, mandala, holder)[0]:
        return holder
    return best


@compiled
def _resolve(state: Any, chosen: int, chance: Chance) -> None:
    """F9 to F14: share out the tiles of a mandala and clear it."""
    mandala = int(state.resolving)
    first, second = int(state.marker[mandala]), second_owner(state, mandala)
    _claim(state, first, int(state.tile[mandala, chosen]))
    _claim(state, second, int(state.tile[mandala, 1 - chosen]))
    for seat in range(state.seats):
        got_a_tile = (seat == first) | (seat == second)
        if got_a_tile:
            _discard_cards(state, mandala, seat)
        else:
            _return_cards(state, mandala, seat)
    _clear_mandala(state, mandala)
    completer = int(state.completer)
    state.phase = PLAYING
    state.resolving = NOBODY
    state.completer = NOBODY
    if state.finishing:
        _resolve_another(state, chance)
    elif tiles_left(state, DARK) == 0 or tiles_left(state, LIGHT) == 0:
        _finish(state, True, chance)
    else:
        _lay_tile(state, mandala, DARK, chance)
        _lay_tile(state, mandala, LIGHT, chance)
        _end_turn(state, completer, chance)


@compiled
def _claim(state: Any, seat: int, tile: int) -> None:
    """F12: a tile joins the single one of its colour, if there is one, to form a flower."""
    colour, value = tile // 6, tile % 6
    state.place[tile] = SINGLE + seat
    for other in range(6):
        partner = colour * 6 + other
        if partner != tile and state.place[partner] == SINGLE + seat:
            state.place[tile] = IN_FLOWER + seat * 6 + other
            state.place[partner] = IN_FLOWER + seat * 6 + value
            if flower_count(state, seat) >= FLOWERS_TO_END:
                state.last_round = 1
            return


@compiled
def flower_count(state: Any, seat: int) -> int:
    """How many flowers a seat has."""
    tiles = 0
    for tile in range(TILES):
        tiles += int(in_flower_of(state, tile, seat))
    return tiles // 2


@compiled
def in_flower_of(state: Any, tile: int, seat: int) -> bool:
    return bool(0 <= state.place[tile] - (IN_FLOWER + seat * 6) < 6)


@compiled
def _discard_cards(state: Any, mandala: int, seat: int) -> None:
    """F13, for the seats that got a tile."""
    for colour in range(COLOURS):
        state.discard[colour] += cards_lying(state, mandala, seat, colour)


@compiled
def _return_cards(state: Any, mandala: int, seat: int) -> None:
    """F13, for the other seats. Everyone sees the cards go back."""
    for colour in range(COLOURS):
        cards = cards_lying(state, mandala, seat, colour)
        state.hand[seat, colour] += cards
        state.known[seat, colour] += cards


@compiled
def cards_lying(state: Any, mandala: int, seat: int, colour: int) -> int:
    cards = int(state.down[mandala, seat, colour])
    if state.up_owner[mandala, colour] == seat:
        cards += int(state.up[mandala, colour])
    return cards


@compiled
def _clear_mandala(state: Any, mandala: int) -> None:
    state.marker[mandala] = NOBODY
    state.shown[mandala] = 0
    state.tile[mandala, :] = NOBODY
    state.up[mandala, :] = 0
    state.up_owner[mandala, :] = NOBODY
    state.down[mandala, :, :] = 0


@compiled
def tiles_left(state: Any, back: int) -> int:
    """How many tiles the dark or the light stack still has."""
    count = 0
    for tile in range(TILES):
        count += int(state.place[tile] == STACK) * int(BACK_OF[tile // 6] == back)
    return count


@compiled
def _lay_tile(state: Any, mandala: int, back: int, chance: Chance) -> None:
    """F14: a random tile from the stack with that back."""
    skip = randbelow(chance, tiles_left(state, back))
    for tile in range(TILES):
        if state.place[tile] == STACK and BACK_OF[tile // 6] == back:
            if skip == 0:
                state.place[tile] = ON_TABLE
                state.tile[mandala, back] = tile
                state.shown[mandala] |= 1 << (tile // 6)
                return
            skip -= 1


@compiled
def _end_turn(state: Any, seat: int, chance: Chance) -> None:
    """The next player's turn, or the end of the game at the end of the last round (F15)."""
    state.turn = seat + 1 if seat + 1 < state.seats else 0
    if state.last_round and state.turn == state.beginner:
        _finish(state, False, chance)


@compiled
def _finish(state: Any, tiles_out: bool, chance: Chance) -> None:
    """F15: resolve the mandalas still on the table, if the table option says so."""
    state.finishing = 1
    if tiles_out or not state.final_mandalas:
        _resolve_another(state, chance)
    else:
        state.phase = OVER


@compiled
def _resolve_another(state: Any, chance: Chance) -> None:
    """F15: the next of the last mandalas, in random order. One whose marker nobody has gives no tiles."""
    while True:
        left = 0
        for mandala in range(MANDALAS):
            left += int(state.tile[mandala, DARK] != NOBODY)
        if left == 0:
            state.phase = OVER
            return
        skip = randbelow(chance, left)
        mandala = 0
        while state.tile[mandala, DARK] == NOBODY or skip > 0:
            skip -= int(state.tile[mandala, DARK] != NOBODY)
            mandala += 1
        if state.marker[mandala] != NOBODY:
            state.phase = TAKING
            state.resolving = mandala
            state.turn = state.marker[mandala]
            return
        state.place[state.tile[mandala, DARK]] = UNCLAIMED
        state.place[state.tile[mandala, LIGHT]] = UNCLAIMED
        for seat in range(state.seats):
            _return_cards(state, mandala, seat)
        _clear_mandala(state, mandala)


@compiled
def _draw_cards(state: Any, seat: int, count: int, chance: Chance) -> None:
    """F5: as many as there are. An empty draw pile is renewed immediately."""
    size = draw_size(state)
    for _ in range(count):
        if size == 0:
            size = _renew_draw_pile(state)
            if size == 0:
                return
        colour = draw(state.draw, size, chance)
        state.hand[seat, colour] += 1
        state.drawn[seat, colour] += state.shuffled
        size -= 1
        if size == 0:
            size = _renew_draw_pile(state)


@compiled
def _renew_draw_pile(state: Any) -> int:
    """The discard pile was open, so everyone knows what is in the new draw pile."""
    for colour in range(COLOURS):
        state.draw[colour] = state.discard[colour]
        state.discard[colour] = 0
    state.drawn[:] = 0
    state.shuffled = 1
    return draw_size(state)


@compiled
def scores(state: Any, out: Any) -> None:
    """F16: the current points of tiles and flowers."""
    for seat in range(state.seats):
        out[seat] = 0
    for colour in range(COLOURS):
        for value in range(6):
            place = int(state.place[colour * 6 + value])
            if place >= IN_FLOWER:
                partner = (place - IN_FLOWER) % 6
                if value < partner:  # each flower once, at its lower tile
                    out[(place - IN_FLOWER) // 6] += flower_points(value, partner)
            elif place >= SINGLE:
                out[place - SINGLE] += VALUES[value]


@compiled
def flower_points(lower: int, higher: int) -> int:
    """F16. Values are indices, ×3 the highest."""
    times_lower, times_higher = flower_factors(higher)
    return int(times_lower * VALUES[lower] + times_higher * VALUES[higher])


@compiled
def flower_factors(higher: int) -> Any:
    """F16: how many times the lower and the higher tile of a flower count."""
    if higher == TIMES_THREE:
        return 3, 0
    return 2, 1


@compiled
def winners(state: Any) -> int:
    """F17: a bit for each seat that has won; 0 while the game goes on."""
    if state.phase != OVER:
        return 0
    points = np.zeros(MOST_SEATS, np.int64)
    scores(state, points)
    best, won = -1, 0
    for seat in range(state.seats):
        rank = points[seat] * 128 + hand_size(state, seat)
        if rank > best:
            best, won = rank, 1 << seat
        elif rank == best:
            won |= 1 << seat
    return won


@compiled
def resample(state: Any, seat: int, chance: Chance) -> None:
    """Replace what the seat cannot know by a random world: the draw pile, and the other hands except
    for publicly known cards."""
    if state.phase == OVER:  # nothing is hidden any more
        return
    pile_most = most_in_pile(state, seat, state.shuffled != 0)
    room = np.zeros(MOST_SEATS, np.int64)
    hidden = np.zeros((MOST_SEATS, COLOURS), np.int8)
    for other in range(state.seats):
        if other != seat:
            for colour in range(COLOURS):
                cards = int(state.hand[other, colour]) - int(state.known[other, colour])
                room[other] += cards
                state.draw[colour] += cards
                state.hand[other, colour] -= cards
    deal_hidden(hidden, room, state.draw, pile_most, chance)
    for other in range(state.seats):
        for colour in range(COLOURS):
            state.hand[other, colour] += hidden[other, colour]
    if state.shuffled:
        share_out_drawn(state, seat, pile_most, chance)
