"""The messages between workers."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from ..messages.from_server import ReviewProgress, Thinking
from ..messages.opponents import PersonalNews
from ..messages.table_info import Person
from ..social.talk import Heard
from ..tables.changes import News
from ..tables.table import Audience


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
    audience: Audience


class Heartbeat(Struct, frozen=True, tag="alive", array_like=True):
    """A heartbeat, with everybody who watches at this worker. A new worker asks for those of the others."""

    here: dict[str, Audience]
    new: bool
    at: int | None
    """The worker's time; None until it has been compared with the others'."""


class ToPerson(Struct, frozen=True, tag="person", array_like=True):
    """News for a person, who may be connected to any worker."""

    person: str
    news: PersonalNews


class PoolChanged(Struct, frozen=True, tag="pool", array_like=True):
    """Somebody looks for an opponent."""


class PeopleHere(Struct, frozen=True, tag="people", array_like=True):
    """Everybody who has the app open at this worker."""

    people: list[str]


class PersonMoved(Struct, frozen=True, tag="moved", array_like=True):
    """Somebody came to this worker, or left it."""

    person: str
    came: bool


class RelationsChanged(Struct, frozen=True, tag="relations", array_like=True):
    """The friends of these people have changed, or requests, or what they show."""

    people: list[str]


class SaidAtTable(Struct, frozen=True, tag="said", array_like=True):
    """Somebody has said something."""

    heard: Heard


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
    | ToPerson
    | PoolChanged
    | PeopleHere
    | PersonMoved
    | RelationsChanged
    | SaidAtTable
    | Stopping
)


class MessageBatch(Struct, frozen=True, array_like=True):
    """All messages of a worker since its last batch."""

    worker: str
    messages: list[Message]


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(MessageBatch).decode
