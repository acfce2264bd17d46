"""The messages between workers."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from ..messages.from_server import ReviewProgress, Thinking
from ..messages.table_info import Person
from ..tables.changes import News


class Committed(Struct, frozen=True, tag="committed", array_like=True):
    """A table has changed."""

    news: News


class BotThinking(Struct, frozen=True, tag="thinks", array_like=True):
    """A bot has begun to think."""

    message: Thinking


class ReviewNews(Struct, frozen=True, tag="review", array_like=True):
    """How far a review is at this worker; `waiting`: somebody waits here for one that another makes."""

    message: ReviewProgress


class TableOpened(Struct, frozen=True, tag="opened", array_like=True):
    """A table is new."""

    table: str
    people: list[str]
    public: bool


class Renamed(Struct, frozen=True, tag="renamed", array_like=True):
    """A person has a new name."""

    person: Person


class SessionsEnded(Struct, frozen=True, tag="ended", array_like=True):
    """Close the sockets of these sessions of a person, or all of them."""

    person: str
    sessions: list[str] | None


class Watchers(Struct, frozen=True, tag="here", array_like=True):
    """Who watches a table at this worker."""

    table: str
    people: list[str]
    looking: list[str]
    """Those in whose browsers it is visible."""


class Heartbeat(Struct, frozen=True, tag="alive", array_like=True):
    """A heartbeat, with everybody who watches at this worker. A new worker asks for those of the others."""

    here: dict[str, list[str]]
    new: bool
    at: int | None
    """The worker's time; None until it has been compared with the others'."""
    looking: dict[str, list[str]]
    """Those in whose browsers a table is visible."""


class Stopping(Struct, frozen=True, tag="left", array_like=True):
    """This worker is stopping."""


Message = (
    Committed
    | TableOpened
    | BotThinking
    | ReviewNews
    | Renamed
    | SessionsEnded
    | Watchers
    | Heartbeat
    | Stopping
)


class MessageBatch(Struct, frozen=True, array_like=True):
    """All messages of a worker since its last batch."""

    worker: str
    messages: list[Message]


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(MessageBatch).decode
