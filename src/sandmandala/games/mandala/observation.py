"""What a seat of Mandala knows, as a row of numbers.

In a part with two rows for the players, the first is the seat's own. Everything that both players saw is
remembered, with or without the memory aid.
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
_PLACES = 6
# All cards of each colour but the one in the river (M17).
_MOST_POINTS = (_OF_A_COLOUR - 1) * sum(range(1, _PLACES + 1))

PARTS = (
    Part("phase", (3,), 1, "playing, taking from a mountain, over"),
    Part("to_move", (2,), 1, "who plays, or takes: you, the other; neither when the game is over"),
    Part("resolving", (2,), 1, "the mandala being shared out"),
    Part("completer", (2,), 1, "who completed it, you or the other: after it, their opponent plays (M13)"),
    Part("ending", (1,), 1, "the draw pile has run out: the next completed mandala is the last (M14)"),
    Part("idle", (1,), r.IDLE_LIMIT, "discards in a row since then (our ruling on M14)"),
    Part("hand", (6,), r.HAND_LIMIT, "your hand, by colour"),
    Part("hand_size", (2,), r.HAND_LIMIT, "the cards in your hand, and in the other's"),
    Part("mountain", (2, 6), _OF_A_COLOUR, "the mountains, by mandala and colour"),
    Part("field", (2, 2, 6), _OF_A_COLOUR, "the fields, by mandala, player and colour"),
    Part("river", (2, 6, 6), 1, "the rivers, by player, colour and place"),
    Part("cup", (6,), _OF_A_COLOUR, "your cup, by colour"),
    Part("claimed", (2, 6), _OF_A_COLOUR, "what all saw going into the cups, by player and colour"),
    Part("points", (2,), _MOST_POINTS, "your points, and those of the other as far as all saw them"),
    Part("draw_size", (1,), _CARDS, "the cards in the draw pile"),
    Part("discard", (6,), _OF_A_COLOUR, "the discard pile, by colour"),
    Part(
        "unseen",
        (6,),
        _OF_A_COLOUR,
        "in the draw pile, the other's hand, or dealt to the other's cup",
    ),
    Part("pile_most", (6,), _OF_A_COLOUR, "how many of them the draw pile can hold; the other has the rest"),
)
_AT = offsets_of(PARTS)
_SCALE = scales_of(PARTS)
_SIZE = total_size(PARTS)


@compiled
def observe(state: Any, seat: int, out: Any) -> None:
    """Write the seat's observation to `out`, which has room for all parts."""
    for i in range(_SIZE):
        out[i] = 0
    write_one_hot(out, _AT.phase, int(state.phase))
    if state.phase != r.OVER:
        write_one_hot(out, _AT.to_move, int(state.turn != seat))
    write_one_hot(out, _AT.resolving, int(state.resolving))
    write_one_hot(out, _AT.completer, relative_seat(int(state.completer), seat, 2))
    out[_AT.ending] = state.ending
    out[_AT.idle] = int(state.idle) / _SCALE.idle
    write_counts(out, _AT.hand, state.hand[seat], r.COLOURS, _SCALE.hand)
    for mandala in range(2):
        write_counts(out, _AT.mountain + mandala * 6, state.mountain[mandala], r.COLOURS, _SCALE.mountain)
    for place in range(2):
        _observe_player(state, seat ^ place, place, out)
    points = 0
    for colour in range(r.COLOURS):
        cards = int(state.cup_dealt[seat, colour]) + int(state.cup_claimed[seat, colour])
        points += cards * int(state.river[seat, colour])
        out[_AT.cup + colour] = cards / _SCALE.cup
    out[_AT.points] = points / _SCALE.points
    out[_AT.draw_size] = count_cards(state.draw) / _SCALE.draw_size
    write_counts(out, _AT.discard, state.discard, r.COLOURS, _SCALE.discard)
    _observe_unseen(state, seat, out)


@compiled
def _observe_player(state: Any, player: int, place: int, out: Any) -> None:
    """What is public about a player: `place` 0 is the seat itself, 1 the other."""
    out[_AT.hand_size + place] = count_cards(state.hand[player]) / _SCALE.hand_size
    for mandala in range(2):
        write_counts(
            out, _AT.field + (mandala * 2 + place) * 6, state.field[mandala, player], r.COLOURS, _SCALE.field
        )
    write_counts(out, _AT.claimed + place * 6, state.cup_claimed[player], r.COLOURS, _SCALE.claimed)
    points = 0
    for colour in range(r.COLOURS):
        river_place = int(state.river[player, colour])
        write_one_hot(out, _AT.river + (place * 6 + colour) * _PLACES, river_place - 1)
        points += int(state.cup_claimed[player, colour]) * river_place
    out[_AT.points + place] = points / _SCALE.points


@compiled
def _observe_unseen(state: Any, seat: int, out: Any) -> None:
    other = 1 - seat
    for colour in range(r.COLOURS):
        unseen = (
            int(state.draw[colour]) + int(state.hand[other, colour]) + int(state.cup_dealt[other, colour])
        )
        in_pile = min(unseen, shuffled_in(state, seat, colour)) if state.ending else unseen
        out[_AT.unseen + colour] = unseen / _SCALE.unseen
        out[_AT.pile_most + colour] = in_pile / _SCALE.pile_most
