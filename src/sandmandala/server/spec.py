"""The specification of a table, the entries of its log, results and proposals. All are stored as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ..bots import LEVELS
from ..games.errors import UnreadableError
from ..games.options import checked_options
from ..games.rules import MOST_SEATS, rules_of

LevelNumber = Annotated[int, Meta(ge=1, le=len(LEVELS))]


class NoClock(Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """No limit."""


class GameClock(Struct, frozen=True, tag="game", forbid_unknown_fields=True):
    """Seconds for the whole game, with an increment per move."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class DaysClock(Struct, frozen=True, tag="days", forbid_unknown_fields=True):
    """Days for each move."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | GameClock | DaysClock
Spectators = Literal["none", "public", "open"]
Names = Annotated[tuple[Annotated[str, Meta(max_length=24)], ...], Meta(max_length=MOST_SEATS)]


class TableSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table should be like. `bots` has the level of the bot on each seat; null is a person."""

    game: Annotated[str, Meta(max_length=20)]
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 2
    options: Annotated[dict[Annotated[str, Meta(max_length=20)], str | int], Meta(max_length=8)] = {}
    bots: Annotated[tuple[LevelNumber | None, ...], Meta(max_length=MOST_SEATS)] = ()
    clock: Clock = NoClock()
    public: bool = True
    rated: bool = False
    hot_seat: bool = False
    """One person plays all seats without bots, on a shared screen."""
    duplicate: bool = False
    """The rematch has the same deal with the seats swapped."""
    spectators: Spectators = "public"
    """What spectators see: nothing, the public part, or everything with a delay."""
    names: Names | UnsetType = UNSET
    """On a shared screen, the names of the players by seat; empty for no name."""


class Practice(Struct, frozen=True):
    """A practice game plays on from a position: one of a finished game, as one seat knew it then, or one
    from the position editor."""

    table: str | None
    """The table of the finished game; null: the position was set up in the editor."""
    ply: int
    """How many of its moves had been made."""
    seat: int
    """The seat whose knowledge counts: what it did not know was dealt."""


def checked_spec(spec: TableSpec) -> TableSpec:
    """Return the spec with all defaults filled in. Raises UnreadableError for an invalid one."""
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
    if spec.names and (not spec.hot_seat or len(spec.names) != spec.seats):
        raise UnreadableError(f"names are for the {spec.seats} seats of a game on a shared screen.")
    return msgspec.structs.replace(spec, options=options, bots=tuple(bots))


class Moved(Struct, frozen=True, tag="m", omit_defaults=True, gc=False):
    """A move."""

    seat: int
    move: str
    left: int | None = None  # milliseconds on the mover's clock, after the move


class TookBack(Struct, frozen=True, tag="t"):
    """The last moves were taken back."""

    plies: int


class Resigned(Struct, frozen=True, tag="r"):
    """A player has resigned."""

    seat: int


class RanOut(Struct, frozen=True, tag="f"):
    """A player has lost on time."""

    seat: int


class Replaced(Struct, frozen=True, tag="b"):
    """A bot stands in for the player."""

    seat: int
    level: int


class Returned(Struct, frozen=True, tag="g"):
    """The player has taken the seat back from the stand-in."""

    seat: int


Entry = Moved | TookBack | Resigned | RanOut | Replaced | Returned


class TieBreak(Struct, frozen=True):
    """A tie for the most points: the rule, the tied seats, and what the rule compares, if anything."""

    rule: str
    tied: tuple[int, ...]
    counts: tuple[int, ...] = ()


class RatingChange(Struct, frozen=True):
    """The rating of a seat before and after a rated game."""

    before: int
    after: int
    provisional: bool
    """Whether the rating after the game is provisional."""


class Result(Struct, frozen=True, omit_defaults=True):
    """How a game ended. `lost` are the seats that resigned or ran out of time, in that order; for those in
    `replaced`, a bot played to the end. Fields without a value are left out.
    """

    reason: Literal["finished", "resigned", "time"]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    lost: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()
    tie_break: TieBreak | None = None
    """Set if several seats have the most points, even if the rule leaves several winners; null if the game
    ended early, or if those whom the rule favours have left."""
    ratings: tuple[RatingChange | None, ...] = ()
    """For each seat, if the game was rated; null for deleted accounts, and for a bot on several seats."""


What = Literal["take_back", "rematch", "replace"]


class Proposal(Struct, frozen=True):
    """A proposal, and the seats that have not answered yet."""

    what: What
    by: int | None
    """The seat that proposes; None for the clock, when `seat` is out of time."""
    seat: int | None
    """The seat that it is about."""
    waiting: tuple[int, ...]
    number: int
    """The log entry after which it was made."""
    until: int | None = None
    """When no answer counts as a no; None if only the next move ends the proposal."""


Proposals = dict[What, Proposal]

proposals_decoder = msgspec.json.Decoder(Proposals)
entry_decoder = msgspec.json.Decoder(Entry)
practice_decoder = msgspec.json.Decoder(Practice)
spec_decoder = msgspec.json.Decoder(TableSpec)
result_decoder = msgspec.json.Decoder(Result)
encode = msgspec.json.Encoder().encode
