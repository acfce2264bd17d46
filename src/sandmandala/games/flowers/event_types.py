"""The events of Flowers: their fields, who sees them, and what a player can foresee of them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..palette import Cards, ColourLetter
from ..rules import Private
from ..state_reader import StateReader
from . import rules as r
from .view import TilesInView

EndReason = Literal["third_flower", "tiles_out", "passes", "last_mandalas"]


class PlayEvent(TypedDict):
    event: Literal["play"]
    seat: int
    mandala: int
    colour: ColourLetter
    count: int
    face_up: bool
    uncounted: NotRequired[bool]  # F7: the cards do not count for the majority


class PassEvent(TypedDict):
    event: Literal["pass"]
    seat: int


class DrawEvent(TypedDict):
    event: Literal["draw"]
    seat: int
    count: int
    cards: NotRequired[Cards]  # for the seat alone


class ReshuffleEvent(TypedDict):
    event: Literal["reshuffle"]
    count: int


# `from` is a word of Python, so this one cannot be a class.
MajorityEvent = TypedDict(
    "MajorityEvent",
    {
        "event": Literal["majority"],
        "mandala": int,
        "seat": int,
        "from": NotRequired[int],  # the previous owner of the marker, if any
    },
)


class CompleteEvent(TypedDict):
    event: Literal["complete"]
    mandala: int
    chooser: int


class TakeEvent(TypedDict):
    event: Literal["take"]
    seat: int
    mandala: int
    tile: str
    second_seat: int
    second_tile: str


class FlowerEvent(TypedDict):
    """F12: a flower lies face down at once."""

    event: Literal["flower"]
    seat: int
    back: str
    colour: ColourLetter
    # For the seat alone, unless the table has the memory aid or the game is over.
    values: NotRequired[list[str]]
    points: NotRequired[int]


class DiscardedEvent(TypedDict):
    event: Literal["discarded"]
    seat: int
    mandala: int
    cards: NotRequired[Cards]
    count: NotRequired[int]  # in a preview, instead of the cards


class ReturnedEvent(TypedDict):
    event: Literal["returned"]
    seat: int
    mandala: int
    cards: NotRequired[Cards]
    count: NotRequired[int]  # in a preview, instead of the cards


class NewTilesEvent(TypedDict):
    event: Literal["new_tiles"]
    mandala: int
    tiles: NotRequired[TilesInView]


class LastRoundEvent(TypedDict):
    event: Literal["last_round"]
    seats: list[int]  # the seats with a third flower


class FinalEvent(TypedDict):
    """F15: the last mandalas are resolved from now on."""

    event: Literal["final"]
    reason: EndReason


class UnclaimedEvent(TypedDict):
    event: Literal["unclaimed"]
    mandala: int


class ResolveEvent(TypedDict):
    event: Literal["resolve"]
    mandala: int
    chooser: int


class EndEvent(TypedDict):
    event: Literal["end"]
    reason: EndReason
    scores: NotRequired[list[int]]
    winners: NotRequired[list[int]]


AnyEvent = (
    PlayEvent
    | PassEvent
    | DrawEvent
    | ReshuffleEvent
    | MajorityEvent
    | CompleteEvent
    | TakeEvent
    | FlowerEvent
    | DiscardedEvent
    | ReturnedEvent
    | NewTilesEvent
    | LastRoundEvent
    | FinalEvent
    | UnclaimedEvent
    | ResolveEvent
    | EndEvent
)


def _flowers_lie_open(state: StateReader) -> bool:
    return bool(state["memory_aid"]) or state["phase"] == r.OVER


PRIVATE = {
    "draw": Private(frozenset({"cards"})),
    "flower": Private(frozenset({"values", "points"}), unless=_flowers_lie_open),
}
# Drawn cards and tiles, the order of the last mandalas (F15), and what lies face down: cards and flowers.
UNFORESEEABLE = {
    "draw": ("cards",),
    "discarded": ("cards",),
    "returned": ("cards",),
    "new_tiles": ("tiles",),
    "unclaimed": ("event",),
    "resolve": ("event",),
    "end": ("scores", "winners"),
}
