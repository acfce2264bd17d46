"""The messages of the live protocol, both ways: two closed unions. docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ..games.rules import MOST_SEATS
from .spec import Result, TableSpec, What

PROTOCOL_VERSION = 3
LONGEST_MESSAGE = 2000  # bytes, from a client

TABLE_ID = r"^[a-z0-9]{1,16}$"
PERSON_ID = r"^[a-z0-9-]{1,16}$"  # bot-1 is one
TableId = Annotated[str, Meta(pattern=TABLE_ID)]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Contribution = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
EntryNumber = Annotated[int, Meta(ge=0, le=1_000_000)]
Status = Literal["open", "playing", "over", "dropped"]


# --- from a client


class Watch(Struct, frozen=True, tag="watch", forbid_unknown_fields=True):
    """Tell me about a table from now on; of what has been, what came after the entry I saw last."""

    table: TableId
    seen: EntryNumber | None = None
    key: Annotated[str, Meta(max_length=32)] = ""
    """Of a table that is not public."""


class Unwatch(Struct, frozen=True, tag="unwatch", forbid_unknown_fields=True):
    table: TableId


class Move(Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """A move, in answer to the entry with this number: a second copy of it is refused."""

    table: TableId
    after: EntryNumber
    move: Annotated[str, Meta(min_length=1, max_length=20)]


class Resign(Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    table: TableId
    after: EntryNumber


class Contribute(Struct, frozen=True, tag="contribute", forbid_unknown_fields=True):
    """Add to the luck of the deal: 32 random hexadecimal digits, for all my seats that have none yet."""

    table: TableId
    value: Contribution


class TakeSeatBack(Struct, frozen=True, tag="return", forbid_unknown_fields=True):
    """I am back: the bot that played for me may go."""

    table: TableId


class Ask(Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """Ask the others; `seat` is the one to be replaced by a bot."""

    table: TableId
    what: What
    seat: SeatNumber | None = None
    after: EntryNumber | None = None
    """The entry that you saw last; if the table has gone on since, the message changes nothing."""


class Answer(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    table: TableId
    what: What
    yes: bool


class AskHint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """What would a strong bot play in my place?"""

    table: TableId


class AskPreview(Struct, frozen=True, tag="preview", forbid_unknown_fields=True):
    """What would this move do, made in answer to the entry with this number?"""

    table: TableId
    after: EntryNumber
    move: Annotated[str, Meta(min_length=1, max_length=20)]


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    pass


FromClient = (
    Watch | Unwatch | Move | Resign | Contribute | TakeSeatBack | Ask | Answer | AskHint | AskPreview | Ping
)


# --- from the server


class Person(Struct, frozen=True):
    id: str
    name: str
    level: int | None = None
    """Of a bot."""


class Welcome(Struct, frozen=True, tag="welcome"):
    protocol: int
    version: str
    you: Person | None


class ClockNow(Struct, frozen=True):
    """The time left of each seat in milliseconds when this was sent; the player to move's is running."""

    left: list[int]


class Change(Struct, frozen=True, omit_defaults=True):
    """One entry of the log, as this viewer may know it."""

    number: int
    ply: int | UnsetType = UNSET
    """How many moves stood after it; left out where it is the same as `number`."""
    kind: Literal["move", "take_back", "resign", "time", "replace", "return"] = "move"
    seat: int | None = None
    move: str | None = None
    """As text, of a move that has not been taken back: moves are made before everyone's eyes."""
    events: list[dict[str, Any]] = []


class Sitting(Struct, frozen=True):
    """Who sits where: nobody yet, a person, or a bot."""

    seat: int
    person: Person | None
    bot: int | None = None
    """The level of the bot that plays for the person."""
    contribution: str | UnsetType = UNSET
    """What the seat has added to the luck of the deal, before and after the game. It begins when all have."""


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """What everyone may know about a table, in lists too. What there is not yet is left out."""

    id: str
    spec: TableSpec
    status: Status
    host: str
    sitting: list[Sitting]
    created: int
    moves: int
    commitment: str
    """SHA-256 of the secret, published before anybody contributes."""
    rules: int
    """The version of the rules."""
    turn: int | UnsetType = UNSET
    """The seat to move."""
    deadline: int | UnsetType = UNSET
    """When that seat is out of time, in milliseconds since 1970."""
    result: Result | None = None
    secret: str | None = None
    """Published when the last game that uses it is over."""
    next: str | None = None
    """The rematch."""


class State(Struct, frozen=True, tag="state"):
    """A table and, once it has started, the position as this viewer may see it."""

    table: str
    number: int
    ply: int
    info: TableInfo | UnsetType = UNSET
    """Sent at first and whenever it has changed."""
    seats: tuple[int, ...] | UnsetType = UNSET
    """The seats that are yours; sent with `info`."""
    changes: list[Change] | UnsetType = UNSET
    """What came after the entry you saw last."""
    view: msgspec.Raw | UnsetType = UNSET
    legal: list[str] | UnsetType = UNSET
    """Sent when it is your turn."""
    clock: ClockNow | UnsetType = UNSET
    behind: int | UnsetType = UNSET
    """How many entries there are that you are told only later, with all hands open."""


class Presence(Struct, frozen=True, tag="presence"):
    table: str
    here: list[bool]
    """For each seat, whether somebody who plays it is connected."""


class Thinking(Struct, frozen=True, tag="thinking"):
    """The bot on this seat has begun to think."""

    table: str
    seat: int


class Asked(Struct, frozen=True, tag="asked"):
    """A proposal, and the seats that have not answered yet. It ends with `settled`: true if it was done."""

    table: str
    what: What
    by: int | None
    """None: the clock asks, since `seat` is out of time."""
    seat: int | None
    waiting: list[int]
    settled: bool | None = None
    seconds: int | None = None
    """How long there is to answer; after that, it is a no."""


class Weighed(Struct, frozen=True):
    """A move that a bot has looked at."""

    move: str
    visits: int
    chance: float
    """To win."""
    margin: float | None
    """The expected points ahead of the best of the others."""


class Hint(Struct, frozen=True, tag="hint"):
    """What a strong bot would play after entry `number`, knowing what you know."""

    table: str
    number: int
    move: str
    why: str
    candidates: list[Weighed]
    """The best few, best first; none if there is no choice."""
    line: list[str]
    """The moves that it expects."""


class Previewed(Struct, frozen=True, tag="previewed"):
    """What a move would do after entry `number`, as far as you can know it."""

    table: str
    number: int
    move: str
    """As you wrote it."""
    events: list[dict[str, Any]]
    """As they would be told, without what nobody can know yet."""
    gain: int
    """By how much your points would change."""


class Refused(Struct, frozen=True, tag="refused"):
    """Your message has changed nothing. `code` is for programs, `why` for people."""

    code: str
    why: str
    rule: str | None = None
    table: str | None = None
    preview: str | UnsetType = UNSET
    """The move, if only its preview was asked for."""


class Pong(Struct, frozen=True, tag="pong"):
    pass


class Bye(Struct, frozen=True, tag="bye"):
    """The server is about to stop; come back in so many seconds."""

    why: str
    again_in: float


FromServer = Welcome | State | Presence | Thinking | Asked | Hint | Previewed | Refused | Pong | Bye

decode_message = msgspec.json.Decoder(FromClient).decode
