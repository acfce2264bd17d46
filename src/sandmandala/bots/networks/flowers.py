"""The inputs of the network of Flowers: of players, the seat itself, the next, and the others together.

Mandalas have no natural order: the one that is being resolved or lacks fewer colours comes first.
"""

from __future__ import annotations

from typing import Any

from ...games.card_counts import discard_size, draw_size, hand_size
from ...games.compiling import compiled
from ...games.flowers.actions import PASS, TAKE, decode
from ...games.flowers.rules import (
    COLOURS,
    DARK,
    IN_FLOWER,
    LIGHT,
    MANDALAS,
    MOST_SEATS,
    NOBODY,
    SINGLE,
    STACK,
    TAKING,
    TILES,
    TIMES_THREE,
    VALUES,
    card_counts_in,
    cards_lying,
    flower_count,
    is_new_colour,
    second_owner,
    tiles_left,
)
from ..evaluation.flowers import FEATURES, VALUE_OF, look_at_tiles, of_colour, tile_worth
from .network import Level, Network, table_inputs

# Of a colour: 16 numbers, and 8 for each mandala.
_COLOUR_MANDALAS, _OF_COLOUR_IN_MANDALA = 16, 8
COLOUR_INPUTS = _COLOUR_MANDALAS + MANDALAS * _OF_COLOUR_IN_MANDALA
# Of the table: the features of the evaluation and 4 numbers for each seat, 13 for each mandala, the rest.
_OF_SEAT, _OF_MANDALA = FEATURES + 4, 13
_TABLE_MANDALAS = MOST_SEATS * _OF_SEAT
_REST = _TABLE_MANDALAS + MANDALAS * _OF_MANDALA
TABLE_INPUTS = _REST + 13
# Kinds of moves: cards face up or face down, by mandala; a tile; a pass.
_FACE_DOWN, _TAKEN, _PASSED = 3, 6, 7
KINDS = 8
MOVE_INPUTS = 16
# The notes: tiles that nobody has, the seat's single tiles and hand; then, for each mandala, its place in our
# order, the missing colours, the seat's cards there, those face up, and the most cards of another seat that
# has one face up.
_FREE, _MINE, _HAND = 0, 1, 2
_PLACE, _MISSING, _LYING, _UP, _MOST = 3, 6, 9, 12, 15
_FEATURE_SCALE = 0.1
_WORTH_SCALE = 1 / 15.0


@compiled
def write_inputs(state: Any, seat: int, out: Any) -> None:
    seats = int(state.seats)
    following = (seat + 1) % seats
    _take_notes(state, seat, out.notes)
    free, mine = int(out.notes[_FREE]), int(out.notes[_MINE])
    theirs = _singles(state, following)
    for colour in range(COLOURS):
        _write_colour(state, seat, following, colour, theirs, out.notes, out.colours[colour])
    table = table_inputs(out)
    for place in range(seats):
        player, at = (seat + place) % seats, place * _OF_SEAT
        for i in range(FEATURES):
            table[at + i] = out.features[place, i] * _FEATURE_SCALE
        at += FEATURES
        table[at] = 1.0
        table[at + 1] = out.formula[place] / 4.0
        table[at + 2] = flower_count(state, player) / 3.0
        table[at + 3] = state.beginner == player
    for mandala in range(MANDALAS):
        if state.tile[mandala, DARK] != NOBODY:
            at = _TABLE_MANDALAS + int(out.notes[_PLACE + mandala]) * _OF_MANDALA
            table[at + 1] = out.notes[_MISSING + mandala] / 4.0
            _write_mandala(state, seat, following, mandala, free, mine, theirs, table, at)
    table[_REST] = seats == 2
    table[_REST + 1] = seats == 3
    table[_REST + 2] = seats == 4
    table[_REST + 3] = state.phase == TAKING
    table[_REST + 4] = state.last_round
    table[_REST + 5] = state.finishing
    table[_REST + 6] = state.passes / 2.0
    table[_REST + 7] = draw_size(state) / 64.0
    table[_REST + 8] = discard_size(state) / 64.0
    table[_REST + 9] = tiles_left(state, DARK) / 18.0
    table[_REST + 10] = tiles_left(state, LIGHT) / 18.0
    table[_REST + 11] = state.final_mandalas
    table[_REST + 12] = state.completer == seat


