"""Public information about tables and the people at them, over REST and the socket."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from ..spec import Practice, Result, TableSpec
from .fields import Status


class Person(Struct, frozen=True):
    """A person or a bot."""

    id: str
    name: str
    level: int | None = None
    """The level of a bot of the server; null for people, and for programs with an account."""
    bot: bool | UnsetType = UNSET
    """Whether a program plays for this account. Left out for people."""


def make_person(id: str, name: str, level: int | None, is_bot: int) -> Person:
    """Return a person as stored."""
    return Person(id, name, level, True if is_bot else UNSET)


class Sitting(Struct, frozen=True, omit_defaults=True):
    """A seat and who sits there: nobody yet, a person, or a bot. Fields without a value are left out."""

    seat: int
    person: Person | None
    bot: int | None = None
    """The level of the stand-in that plays for the person."""
    contribution: str | UnsetType = UNSET
    """What the seat contributed to the deal. Left out during the game, which begins when all have."""
    lost: bool | UnsetType = UNSET
    """Whether the person has resigned or run out of time, so that a bot plays on."""


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """Public information about a table. Fields without a value are left out."""

    id: str
    spec: TableSpec
    status: Status
    host: str
    sitting: list[Sitting]
    created: int
    moves: int
    commitment: str
    """The SHA-256 of the secret, published before anybody contributes."""
    rules: int
    """The version of the rules."""
    turn: int | UnsetType = UNSET
    """The seat to move."""
    deadline: int | UnsetType = UNSET
    """When that seat runs out of time, in milliseconds since 1970."""
    result: Result | None = None
    secret: str | None = None
    """Published when the last game that uses it is over."""
    next: str | None = None
    """The id of the rematch."""
    practice: Practice | UnsetType = UNSET
    """What a practice game plays on from. It is never rated, and counts in no results."""
    bot_match: bool | UnsetType = UNSET
    """Whether bots play here for spectators, since nobody else does. It is not kept when it is over."""
    watching: int | UnsetType = UNSET
    """How many people watch it; in lists of live games."""
    rating: int | UnsetType = UNSET
    """The average rating of the players, if one of them has a rating; in lists of live games."""
    host_rating: int | UnsetType = UNSET
    """The host's rating in this game with this number of players; in lists of open tables."""
