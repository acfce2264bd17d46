"""What a client may send over the socket."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ...review.types import TutorLevel
from ..spec import What
from .fields import Contribution, Depth, EntryNumber, ListName, SeatNumber, TableId
from .lobby_filter import EVERYTHING, LobbyFilter
from .opponents import Notify, Search, SeenChallenge, StopSearch, TakeBot
from .social import FollowFriends, Say, Write

LONGEST_MESSAGE = 2000  # bytes


class Watch(Struct, frozen=True, tag="watch", forbid_unknown_fields=True):
    """Watch a table. `seen` is the last entry that the client has; what came after it is sent."""

    table: TableId
    seen: EntryNumber | None = None
    key: Annotated[str, Meta(max_length=32)] = ""
    """The key of a private table."""
    glance: bool = False
    """See it as a visitor does, and do not count as a watcher: for a small board on another page."""


class Unwatch(Struct, frozen=True, tag="unwatch", forbid_unknown_fields=True):
    """Stop watching a table."""

    table: TableId


class Move(Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Make a move after entry `after`. It is refused if the table has moved on, as when it was sent twice."""

    table: TableId
    after: EntryNumber
    move: Annotated[str, Meta(min_length=1, max_length=20)]


class Resign(Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    """Resign after entry `after`."""

    table: TableId
    after: EntryNumber


class Contribute(Struct, frozen=True, tag="contribute", forbid_unknown_fields=True):
    """Contribute 32 random hexadecimal digits to the deal, for all my seats that have none yet."""

    table: TableId
    value: Contribution


class TakeSeatBack(Struct, frozen=True, tag="return", forbid_unknown_fields=True):
    """Take my seat back from the stand-in."""

    table: TableId


class Ask(Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """Propose something to the other players. `seat` is the one that a bot should play."""

    table: TableId
    what: What
    seat: SeatNumber | None = None
    after: EntryNumber | None = None
    """The last entry that you saw. If the table has moved on, the message is refused."""


class Answer(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Answer a proposal. Answering your own with no withdraws it."""

    table: TableId
    what: What
    yes: bool


class AskHint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask what a strong bot would play in my place."""

    table: TableId


class AskTutor(Struct, frozen=True, tag="tutor", forbid_unknown_fields=True):
    """Ask whether a move after entry `after` loses too much. It is not made."""

    table: TableId
    after: EntryNumber
    move: Annotated[str, Meta(min_length=1, max_length=20)]
    level: TutorLevel = "all"
    """What to ask about: serious mistakes, or all that a review would mark."""


class AskTakeBack(Struct, frozen=True, tag="may_take_back", forbid_unknown_fields=True):
    """Ask whether I may take back my last move, after entry `after`."""

    table: TableId
    after: EntryNumber


class AskPreview(Struct, frozen=True, tag="preview", forbid_unknown_fields=True):
    """Ask what a move after entry `after` would do."""

    table: TableId
    after: EntryNumber
    move: Annotated[str, Meta(min_length=1, max_length=20)]


class Follow(Struct, frozen=True, tag="follow", forbid_unknown_fields=True):
    """Follow a list of tables: the public ones that wait for players, or my own."""

    which: ListName
    filter: LobbyFilter = EVERYTHING
    """Of the public tables that wait: those that I want to see. Following again changes it."""


class Unfollow(Struct, frozen=True, tag="unfollow", forbid_unknown_fields=True):
    """Stop following a list."""

    which: ListName


class Looking(Struct, frozen=True, tag="looking", forbid_unknown_fields=True):
    """Whether the page is visible, as it is assumed to be at first. Whoever is not looking gets alerts."""

    yes: bool


class AskReview(Struct, frozen=True, tag="review", forbid_unknown_fields=True):
    """Ask for the review of a finished game, and follow its progress."""

    table: TableId
    depth: Depth = "quick"
    key: Annotated[str, Meta(max_length=32)] = ""
    """The key of a private table."""


class StopReview(Struct, frozen=True, tag="stop_review", forbid_unknown_fields=True):
    """Stop following a review. When nobody follows it any more, it is cancelled."""

    table: TableId
    depth: Depth = "quick"


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Ask for a `Pong`."""


FromClient = (
    Watch
    | Unwatch
    | Move
    | Resign
    | Contribute
    | TakeSeatBack
    | Ask
    | Answer
    | AskHint
    | AskTutor
    | AskTakeBack
    | AskPreview
    | Follow
    | Unfollow
    | Looking
    | AskReview
    | StopReview
    | Search
    | StopSearch
    | TakeBot
    | Notify
    | SeenChallenge
    | FollowFriends
    | Say
    | Write
    | Ping
)

decode_message = msgspec.json.Decoder(FromClient).decode