@compiled
def write_move(state: Any, seat: int, action: int, out: Any, row: int) -> None:
    kind, mandala, colour, cards, back = decode(action)
    move = out.inputs[row]
    free, mine = int(out.notes[_FREE]), int(out.notes[_MINE])
    if kind == PASS:
        out.kind[row] = _PASSED
        return
    if kind == TAKE:
        mandala = int(state.resolving)
        taken, left = int(state.tile[mandala, back]), int(state.tile[mandala, 1 - back])
        second = second_owner(state, mandala)
        theirs = _singles(state, second)
        out.kind[row] = _TAKEN
        out.colour[row, 0] = taken // 6
        out.colour[row, 1] = left // 6
        move[0] = tile_worth(free, mine, taken) * _WORTH_SCALE
        move[1] = tile_worth(free, mine, left) * _WORTH_SCALE
        move[2] = second == seat
        move[3] = tile_worth(free, theirs, left) * _WORTH_SCALE
        move[4] = tile_worth(free, theirs, taken) * _WORTH_SCALE
        return
    is_new = is_new_colour(state, mandala, colour)
    out.kind[row] = out.notes[_PLACE + mandala] + (0 if is_new else _FACE_DOWN)
    out.colour[row, 0] = colour
    _write_play(state, seat, mandala, colour, cards, is_new, out.notes, move)


@compiled
def _write_play(
    state: Any, seat: int, mandala: int, colour: int, cards: int, is_new: bool, notes: Any, move: Any
) -> None:
    free, mine = int(notes[_FREE]), int(notes[_MINE])
    missing = int(notes[_MISSING + mandala]) - int(is_new)
    lying = int(notes[_LYING + mandala]) + cards
    up = int(notes[_UP + mandala]) + cards * int(is_new)
    most, holder = int(notes[_MOST + mandala]), int(state.marker[mandala])
    leads = up > 0 and lying > most
    dark, light = int(state.tile[mandala, DARK]), int(state.tile[mandala, LIGHT])
    on_dark, on_light = tile_worth(free, mine, dark), tile_worth(free, mine, light)
    move[0] = cards / 4.0
    move[1] = cards == 1
    move[2] = cards == 2
    move[3] = (notes[_HAND] - cards) / 8.0
    move[4] = state.hand[seat, colour] == cards
    move[5] = missing / 4.0
    move[6] = missing == 0
    move[7] = missing == 1
    move[8] = (lying - most) / 4.0
    move[9] = leads
    move[10] = leads and holder != seat
    move[11] = leads and missing == 0
    move[12] = max(on_dark, on_light) * _WORTH_SCALE
    move[13] = min(on_dark, on_light) * _WORTH_SCALE
    move[14] = (missing == 0) * leads * max(on_dark, on_light) * _WORTH_SCALE
    move[15] = up == 0


@compiled
def _write_colour(
    state: Any, seat: int, following: int, colour: int, theirs: int, notes: Any, row: Any
) -> None:
    free, mine = int(notes[_FREE]), int(notes[_MINE])
    row[0] = state.draw[colour] / 8.0
    row[1] = state.discard[colour] / 8.0
    row[2] = state.hand[seat, colour] / 4.0
    row[3] = state.hand[seat, colour] > 0
    row[4] = state.hand[following, colour] / 4.0
    row[5] = state.hand[following, colour] > 0
    single, single_there = of_colour(mine, colour), of_colour(theirs, colour)
    if single:
        row[6] = 1.0
        row[7] = VALUES[VALUE_OF[single]] / 7.0
        row[8] = VALUE_OF[single] == TIMES_THREE
    if single_there:
        row[9] = 1.0
        row[10] = VALUES[VALUE_OF[single_there]] / 7.0
    for value in range(6):
        place = int(state.place[colour * 6 + value])
        row[11] += (place == STACK) / 6.0
        row[12] += (of_colour(free, colour) >> value & 1) * VALUES[value] / 12.0
        row[13] += (place >= IN_FLOWER) / 6.0
        row[14] += (SINGLE <= place < IN_FLOWER) / 4.0
    for other in range(state.seats):
        if other != seat and other != following:
            row[15] += state.hand[other, colour] / 8.0
    for mandala in range(MANDALAS):
        if state.tile[mandala, DARK] == NOBODY:
            continue
        at = _COLOUR_MANDALAS + int(notes[_PLACE + mandala]) * _OF_COLOUR_IN_MANDALA
        is_new = is_new_colour(state, mandala, colour)
        row[at] = is_new
        row[at + 1] = is_new and notes[_MISSING + mandala] == 1
        row[at + 2] = cards_lying(state, mandala, seat, colour) / 4.0
        row[at + 3] = cards_lying(state, mandala, following, colour) / 4.0
        row[at + 4] = state.up_owner[mandala, colour] == seat
        for back in range(2):
            tile = int(state.tile[mandala, back])
            if tile // 6 == colour:
                row[at + 5] = VALUES[tile % 6] / 7.0
                row[at + 6] = tile_worth(free, mine, tile) * _WORTH_SCALE
                row[at + 7] = tile_worth(free, theirs, tile) * _WORTH_SCALE


