"""What a seat may see of a game of Mandala."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import numpy as np

from ..chance import count_cards
from ..compiling import compiled
from ..json_writer import (
    JsonBuffer,
    write,
    write_next,
    write_number,
    write_seats,
    write_view_head,
)
from ..palette import Cards
from ..rules import SEES_ALL
from ..sand_json import write_cards, write_colour
from ..tie_break import TieBreak, write_tie_break
from . import rules as r

PHASES = ("playing", "taking", "over")
_PHASES = tuple(phase.encode() for phase in PHASES)


class MandalaInView(TypedDict):
    mountain: Cards
    fields: list[Cards]  # by seat
    missing: str  # the colours still missing; none while it is shared out


class PlayerInView(TypedDict):
    hand_size: int
    river: str  # the colours of places 1, 2, …
    cup_size: int
    # The following are left out if they are hidden from this seat.
    hand: NotRequired[Cards]
    cup: NotRequired[Cards]
    points: NotRequired[int]
    cup_claimed: NotRequired[Cards]  # with the memory aid: the cards that everyone saw going into the cup
    river_points: NotRequired[list[int]]  # M17, when the game is over: the points of the river places


class View(TypedDict):
    game: Literal["mandala"]
    seat: int | None
    to_move: int | None
    phase: str
    beginner: int
    mandalas: list[MandalaInView]
    players: list[PlayerInView]
    draw_size: int
    discard: Cards
    draw: NotRequired[Cards]  # left out if it is hidden
    # The following are left out until they apply.
    resolving: NotRequired[int]  # the number of the mandala being shared out
    ending: NotRequired[bool]  # M14: the next completed mandala is the last
    discards_in_a_row: NotRequired[int]  # M14: since the draw pile ran out, by both players
    winners: NotRequired[list[int]]
    tie_break: NotRequired[TieBreak]  # M18: if their points are equal; the cards in the cups decide


@compiled
def write_view(state: Any, seat: int, buffer: JsonBuffer) -> None:
    """A View of what the seat may see (M3). SPECTATOR sees what is public, SEES_ALL everything."""
    over = state.phase == r.OVER
    open_to_all = over or seat == SEES_ALL
    remembered = open_to_all or state.memory_aid != 0
    points = np.zeros(2, np.int64)
    r.scores(state, points)
    write_view_head(
        buffer, b"mandala", seat, r.player_to_move(state), _PHASES[state.phase], int(state.beginner)
    )
    write_next(buffer, b'"mandalas":[')
    for mandala in range(2):
        _write_mandala(state, mandala, buffer)
    write(buffer, b'],"players":[')
    for owner in range(2):
        _write_player(state, owner, points[owner], open_to_all or seat == owner, remembered, buffer)
    write(buffer, b'],"draw_size":')
    write_number(buffer, count_cards(state.draw))
    write_next(buffer, b'"discard":')
    write_cards(buffer, state.discard)
    if open_to_all:
        write_next(buffer, b'"draw":')
        write_cards(buffer, state.draw)
    if state.phase == r.TAKING:
        write_next(buffer, b'"resolving":')
        write_number(buffer, state.resolving + 1)
    if state.ending:
        write_next(buffer, b'"ending":true')
    if state.idle:
        write_next(buffer, b'"discards_in_a_row":')
        write_number(buffer, state.idle)
    if over:
        write_next(buffer, b'"winners":')
        write_seats(buffer, r.winners(state))
        cups = np.array([r.cup_size(state, 0), r.cup_size(state, 1)])
        write_tie_break(buffer, b"M18", points, cups)
    write(buffer, b"}")


@compiled
def _write_mandala(state: Any, mandala: int, buffer: JsonBuffer) -> None:
    write_next(buffer, b'{"mountain":')
    write_cards(buffer, state.mountain[mandala])
    write_next(buffer, b'"fields":[')
    for owner in range(2):
        write_cards(buffer, state.field[mandala, owner])
    write(buffer, b'],"missing":"')
    shared_out = state.phase == r.TAKING and state.resolving == mandala
    for colour in range(r.COLOURS):
        fields = state.field[mandala, 0, colour] + state.field[mandala, 1, colour]
        if state.mountain[mandala, colour] + fields == 0 and not shared_out:
            write_colour(buffer, colour)
    write(buffer, b'"}')


@compiled
def _write_player(
    state: Any, seat: int, points: int, seen: bool, remembered: bool, buffer: JsonBuffer
) -> None:
    write_next(buffer, b'{"hand_size":')
    write_number(buffer, count_cards(state.hand[seat]))
    write_next(buffer, b'"river":"')
    for place in range(1, r.COLOURS + 1):
        for colour in range(r.COLOURS):
            if state.river[seat, colour] == place:
                write_colour(buffer, colour)
    write(buffer, b'"')
    cup = state.cup_dealt[seat] + state.cup_claimed[seat]
    write_next(buffer, b'"cup_size":')
    write_number(buffer, count_cards(cup))
    if seen:
        write_next(buffer, b'"hand":')
        write_cards(buffer, state.hand[seat])
        write_next(buffer, b'"cup":')
        write_cards(buffer, cup)
        write_next(buffer, b'"points":')
        write_number(buffer, points)
    if remembered:
        write_next(buffer, b'"cup_claimed":')
        write_cards(buffer, state.cup_claimed[seat])
    if state.phase == r.OVER:
        write_next(buffer, b'"river_points":[')
        for place in range(1, r.COLOURS + 1):
            for colour in range(r.COLOURS):
                if state.river[seat, colour] == place:
                    write_number(buffer, r.colour_points(state, seat, colour))
        write(buffer, b"]")
    write(buffer, b"}")
