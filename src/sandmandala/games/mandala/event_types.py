"""The events of Mandala: their fields, who sees them, and what a player can foresee of them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..palette import Cards, ColourLetter
from ..rules import Private


class MountainEvent(TypedDict):
    event: Literal["mountain"]
    seat: int
    mandala: int
    colour: ColourLetter
    count: int


class FieldEvent(TypedDict):
    event: Literal["field"]
    seat: int
    mandala: int
    colour: ColourLetter
    count: int


class DiscardEvent(TypedDict):
    event: Literal["discard"]
    seat: int
    colour: ColourLetter
    count: int


class DrawEvent(TypedDict):
    event: Literal["draw"]
    seat: int
    count: int
    cards: NotRequired[Cards]  # for the seat alone


class ReshuffleEvent(TypedDict):
    """M14: the discard pile has become the draw pile."""

    event: Literal["reshuffle"]
    draw_size: int


class CompleteEvent(TypedDict):
    event: Literal["complete"]
    mandala: int
    first: int  # the seat that takes first


class TakeEvent(TypedDict):
    event: Literal["take"]
    seat: int
    mandala: int
    colour: ColourLetter
    count: int
    to_cup: NotRequired[int]  # left out if all are discarded (M12)
    river_place: NotRequired[int]  # if the colour is new in the river


class ClearEvent(TypedDict):
    event: Literal["clear"]
    mandala: int
    discarded: Cards


class RefillEvent(TypedDict):
    event: Literal["refill"]
    mandala: int
    cards: NotRequired[Cards]
    count: NotRequired[int]  # in a preview, instead of the cards


class EndEvent(TypedDict):
    event: Literal["end"]
    reason: Literal["sixth_colour", "draw_pile", "idle"]
    scores: NotRequired[list[int]]
    winners: NotRequired[list[int]]


AnyEvent = (
    MountainEvent
    | FieldEvent
    | DiscardEvent
    | DrawEvent
    | ReshuffleEvent
    | CompleteEvent
    | TakeEvent
    | ClearEvent
    | RefillEvent
    | EndEvent
)

PRIVATE = {"draw": Private(frozenset({"cards"}))}
# Drawn cards, and the points of cards that were dealt to the other cup.
UNFORESEEABLE = {"draw": ("cards",), "refill": ("cards",), "end": ("scores", "winners")}