@compiled
def _write_mandala(
    state: Any,
    seat: int,
    following: int,
    mandala: int,
    free: int,
    mine: int,
    theirs: int,
    table: Any,
    at: int,
) -> None:
    holder = int(state.marker[mandala])
    cards, up = card_counts_in(state, mandala, seat)
    cards_there, up_there = card_counts_in(state, mandala, following)
    dark, light = int(state.tile[mandala, DARK]), int(state.tile[mandala, LIGHT])
    table[at] = 1.0
    table[at + 2] = cards / 6.0
    table[at + 3] = up > 0
    table[at + 4] = cards_there / 6.0
    table[at + 5] = up_there > 0
    table[at + 6] = holder == seat
    table[at + 7] = holder == following
    table[at + 8] = (card_counts_in(state, mandala, holder)[0] if holder != NOBODY else 0) / 6.0
    for back in range(2):
        tile = light if back else dark
        table[at + 9 + back] = tile_worth(free, mine, tile) * _WORTH_SCALE
        table[at + 11 + back] = tile_worth(free, theirs, tile) * _WORTH_SCALE


@compiled
def _take_notes(state: Any, seat: int, notes: Any) -> None:
    free, singles, _, _ = look_at_tiles(state, seat)
    notes[_FREE] = free
    notes[_MINE] = singles
    notes[_HAND] = hand_size(state, seat)
    for mandala in range(MANDALAS):
        missing, most = 0, 0
        for colour in range(COLOURS):
            missing += int(is_new_colour(state, mandala, colour))
        for other in range(state.seats):
            lying, up = card_counts_in(state, mandala, other)
            if other == seat:
                notes[_LYING + mandala] = lying
                notes[_UP + mandala] = up
            elif up > 0:
                most = max(most, lying)
        notes[_MISSING + mandala] = missing
        notes[_MOST + mandala] = most
    for mandala in range(MANDALAS):
        place, rank = 0, _rank(state, mandala, notes)
        for other in range(MANDALAS):
            place += int(_rank(state, other, notes) > rank)
        notes[_PLACE + mandala] = place


@compiled
def _rank(state: Any, mandala: int, notes: Any) -> int:
    """The one that is being resolved, then those that lack fewer colours, then those with more cards."""
    resolving = int(state.resolving == mandala)
    cards = int(notes[_LYING + mandala]) + int(notes[_MOST + mandala])
    on_table = int(state.tile[mandala, DARK] != NOBODY)
    lacking = COLOURS - int(notes[_MISSING + mandala])
    return (((resolving * 2 + on_table) * 8 + lacking) * 128 + cards) * 4 + (MANDALAS - mandala)


@compiled
def _singles(state: Any, seat: int) -> int:
    """The single tiles of a seat."""
    singles = 0
    for tile in range(TILES):
        singles |= int(state.place[tile] == SINGLE + seat) << tile
    return singles


LEVELS = (
    Level(1, considered=1, intuition=0.6),
    Level(3, considered=3, intuition=0.2),
    Level(7, considered=4, intuition=0.4),
    Level(14, considered=5, intuition=0.8),
    Level(400),
    Level(60_000),
)

NETWORK = Network(
    game="flowers",
    version=2,
    write_inputs=write_inputs,
    write_move=write_move,
    colour_inputs=COLOUR_INPUTS,
    table_inputs=TABLE_INPUTS,
    move_kinds=KINDS,
    move_inputs=MOVE_INPUTS,
    move_colours=2,
    levels=LEVELS,
    colour_width=64,
    table_width=128,
    move_width=64,
)
