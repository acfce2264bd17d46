"""A table as it is asked for, and the log of what happens at it. All of it is stored as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ..bots import LEVELS
from ..games.errors import UnreadableError
from ..games.options import checked_options
from ..games.rules import MOST_SEATS, rules_of

LevelNumber = Annotated[int, Meta(ge=1, le=len(LEVELS))]


class NoClock(Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """No limit."""


class GameClock(Struct, frozen=True, tag="game", forbid_unknown_fields=True):
    """So much time for the whole game, and some more for each move."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class DaysClock(Struct, frozen=True, tag="days", forbid_unknown_fields=True):
    """So many days for each move."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | GameClock | DaysClock
Spectators = Literal["none", "public", "open"]


class TableSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is asked for. `bots` says for each seat the level of the bot on it; null is a person."""

    game: Annotated[str, Meta(max_length=20)]
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 2
    options: Annotated[dict[Annotated[str, Meta(max_length=20)], str | int], Meta(max_length=8)] = {}
    bots: Annotated[tuple[LevelNumber | None, ...], Meta(max_length=MOST_SEATS)] = ()
    clock: Clock = NoClock()
    public: bool = True
    rated: bool = False
    hot_seat: bool = False
    """One person plays all seats that bots do not."""
    duplicate: bool = False
    """The rematch is the same deal with the seats swapped."""
    spectators: Spectators = "public"
    """Who does not sit at the table sees nothing, what all may see, or everything with a delay."""


def checked_spec(spec: TableSpec) -> TableSpec:
    """The spec with every default filled in; UnreadableError says what is wrong."""
    rules = rules_of(spec.game)
    if spec.seats not in rules.seat_counts:
        raise UnreadableError(f"{rules.title} cannot be played with {spec.seats} players.")
    options = dict(checked_options(rules, spec.seats, spec.options))
    bots = spec.bots or (None,) * spec.seats
    if len(bots) != spec.seats:
        raise UnreadableError(f"bots must name a level or null for each of the {spec.seats} seats.")
    if None not in bots:
        raise UnreadableError("At least one seat must be left for a person.")
    if spec.rated and (spec.hot_seat or spec.duplicate):
        raise UnreadableError("A game on a shared screen, or with a repeated deal, cannot be rated.")
    return msgspec.structs.replace(spec, options=options, bots=tuple(bots))


class Moved(Struct, frozen=True, tag="m", omit_defaults=True, gc=False):
    seat: int
    move: str
    left: int | None = None  # milliseconds on the mover's clock, after the move


class TookBack(Struct, frozen=True, tag="t"):
    """The last moves are undone; they may be made again in another way."""

    plies: int


class Resigned(Struct, frozen=True, tag="r"):
    seat: int


class RanOut(Struct, frozen=True, tag="f"):
    """The seat is out of time, or gone for good."""

    seat: int


class Replaced(Struct, frozen=True, tag="b"):
    """A bot plays on for the seat."""

    seat: int
    level: int


class Returned(Struct, frozen=True, tag="g"):
    """The player has taken the seat back from the bot."""

    seat: int


Entry = Moved | TookBack | Resigned | RanOut | Replaced | Returned


class Result(Struct, frozen=True):
    """How a game ended. `lost` are the seats that resigned or ran out of time, in that order; for those in
    `replaced`, a bot played to the end.
    """

    reason: Literal["finished", "resigned", "time"]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    lost: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()


What = Literal["take_back", "rematch", "replace"]


class Proposal(Struct, frozen=True):
    """What needs the consent of others, and which seats have not answered yet."""

    what: What
    by: int | None
    """The seat that asks; None: the clock, since `seat` is out of time."""
    seat: int | None
    """The one that it concerns."""
    waiting: tuple[int, ...]
    number: int
    """The log entry after which it was made."""
    until: int | None = None
    """When no answer counts as a no."""


Proposals = dict[What, Proposal]

proposals_decoder = msgspec.json.Decoder(Proposals)
entry_decoder = msgspec.json.Decoder(Entry)
spec_decoder = msgspec.json.Decoder(TableSpec)
result_decoder = msgspec.json.Decoder(Result)
encode = msgspec.json.Encoder().encode
