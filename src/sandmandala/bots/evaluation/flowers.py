"""The evaluation of Flowers: what tiles promise, who is about to get them, and how near the end is.

Sets of tiles are numbers with a bit for each tile, six bits for a colour, so that the worth of a tile can be
looked up in tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.card_counts import hand_size
from ...games.compiling import compiled, interpreted
from ...games.flowers.rules import (
    COLOURS,
    DARK,
    IN_FLOWER,
    LIGHT,
    MANDALAS,
    NOBODY,
    ON_TABLE,
    SINGLE,
    TAKING,
    TILES,
    VALUES,
    card_counts_in,
    flower_points,
    is_new_colour,
    second_owner,
)
from .evaluator import Evaluator

_points = interpreted(flower_points)
# What a single tile gains from its partner, by the values of both.
_GAIN = np.array(
    [[_points(min(a, b), max(a, b)) - VALUES[a] if a != b else 0 for b in range(6)] for a in range(6)],
    np.float64,
)
# What a single tile may still gain: the sum over those of its colour that nobody has, by value and set.
_PROMISE = _GAIN @ np.array([[free >> value & 1 for free in range(64)] for value in range(6)], np.float64)
# The value of the one tile in a set of a colour.
VALUE_OF = np.array([max(tiles.bit_length() - 1, 0) for tiles in range(64)])
_HOPE = 0.08  # the share of a possible gain that counts as made

# The features, by their index in the weights. LATER: times the share of all tiles that are taken; LAST: in
# the last round or at the end.
POINTS, POINTS_LATER, POINTS_LAST = 0, 1, 2
SINGLES, PROMISE, PROMISE_LATER = 3, 4, 5
HAND, TO_MOVE, LAST_TURN = 6, 7, 8
PRIZE = 9  # + the number of missing colours: 0 to 3, since seats that get tiles have a card face up
PRIZE_LATER, PRIZE_LAST, REACH = 13, 14, 15
FEATURES = 16


@compiled
def features(state: Any, seat: int, out: Any) -> None:
    """The features of a position for a seat: its tiles, its hand and turn, what it would get now."""
    for i in range(FEATURES):
        out[i] = 0.0
    free, singles, taken, points = look_at_tiles(state, seat)
    later = taken / TILES
    last = 1.0 if state.last_round or state.finishing else 0.0
    for colour in range(COLOURS):
        single = of_colour(singles, colour)
        if single:
            value = VALUE_OF[single]
            points += VALUES[value]
            out[PROMISE] += _PROMISE[value, of_colour(free, colour)]
            out[SINGLES] += 1.0
    out[PROMISE_LATER] = out[PROMISE] * later
    out[POINTS] = points
    out[POINTS_LATER] = points * later
    out[POINTS_LAST] = points * last
    out[HAND] = hand_size(state, seat)
    mover = _next_to_play(state)
    out[TO_MOVE] = 1.0 if mover == seat else 0.0
    out[LAST_TURN] = 1.0 if state.last_round and _has_turn_left(state, seat, mover) else 0.0
    prizes = 0.0
    for mandala in range(MANDALAS):
        if state.tile[mandala, DARK] != NOBODY:
            missing, prize, reach = _look_at_mandala(state, mandala, seat, free, singles)
            out[PRIZE + min(missing, 3)] += prize
            out[REACH] += reach
            prizes += prize
    out[PRIZE_LATER] = prizes * later
    out[PRIZE_LAST] = prizes * last


@compiled
def look_at_tiles(state: Any, seat: int) -> Any:
    """The tiles that nobody has, the seat's single ones, how many are taken, the points of its flowers."""
    free, singles, taken, points = 0, 0, 0, 0
    for tile in range(TILES):
        place = int(state.place[tile])
        free |= int(place <= ON_TABLE) << tile
        singles |= int(place == SINGLE + seat) << tile
        taken += int(place >= SINGLE)
        partner = place - (IN_FLOWER + seat * 6)
        if tile % 6 < partner < 6:  # each flower once, at its lower tile
            points += flower_points(tile % 6, partner)
    return free, singles, taken, points


