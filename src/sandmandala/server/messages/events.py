"""The lines of the event stream, each one JSON object."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from ..spec import Result
from .opponents import ChallengeNews
from .table_info import Person, TableInfo


class StreamStarted(Struct, frozen=True, tag="hello"):
    """The first line. Everything that goes on follows, as if it happened now, up to `ready`."""

    you: Person


class Ready(Struct, frozen=True, tag="ready"):
    """From now on, events are sent when they happen."""


class TableWaits(Struct, frozen=True, tag="waiting"):
    """You sit at a table whose game has not begun."""

    table: TableInfo
    contribute: bool
    """Whether it waits for your contribution to the deal."""


class GameStarted(Struct, frozen=True, tag="game_start"):
    """A game that you play has begun. Watch its table on the socket."""

    table: TableInfo
    seats: list[int]
    """The seats that you play."""


class YourTurn(Struct, frozen=True, tag="your_turn"):
    """It is your turn."""

    table: str
    moves: int
    """How many moves have been made."""
    deadline: int | UnsetType = UNSET
    """When you run out of time, in milliseconds since 1970."""


class GameEnded(Struct, frozen=True, tag="game_over"):
    """A game that you played is over."""

    table: str
    result: Result | None


class TableGone(Struct, frozen=True, tag="gone"):
    """A table at which you sat was closed, or you have left it."""

    table: str


class StillThere(Struct, frozen=True, tag="ping"):
    """Nothing has happened for a while. If not even this comes, the connection is lost."""


class StreamEnded(Struct, frozen=True, tag="bye"):
    """The last line: your token or session has ended, the server restarts, you read too slowly, or you have
    too many streams."""

    code: Literal["session_ended", "restart", "too_slow", "too_many"]


Event = (
    StreamStarted
    | Ready
    | TableWaits
    | GameStarted
    | YourTurn
    | GameEnded
    | TableGone
    | ChallengeNews
    | StillThere
    | StreamEnded
)
