"""The events of Pebbles: their fields, who sees them, and what a player can foresee of them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..palette import Cards, ColourLetter
from ..rules import Private


class PlayEvent(TypedDict):
    event: Literal["play"]
    seat: int
    colour: ColourLetter


class DrawEvent(TypedDict):
    event: Literal["draw"]
    seat: int
    count: int
    cards: NotRequired[Cards]  # for the seat alone


class EndEvent(TypedDict):
    event: Literal["end"]
    scores: list[int]
    winners: list[int]


AnyEvent = PlayEvent | DrawEvent | EndEvent

PRIVATE = {"draw": Private(frozenset({"cards"}))}
UNFORESEEABLE = {"draw": ("cards",)}
