"""The inputs of the network of Mandala.

Mandalas have no natural order: the one that is being shared out or lacks fewer colours comes first.
"""

from __future__ import annotations

from typing import Any

from ...games.card_counts import discard_size, draw_size, hand_size
from ...games.chance import count_cards
from ...games.compiling import compiled
from ...games.mandala.actions import DISCARD, FIELD, MOUNTAIN, NO_MANDALA, decode
from ...games.mandala.rules import (
    COLOURS,
    IDLE_LIMIT,
    TAKING,
    cup_size,
    may_join_field,
    may_join_mountain,
    river_length,
)
from ..evaluation.mandala import COLUMNS, STAGES
from .network import Level, Network, table_inputs
from .staged_features import write_stage

# Of a colour: 4 numbers for the piles and 10 for each mandala, then 8 for each player.
_OF_MANDALA, _OF_PLAYER = 10, 8
_MANDALAS, _PLAYERS = 2, 22
COLOUR_INPUTS = _PLAYERS + 2 * _OF_PLAYER
# Of the table: the stage, the features of the evaluation, 6 numbers for each mandala, 4 for each player.
_TABLE_MANDALAS = STAGES + 2 * COLUMNS
_TABLE_PLAYERS = _TABLE_MANDALAS + 12
_REST = _TABLE_PLAYERS + 8
TABLE_INPUTS = _REST + 7
# Kinds of moves: to either mountain; a number of cards to either field; a number discarded; taken.
_TO_FIELD, _DISCARDED, _TAKEN = 2, 16, 24
KINDS = 25
MOVE_INPUTS = 6
# The notes: the first mandala and the seat's hand; then, for each mandala, how many colours it lacks, and by
# how many cards the seat leads in its fields.
_FIRST, _HAND, _LACKING, _LEAD = 0, 1, 2, 4


@compiled
def write_inputs(state: Any, seat: int, out: Any) -> None:
    other = 1 - seat
    _take_notes(state, seat, out.notes)
    first = int(out.notes[_FIRST])
    lengths = river_length(state, seat), river_length(state, other)
    hands = hand_size(state, seat), hand_size(state, other)
    for colour in range(COLOURS):
        row = out.colours[colour]
        row[0] = state.draw[colour] / 9.0
        row[1] = state.discard[colour] / 9.0
        for place in range(2):
            mandala = first ^ place
            missing, at = int(out.notes[_LACKING + mandala]), _MANDALAS + place * _OF_MANDALA
            _write_colour_in_mandala(state, seat, mandala, colour, missing, row, at)
        for place in range(2):
            at = _PLAYERS + place * _OF_PLAYER
            _write_colour_of_player(state, seat ^ place, colour, lengths[place], row, at)
    table = table_inputs(out)
    write_stage(out.features, 2, STAGES, COLUMNS, table, 0)
    for place in range(2):
        _write_mandala(state, seat, first ^ place, table, _TABLE_MANDALAS + 6 * place)
        at = _TABLE_PLAYERS + 4 * place
        table[at] = hands[place] / 8.0
        table[at + 1] = lengths[place] / 6.0
        table[at + 2] = cup_size(state, seat ^ place) / 16.0
        table[at + 3] = out.formula[place] / 4.0
    table[_REST] = draw_size(state) / 64.0
    table[_REST + 1] = discard_size(state) / 64.0
    table[_REST + 2] = state.ending
    table[_REST + 3] = state.idle / float(IDLE_LIMIT)
    table[_REST + 4] = state.phase == TAKING
    table[_REST + 5] = state.completer == seat
    table[_REST + 6] = (out.formula[0] - out.formula[1]) / 4.0


@compiled
def write_move(state: Any, seat: int, action: int, out: Any, row: int) -> None:
    kind, mandala, colour, cards = decode(action)
    out.colour[row, 0] = colour
    move = out.inputs[row]
    if mandala == NO_MANDALA:
        if kind == DISCARD:
            out.kind[row] = _DISCARDED + cards - 1
            move[0] = state.hand[seat, colour] == cards
        else:
            out.kind[row] = _TAKEN
            move[0] = count_cards(state.mountain[state.resolving]) == state.mountain[state.resolving, colour]
        return
    place = mandala ^ int(out.notes[_FIRST])
    out.kind[row] = place if kind == MOUNTAIN else _TO_FIELD + place * 7 + cards - 1
    in_field = cards if kind == FIELD else 0
    lead = int(out.notes[_LEAD + mandala]) + in_field
    lacks = _is_missing(state, mandala, colour)
    completes = lacks and out.notes[_LACKING + mandala] == 1
    move[0] = state.hand[seat, colour] == cards
    move[1] = lacks
    move[2] = completes
    move[3] = lead / 4.0
    move[4] = completes and lead > 0
    move[5] = (out.notes[_HAND] - cards) / 8.0


