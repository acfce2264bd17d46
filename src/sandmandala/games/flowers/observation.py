"""What a seat of Flowers knows, as a row of numbers.

It has the same length for two players as for four. In a part with four rows for the players, the first is the
seat's own, and the others follow in turn order; rows of missing players are 0. Everything that all players
saw is remembered, with or without the memory aid.
"""

from __future__ import annotations

from typing import Any

from ..chance import count_cards
from ..compiling import compiled
from ..observation import Part, offsets_of, relative_seat, scales_of, total_size, write_counts, write_one_hot
from ..resampling import shuffled_in
from . import rules as r

_CARDS = r.COLOURS * r.CARDS_OF_A_COLOUR
_OF_A_COLOUR = r.CARDS_OF_A_COLOUR
# All flowers of one colour score 3 × 7, 2 × 4 + 5 and 2 × 2 + 3 (F16).
_MOST_POINTS = r.COLOURS * (21 + 13 + 7)

PARTS = (
    Part("phase", (3,), 1, "playing, taking a tile, over"),
    Part("seats", (3,), 1, "whether two, three or four play"),
    Part("to_move", (4,), 1, "who plays, or takes, by player; nobody when the game is over"),
    Part("beginner", (4,), 1, "who began, by player: a round ends before their turn (F15)"),
    Part("resolving", (3,), 1, "the mandala being resolved"),
    Part("completer", (4,), 1, "who completed it, by player: the next one plays after it"),
    Part("passes", (1,), r.MOST_SEATS, "passes in a row (F6)"),
    Part("last_round", (1,), 1, "someone has a third flower (F15)"),
    Part("finishing", (1,), 1, "the last mandalas are being resolved (F15)"),
    Part("final_mandalas", (1,), 1, "1 if the table option `final_mandalas` is `tiles_out_only`"),
    Part("marker", (3, 4), 1, "who has the majority markers, by mandala and player"),
    Part("shown", (3, 6), 1, "the colours that lie open, by mandala and colour: others are new (F4)"),
    Part("tile", (3, 6, 6), 1, "the tiles, by mandala, colour and value (2, 3, 4, 5, 7, ×3)"),
    Part("up", (3, 4, 6), _OF_A_COLOUR, "face-up cards, by mandala, player and colour"),
    Part("down", (3, 4, 6), _OF_A_COLOUR, "face-down cards, by mandala, player and colour"),
    Part("hand", (6,), _OF_A_COLOUR, "your hand, by colour"),
    Part("hand_size", (4,), _CARDS, "the cards in each hand, by player"),
    Part("known", (4, 6), _OF_A_COLOUR, "hand cards that all saw going back (F13), by player and colour"),
    Part("single", (4, 6, 6), 1, "single tiles, by player, colour and value"),
    Part("flower", (4, 6), 3, "the number of flowers, by player and colour"),
    Part("points", (4,), _MOST_POINTS, "points as they are now, by player"),
    Part("stack", (6, 6), 1, "the tiles still to come, by colour and value"),
    Part("draw_size", (1,), _CARDS, "the cards in the draw pile"),
    Part("discard", (6,), _OF_A_COLOUR, "the discard pile, by colour"),
    Part("unseen", (6,), _OF_A_COLOUR, "in the draw pile or in others' hands, and not known, by colour"),
    Part("pile_most", (6,), _OF_A_COLOUR, "how many of them the draw pile can hold: others have the rest"),
)
_AT = offsets_of(PARTS)
_SCALE = scales_of(PARTS)
_SIZE = total_size(PARTS)


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Write the seat's observation to `out`, which has room for all parts."""
    for i in range(_SIZE):
        out[i] = 0
    seats = int(state.seats)
    write_one_hot(out, _AT.phase, int(state.phase))
    out[_AT.seats + seats - 2] = 1
    if state.phase != r.OVER:
        write_one_hot(out, _AT.to_move, relative_seat(int(state.turn), seat, seats))
    write_one_hot(out, _AT.beginner, relative_seat(int(state.beginner), seat, seats))
    write_one_hot(out, _AT.resolving, int(state.resolving))
    write_one_hot(out, _AT.completer, relative_seat(int(state.completer), seat, seats))
    out[_AT.passes] = int(state.passes) / _SCALE.passes
    out[_AT.last_round] = state.last_round
    out[_AT.finishing] = state.finishing
    out[_AT.final_mandalas] = state.final_mandalas
    for mandala in range(r.MANDALAS):
        _observe_mandala(state, seat, seats, mandala, out)
    _observe_tiles(state, seat, seats, out)
    write_counts(out, _AT.hand, state.hand[seat], r.COLOURS, _SCALE.hand)
    for player in range(seats):
        place = relative_seat(player, seat, seats)
        out[_AT.hand_size + place] = count_cards(state.hand[player]) / _SCALE.hand_size
        write_counts(out, _AT.known + place * 6, state.known[player], r.COLOURS, _SCALE.known)
    out[_AT.draw_size] = count_cards(state.draw) / _SCALE.draw_size
    write_counts(out, _AT.discard, state.discard, r.COLOURS, _SCALE.discard)
    _observe_unseen(state, seat, seats, out)


