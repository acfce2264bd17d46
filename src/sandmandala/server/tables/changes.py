"""Changes: the new values that a command gives to a table.

A change names the version of the table that it was made for, so it can be committed only once. It has no
effect until it is committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from ..messages.fields import Status
from ..messages.table_info import Person
from ..spec import Entry, Moved, Proposals, Result, TableSpec, What
from ..storage.prepared import Statement
from .session import Session
from .table import Table

Kind = Literal[
    "sit",
    "leave",
    "close",
    "add_bot",
    "remove_bot",
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
    """The part of a change that is sent to other workers."""

    kind: Kind
    table: str
    version: int
    """The version of the table before the change."""
    number: int
    """The number of log entries before the change."""
    at: int
    entry: Entry | None = None
    status: Status | UnsetType = UNSET
    spec: TableSpec | UnsetType = UNSET
    sitting: list[Person | None] | UnsetType = UNSET
    contributions: list[str | None] | UnsetType = UNSET
    proposals: Proposals | UnsetType = UNSET
    agreed: What | None = None
    """The proposal that this change carries out."""
    result: Result | None = None
    open_from: int | UnsetType | None = UNSET
    next: str | None = None


class Change:
    """A change, with the session after its log entry and the table that it opens, if any."""

    __slots__ = ("also", "before", "is_plain_move", "news", "opens", "session")

    def __init__(
        self,
        news: News,
        session: Session | None = None,
        opens: Table | None = None,
        also: Sequence[Statement] = (),
    ) -> None:
        self.news, self.session, self.opens = news, session, opens
        self.also = also  # when a table is closed: what else must be stored with it
        self.before: Proposals = {}  # open proposals before the change; set by `apply`
        # A plain move only appends to the log; everything else raises the version of the table.
        self.is_plain_move = (
            isinstance(news.entry, Moved) and news.status is UNSET and news.proposals is UNSET
        )

    @property
    def sitting_changes(self) -> bool:
        """Whether seats or contributions change."""
        return self.news.sitting is not UNSET or self.news.contributions is not UNSET


def change_of(table: Table, kind: Kind, at: int, **values: Any) -> News:
    """Make a change to the current version of a table, with these new values."""
    return News(kind, table.id, table.version, table.number, at, **values)


def fits(table: Table, news: News) -> bool:
    """Whether a change from another worker is the next one for this table."""
    return news.version == table.version and news.number == table.number


def apply(table: Table, change: Change) -> None:
    """Apply a committed change to the table in memory."""
    if change.is_plain_move:
        table.session = change.session
        return
    news, change.before = change.news, table.proposals
    for name in ("status", "spec", "sitting", "contributions", "proposals", "open_from"):
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
    """Return the session after a change from another worker; None if it stays the same."""
    if news.entry:
        assert table.session
        return table.session.after(news.entry, news.at)
    if news.status == "playing":
        given = table.contributions if news.contributions is UNSET else news.contributions
        return table.new_session(given, news.at)
    return None