@compiled
def _take_notes(state: Any, seat: int, notes: Any) -> None:
    notes[_FIRST] = _first_mandala(state)
    notes[_HAND] = hand_size(state, seat)
    for mandala in range(2):
        notes[_LACKING + mandala] = _missing(state, mandala)
        notes[_LEAD + mandala] = _field_size(state, mandala, seat) - _field_size(state, mandala, 1 - seat)


@compiled
def _write_colour_in_mandala(
    state: Any, seat: int, mandala: int, colour: int, missing: int, row: Any, at: int
) -> None:
    other = 1 - seat
    cards = int(state.mountain[mandala, colour])
    row[at] = cards / 4.0
    row[at + 1] = state.field[mandala, seat, colour] / 4.0
    row[at + 2] = state.field[mandala, other, colour] / 4.0
    lacks = _is_missing(state, mandala, colour)
    row[at + 3] = lacks
    row[at + 4] = lacks and missing == 1
    on_mountain = may_join_mountain(state, mandala, colour)
    row[at + 5] = on_mountain and state.hand[seat, colour] > 0
    row[at + 6] = on_mountain and state.hand[other, colour] > 0
    row[at + 7] = may_join_field(state, mandala, seat, colour) * state.hand[seat, colour] / 4.0
    row[at + 8] = may_join_field(state, mandala, other, colour) * state.hand[other, colour] / 4.0
    row[at + 9] = state.phase == TAKING and state.resolving == mandala and cards > 0


@compiled
def _write_colour_of_player(state: Any, player: int, colour: int, length: int, row: Any, at: int) -> None:
    place = int(state.river[player, colour])
    cup = int(state.cup_dealt[player, colour]) + int(state.cup_claimed[player, colour])
    each = place if place > 0 else length + 1
    row[at] = state.hand[player, colour] / 4.0
    row[at + 1] = state.hand[player, colour] > 0
    row[at + 2] = place > 0
    row[at + 3] = each / 6.0
    row[at + 4] = cup / 4.0
    row[at + 5] = cup * each / 12.0
    row[at + 6] = state.mountain[0, colour] * each / 12.0 + state.mountain[1, colour] * each / 12.0
    row[at + 7] = length / 6.0


@compiled
def _write_mandala(state: Any, seat: int, mandala: int, table: Any, at: int) -> None:
    mine, theirs = _field_size(state, mandala, seat), _field_size(state, mandala, 1 - seat)
    table[at] = _missing(state, mandala) / 6.0
    table[at + 1] = count_cards(state.mountain[mandala]) / 8.0
    table[at + 2] = mine / 6.0
    table[at + 3] = theirs / 6.0
    table[at + 4] = mine > 0
    table[at + 5] = theirs > 0


@compiled
def _first_mandala(state: Any) -> int:
    if state.phase == TAKING:
        return int(state.resolving)
    first, highest = 0, -1
    for mandala in range(2):
        rank = _rank(state, mandala)
        if rank > highest:
            first, highest = mandala, rank
    return first


@compiled
def _rank(state: Any, mandala: int) -> int:
    """More colours first, then more cards on the mountain, then in the fields."""
    cards = count_cards(state.mountain[mandala])
    in_fields = 0
    for seat in range(2):
        in_fields += _field_size(state, mandala, seat)
    return ((COLOURS - _missing(state, mandala)) * 128 + cards) * 128 + in_fields


@compiled
def _missing(state: Any, mandala: int) -> int:
    """How many colours a mandala lacks."""
    missing = 0
    for colour in range(COLOURS):
        missing += int(_is_missing(state, mandala, colour))
    return missing


@compiled
def _is_missing(state: Any, mandala: int, colour: int) -> bool:
    field = state.field[mandala]
    return bool((state.mountain[mandala, colour] | field[0, colour] | field[1, colour]) == 0)


@compiled
def _field_size(state: Any, mandala: int, seat: int) -> int:
    return count_cards(state.field[mandala, seat])


LEVELS = (
    Level(1, considered=1, intuition=0.5),
    Level(3, considered=2, intuition=0.3),
    Level(4, considered=3, intuition=0.35),
    Level(10, considered=4, intuition=0.6),
    Level(150),
    Level(60_000),
)

NETWORK = Network(
    game="mandala",
    version=1,
    write_inputs=write_inputs,
    write_move=write_move,
    colour_inputs=COLOUR_INPUTS,
    table_inputs=TABLE_INPUTS,
    move_kinds=KINDS,
    move_inputs=MOVE_INPUTS,
    move_colours=1,
    levels=LEVELS,
)