@compiled
def _observe_mandala(state: Any, seat: int, seats: int, mandala: int, out: Any) -> None:
    write_one_hot(out, _AT.marker + mandala * 4, relative_seat(int(state.marker[mandala]), seat, seats))
    for back in range(2):
        write_one_hot(out, _AT.tile + mandala * r.TILES, int(state.tile[mandala, back]))
    for colour in range(r.COLOURS):
        out[_AT.shown + mandala * 6 + colour] = (int(state.shown[mandala]) >> colour) & 1
        owner = relative_seat(int(state.up_owner[mandala, colour]), seat, seats)
        if owner >= 0:
            out[_AT.up + (mandala * 4 + owner) * 6 + colour] = int(state.up[mandala, colour]) / _SCALE.up
    for player in range(seats):
        row = mandala * 4 + relative_seat(player, seat, seats)
        write_counts(out, _AT.down + row * 6, state.down[mandala, player], r.COLOURS, _SCALE.down)


@compiled
def _observe_tiles(state: Any, seat: int, seats: int, out: Any) -> None:
    for tile in range(r.TILES):
        where, colour = int(state.place[tile]), tile // 6
        if where == r.STACK:
            out[_AT.stack + tile] = 1
        elif where >= r.IN_FLOWER:
            player = relative_seat((where - r.IN_FLOWER) // 6, seat, seats)
            partner = (where - r.IN_FLOWER) % 6
            if partner > tile % 6:  # each flower once, at its lower tile
                out[_AT.flower + player * 6 + colour] += 1
                out[_AT.points + player] += r.flower_points(tile % 6, partner)
        elif where >= r.SINGLE:
            player = relative_seat(where - r.SINGLE, seat, seats)
            out[_AT.single + player * r.TILES + tile] = 1
            out[_AT.points + player] += r.VALUES[tile % 6]
    for player in range(seats):
        write_counts(out, _AT.flower + player * 6, out[_AT.flower + player * 6 :], r.COLOURS, _SCALE.flower)
        out[_AT.points + player] /= _SCALE.points


@compiled
def _observe_unseen(state: Any, seat: int, seats: int, out: Any) -> None:
    for colour in range(r.COLOURS):
        unseen = int(state.draw[colour])
        for player in range(seats):
            if player != seat:
                unseen += int(state.hand[player, colour]) - int(state.known[player, colour])
        in_pile = min(unseen, shuffled_in(state, seat, colour)) if state.shuffled else unseen
        out[_AT.unseen + colour] = unseen / _SCALE.unseen
        out[_AT.pile_most + colour] = in_pile / _SCALE.pile_most
