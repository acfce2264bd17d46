"""The events of Patterns and their fields. Everything is public, and no move draws."""

from __future__ import annotations

from typing import Literal, TypedDict

from ..palette import ColourLetter
from ..rules import Private


class AllotEvent(TypedDict):
    event: Literal["allot"]
    seat: int
    beginner: int
    beginner_colour: ColourLetter
    other_colour: ColourLetter


class OpenEvent(TypedDict):
    event: Literal["open"]
    seat: int
    field: str
    colour: ColourLetter
    taken: ColourLetter  # the colour of the new swap tile
    marker: int


class SwapEvent(TypedDict):
    event: Literal["swap"]
    seat: int
    field: str
    colour: ColourLetter
    taken: ColourLetter


class FlipEvent(TypedDict):
    event: Literal["flip"]
    seat: int
    field: str
    colour: ColourLetter


class StopEvent(TypedDict):
    event: Literal["stop"]
    seat: int


class NoMovesEvent(TypedDict):
    """P11: the seat cannot act; whether the other may still flip."""

    event: Literal["no_moves"]
    seat: int
    last_flips: bool


class EndEvent(TypedDict):
    event: Literal["end"]
    scores: list[int]
    winners: list[int]


AnyEvent = AllotEvent | OpenEvent | SwapEvent | FlipEvent | StopEvent | NoMovesEvent | EndEvent

PRIVATE: dict[str, Private] = {}
UNFORESEEABLE: dict[str, tuple[str, ...]] = {}
