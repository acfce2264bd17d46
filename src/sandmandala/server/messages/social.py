"""Friends, and what is said at tables, over REST and the socket."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from .fields import TableId
from .table_info import Person, TableInfo

Phrase = Literal[
    # phrases
    "hello",
    "good_luck",
    "have_fun",
    "nice_move",
    "well_played",
    "good_game",
    "thank_you",
    "one_moment",
    "no_hurry",
    "sorry",
    "again",
    "goodbye",
    # drawn expressions
    "smile",
    "laugh",
    "surprise",
    "think",
    "applause",
    "bow",
]
"""What players can say to each other. Clients put it into the reader's language, or draw it."""
LONGEST_TEXT = 200  # characters of free text


class FollowFriends(Struct, frozen=True, tag="follow_friends", forbid_unknown_fields=True):
    """Follow the list of my friends, or stop."""

    yes: bool = True


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something at a table where I sit."""

    table: TableId
    phrase: Phrase


class Write(Struct, frozen=True, tag="write", forbid_unknown_fields=True):
    """Write something at a table where I sit, if the server allows free text."""

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]


class Said(Struct, frozen=True, tag="said", omit_defaults=True):
    """Somebody at a table has said or written something. It is not sent again."""

    table: str
    seat: int
    person: str
    """The id of who said it."""
    phrase: Phrase | UnsetType = UNSET
    text: str | UnsetType = UNSET


class FriendInfo(Struct, frozen=True):
    """A friend."""

    person: Person
    here: bool
    """Whether they have the app open; false if they do not show it."""
    playing: list[TableInfo]
    """Public games that they play and that can be watched, newest first; none if they do not show it."""


class FriendRequest(Struct, frozen=True):
    """A request to become friends."""

    person: Person
    asked: int


class FriendList(Struct, frozen=True, tag="friends"):
    """My friends, and requests to become friends."""

    friends: list[FriendInfo]
    requests: list[FriendRequest]
    """People who ask me."""
    asked: list[FriendRequest]
    """People whom I ask."""