@compiled
def of_colour(tiles: int, colour: int) -> int:
    return (tiles >> (colour * 6)) & 63


@compiled
def tile_worth(free: int, singles: int, tile: int) -> float:
    """What a tile is worth to a seat: points made and points hoped for."""
    colour, value = tile // 6, tile % 6
    single = of_colour(singles, colour)
    still_free = of_colour(free, colour)
    if single:
        partner = VALUE_OF[single]
        return float(_GAIN[partner, value] - _HOPE * _PROMISE[partner, still_free])
    return float(VALUES[value] + _HOPE * _PROMISE[value, still_free])


@compiled
def _next_to_play(state: Any) -> int:
    """The seat that plays next, even while a tile is being chosen."""
    if state.phase != TAKING or state.finishing:
        return int(state.turn)
    after = state.completer + 1
    return after if after < state.seats else 0


@compiled
def _has_turn_left(state: Any, seat: int, mover: int) -> bool:
    """Whether a seat has a turn left in the last round, which ends before the beginner's next turn (F15)."""
    if state.finishing:
        return False
    seats, beginner = int(state.seats), int(state.beginner)
    return (seat - beginner) % seats >= (mover - beginner) % seats


@compiled
def _look_at_mandala(state: Any, mandala: int, seat: int, free: int, singles: int) -> Any:
    """The number of missing colours; what the tiles would bring the seat if the mandala were resolved now;
    and what the better tile would bring, if the seat could take the marker in one turn."""
    dark, light = int(state.tile[mandala, DARK]), int(state.tile[mandala, LIGHT])
    on_dark, on_light = tile_worth(free, singles, dark), tile_worth(free, singles, light)
    holder = int(state.marker[mandala])
    cards, up = card_counts_in(state, mandala, seat)
    missing, more = 0, 0
    for colour in range(COLOURS):
        new = is_new_colour(state, mandala, colour)
        missing += int(new)
        if new or up > 0:
            more = max(more, int(state.hand[seat, colour]))
    if seat == holder:
        gets_both = second_owner(state, mandala) == seat
        return missing, on_dark + on_light if gets_both else max(on_dark, on_light), 0.0
    prize, reach, to_beat = 0.0, 0.0, 0
    if holder != NOBODY:
        to_beat = card_counts_in(state, mandala, holder)[0]
        if up > 0 and second_owner(state, mandala) == seat:
            prize = on_light if _prefers_dark(state, holder, free, dark, light) else on_dark
    if missing > 0 and more > 0 and cards + more > to_beat:
        reach = max(on_dark, on_light)
    return missing, prize, reach


@compiled
def _prefers_dark(state: Any, seat: int, free: int, dark: int, light: int) -> bool:
    singles = 0
    for tile in (dark, light):
        for other in range(tile // 6 * 6, tile // 6 * 6 + 6):
            singles |= int(state.place[other] == SINGLE + seat) << other
    return tile_worth(free, singles, dark) >= tile_worth(free, singles, light)


# From tools/fit_evaluation.py, on 226 000 positions of 2700 games with two, three and four players.
WEIGHTS = (
    *(0.06174, 0.14, 0.2322),  # POINTS, LATER, LAST
    *(-0.2372, 0.008961, 0.01709),  # SINGLES, PROMISE, LATER
    *(0.02477, 0.09956, 3.373),  # HAND, TO_MOVE, LAST_TURN
    *(0.05463, 0.01834, 0.01268, -0.003154),  # PRIZE, by missing colours
    *(0.1137, 0.2945, 0.006972),  # PRIZE_LATER, PRIZE_LAST, REACH
)

EVALUATOR = Evaluator(features, WEIGHTS, horizon=10)
