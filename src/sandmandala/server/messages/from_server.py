"""What the server sends over the socket."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ...review.types import Advice, Reason
from ..spec import What
from .fields import Depth, ListName, ReviewState
from .opponents import ChallengeNews, GameStarted, Notices, SearchEnded, Searching
from .social import FriendList, Said
from .table_info import Person, TableInfo


class Welcome(Struct, frozen=True, tag="welcome"):
    """The first message. `you` is null for visitors who are not signed in."""

    protocol: int
    version: str
    you: Person | None


class ClockNow(Struct, frozen=True):
    """The time left of each seat when this was sent, in milliseconds. The clock of the seat to move runs."""

    left: list[int]


class Change(Struct, frozen=True, omit_defaults=True):
    """One log entry, as this viewer may know it."""

    number: int
    ply: int | UnsetType = UNSET
    """The ply after it; left out if it equals `number`."""
    kind: Literal["move", "take_back", "resign", "time", "replace", "return"] = "move"
    seat: int | None = None
    move: str | None = None
    """A move as text, unless it was taken back."""
    events: list[dict[str, Any]] = []


class State(Struct, frozen=True, tag="state"):
    """A table and, once it has started, the position as this viewer may see it."""

    table: str
    number: int
    ply: int
    info: TableInfo | UnsetType = UNSET
    """Sent first, and whenever it has changed."""
    seats: tuple[int, ...] | UnsetType = UNSET
    """Your seats; sent with `info`."""
    key: str | UnsetType = UNSET
    """Part of the link to a private table; sent with `info` to its players."""
    changes: list[Change] | UnsetType = UNSET
    """The entries after the last one that you saw."""
    view: msgspec.Raw | UnsetType = UNSET
    """The position as your seat sees it. Spectators, and players of several seats, get the public part."""
    views: list[msgspec.Raw] | UnsetType = UNSET
    """On a shared screen, during the game: the position as each of your seats sees it."""
    legal: list[str] | UnsetType = UNSET
    """Sent when it is your turn."""
    clock: ClockNow | UnsetType = UNSET
    behind: int | UnsetType = UNSET
    """How many entries you will see later, with all hands open."""


class Presence(Struct, frozen=True, tag="presence"):
    """Who is connected."""

    table: str
    here: list[bool]
    """For each seat, whether its player is connected."""
    replaceable_in: list[int | None]
    """For each seat, milliseconds until the others may ask for a stand-in; null if they may not."""


class Thinking(Struct, frozen=True, tag="thinking"):
    """The bot on this seat has begun to think."""

    table: str
    seat: int


class ListedTables(Struct, frozen=True, tag="tables"):
    """Changes of a list that you follow."""

    which: ListName
    tables: list[TableInfo]
    """New or changed tables."""
    gone: list[str]
    """Ids of tables that have left the list."""
    whole: bool
    """Whether this is the whole list: true in the first message about it."""


class Asked(Struct, frozen=True, tag="asked"):
    """A proposal, and the seats that have not answered yet. `settled` says whether it was accepted."""

    table: str
    what: What
    by: int | None
    """Null if the clock asks, because `seat` is out of time."""
    seat: int | None
    waiting: list[int]
    settled: bool | None = None
    seconds: int | None = None
    """The time left to answer; after that, it counts as a no."""


class HintedMove(Struct, frozen=True):
    """A move that a bot has considered for a hint."""

    move: str
    visits: int
    chance: float
    """The probability of winning."""
    margin: float | None
    """The expected lead in points over the best of the others."""


class Hint(Struct, frozen=True, tag="hint"):
    """What a strong bot would play after entry `number`, knowing what you know."""

    table: str
    number: int
    move: str
    why: str
    candidates: list[HintedMove]
    """The best few moves, best first; empty if there is no choice."""
    line: list[str]
    """The moves that it expects."""
    because: Reason | None = None
    """Why it is better than the next of `candidates`, whose figure is `played`, as in a review; null if no
    single fact explains most of the difference."""


class Tutored(Struct, frozen=True, tag="tutored"):
    """What the tutor says about a move after entry `number`, from what you know."""

    table: str
    number: int
    move: str
    """The move as you wrote it."""
    advice: Advice | None
    """Null if the move does not lose too much."""


class ReviewProgress(Struct, frozen=True, tag="review"):
    """How far a review is that you follow. When it is ready, REST has it."""

    table: str
    depth: Depth
    state: ReviewState
    done: int = 0
    """How many of `total` steps are done; both are 0 until it runs."""
    total: int = 0
    code: str | None = None
    """Why it failed, as the code of a refusal."""


class MayTakeBack(Struct, frozen=True, tag="may_take_back"):
    """Whether you may take back your last move after entry `number`. The others may still say no."""

    table: str
    number: int
    code: str | None = None
    """The code of the refusal, if you may not."""


class Previewed(Struct, frozen=True, tag="previewed"):
    """What a move after entry `number` would do, as far as you can know."""

    table: str
    number: int
    move: str
    """The move as you wrote it."""
    events: list[dict[str, Any]]
    """The events that would follow, without what nobody can know yet."""
    gain: int
    """The change of your points."""


class Refused(Struct, frozen=True, tag="refused"):
    """The message was refused and changed nothing. `code` is for programs, `why` for people."""

    code: str
    why: str
    rule: str | None = None
    table: str | None = None
    preview: str | UnsetType = UNSET
    """The move, if the refused message was `preview`."""
    tutor: str | UnsetType = UNSET
    """The move, if the refused message was `tutor`."""
    reason: dict[str, str | int] | UnsetType = UNSET
    """Why a move is illegal, as data: a `code` of the game, and what its sentence names."""


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to `Ping`."""


class Bye(Struct, frozen=True, tag="bye"):
    """The server is about to stop. Reconnect after `again_in` seconds."""

    why: str
    again_in: float


FromServer = (
    Welcome
    | State
    | Presence
    | Thinking
    | ListedTables
    | Asked
    | Hint
    | Tutored
    | ReviewProgress
    | MayTakeBack
    | Previewed
    | Searching
    | SearchEnded
    | ChallengeNews
    | GameStarted
    | Notices
    | FriendList
    | Said
    | Refused
    | Pong
    | Bye
)
