"""Filters of the list of open tables."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...games.errors import SandmandalaError
from ...games.rules import MOST_SEATS, rules_of
from ..refusal import RefusalError
from ..tempos import Tempo

FARTHEST = 2000  # points of rating
AnyTempo = Tempo | Literal["none"]


class LobbyFilter(Struct, frozen=True, forbid_unknown_fields=True):
    """Which open tables I want to see; null: all."""

    game: Annotated[str, Meta(max_length=20)] | None = None
    tempo: AnyTempo | None = None
    """`none`: without a clock."""
    rated: bool | None = None
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] | None = None
    near: Annotated[int, Meta(ge=1, le=FARTHEST)] | None = None
    """How far the host's rating may be from mine. Without a rating, nobody is far away."""


EVERYTHING = LobbyFilter()


def checked_filter(chosen: LobbyFilter) -> LobbyFilter:
    """Refuse a filter for a game that does not exist."""
    if chosen.game is not None:
        try:
            rules_of(chosen.game)
        except SandmandalaError as error:
            raise RefusalError.of(error) from None
    return chosen
