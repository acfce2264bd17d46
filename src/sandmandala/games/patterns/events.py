"""The events of a move in Patterns, which are all public."""

from __future__ import annotations

from typing import Any

from ..entry_points import scores_of, winners_of
from ..sand_colours import COLOUR_LETTERS
from ..state_reader import StateReader, reader_of
from . import rules as r
from .bitboard import SQUARES
from .event_types import (
    AllotEvent,
    AnyEvent,
    EndEvent,
    FlipEvent,
    NoMovesEvent,
    OpenEvent,
    StopEvent,
    SwapEvent,
)

# P2: named as in chess.
_NAME_OF_SQUARE = tuple(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in range(64))
FIELD_NAMES = tuple(_NAME_OF_SQUARE[square] for square in SQUARES)
ROWS = [[name for name in FIELD_NAMES if name[1] == rank] for rank in "87654321"]  # rank 8 first


def names_of(fields: int) -> tuple[str, ...]:
    """The names of a set of fields, a file first, rank 1 first."""
    return tuple(name for square, name in enumerate(_NAME_OF_SQUARE) if fields >> square & 1)


def front_at(state: StateReader, field: int) -> int | None:
    """The colour of the front-up tile on a field; None if its back is up."""
    for colour, fields in enumerate(state["front"]):
        if fields >> SQUARES[field] & 1:
            return colour
    return None


def river(state: StateReader, seat: int) -> list[int]:
    """The colours that a seat has opened, marker 1 first."""
    numbers = state["marker"][seat]
    return [numbers.index(number) for number in range(1, max(numbers) + 1)]


def events(before: Any, action: int, after: Any) -> list[AnyEvent]:
    """The move and its consequences."""
    was, now = reader_of(before), reader_of(after)
    mover = was["turn"]
    told = [_done(was, action, now, mover)]
    if was["phase"] == r.PLAYING and now["phase"] in (r.LAST_FLIPS, r.OVER):
        may_flip = now["phase"] == r.LAST_FLIPS
        told.append(NoMovesEvent(event="no_moves", seat=1 - mover, last_flips=may_flip))
    if now["phase"] == r.OVER:
        told.append(EndEvent(event="end", scores=scores_of(after)[:2], winners=winners_of(after)))
    return told


def _done(before: StateReader, action: int, after: StateReader, mover: int) -> AnyEvent:
    if action == r.STOP:
        return StopEvent(event="stop", seat=mover)
    if action < r.PLACE:
        given, kept = before["left_over"][action], before["left_over"][1 - action]
        return AllotEvent(
            event="allot",
            seat=mover,
            beginner=before["beginner"],
            beginner_colour=COLOUR_LETTERS[given],
            other_colour=COLOUR_LETTERS[kept],
        )
    if action >= r.FLIP:
        flipped = front_at(before, action - r.FLIP)
        assert flipped is not None
        name = FIELD_NAMES[action - r.FLIP]
        return FlipEvent(event="flip", seat=mover, field=name, colour=COLOUR_LETTERS[flipped])
    placed = before["swap_tile"][mover]
    colour, name = COLOUR_LETTERS[placed], FIELD_NAMES[action - r.PLACE]
    taken = COLOUR_LETTERS[after["swap_tile"][mover]]
    if before["marker"][mover][placed]:
        return SwapEvent(event="swap", seat=mover, field=name, colour=colour, taken=taken)
    marker = after["marker"][mover][placed]
    return OpenEvent(event="open", seat=mover, field=name, colour=colour, taken=taken, marker=marker)
