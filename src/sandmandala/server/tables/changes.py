"""What a command does to a table: new values for whatever it changes.

A change says which version of the table it was made for, so that it can be committed only once. Until it is
committed, nothing has happened.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from ..messages import Person, Status
from ..spec import Entry, Moved, Proposals, Result, What
from .session import Session
from .table import Table

Kind = Literal[
    "sit",
    "leave",
    "close",
    "contribute",
    "move",
    "take_back",
    "resign",
    "time",
    "replace",
    "give_back",
    "propose",
    "answer",
    "rematch",
    "repair",
]


class News(Struct, frozen=True, omit_defaults=True):
    """A change as other workers are told of it."""

    kind: Kind
    table: str
    version: int
    """Of the table, before the change."""
    number: int
    """How many entries the log had."""
    at: int
    entry: Entry | None = None
    status: Status | UnsetType = UNSET
    sitting: list[Person | None] | UnsetType = UNSET
    contributions: list[str | None] | UnsetType = UNSET
    proposals: Proposals | UnsetType = UNSET
    agreed: What | None = None
    """The proposal that is carried out by this."""
    result: Result | None = None
    next: str | None = None


class Change:
    """With what follows from it at this worker: the session after the entry, and a table that it opens."""

    __slots__ = ("before", "is_plain_move", "news", "opens", "session")

    def __init__(self, news: News, session: Session | None = None, opens: Table | None = None) -> None:
        self.news, self.session, self.opens = news, session, opens
        self.before: Proposals = {}  # the proposals that were open, once it has been applied
        # Then the log alone changes; everything else raises the version of the table.
        self.is_plain_move = (
            isinstance(news.entry, Moved) and news.status is UNSET and news.proposals is UNSET
        )

    @property
    def sitting_changes(self) -> bool:
        return self.news.sitting is not UNSET or self.news.contributions is not UNSET


def change_of(table: Table, kind: Kind, at: int, **values: Any) -> News:
    """A change to a table as it stands, with the new values of whatever changes."""
    return News(kind, table.id, table.version, table.number, at, **values)


def fits(table: Table, news: News) -> bool:
    """Whether a change that another worker committed comes next."""
    return news.version == table.version and news.number == table.number


def apply(table: Table, change: Change) -> None:
    """Make a committed change true in memory."""
    if change.is_plain_move:
        table.session = change.session
        return
    news, change.before = change.news, table.proposals
    for name in ("status", "sitting", "contributions", "proposals"):
        if (value := getattr(news, name)) is not UNSET:
            setattr(table, name, value)
    if news.result:
        table.result, table.ended = news.result, news.at
    if news.next:
        table.next = news.next
    if change.session:
        table.session = change.session
    table.version += 1


def session_after(table: Table, news: News) -> Session | None:
    """The session that a change of another worker leads to; None if it stays the same."""
    if news.entry:
        assert table.session
        return table.session.after(news.entry, news.at)
    if news.status == "playing":
        given = table.contributions if news.contributions is UNSET else news.contributions
        return table.new_session(given, news.at)
    return None
