"""Requests to become friends as alerts see them: they wait for an answer."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ..relations.blocks import is_blocked
from ..storage.schema import people
from ..storage.social_schema import friendships
from .situation import Event


class RequestSituation(Struct, frozen=True):
    """A request that waits."""

    asker: str
    name: str
    """Of the asker."""
    asked: str
    at: int
    game = ""
    is_too_fast_for_mail = False

    def people(self) -> dict[str, str]:
        """Return the name of the asker by id."""
        return {self.asker: self.name}

    def events(self, at: int) -> list[Event]:
        """Return the alert for the person who is asked. Asking again within a day is the same request."""
        return [Event(self.asked, self.asker, "friend", self.at, self.at, self.name)]

    def awaits(self, person: str, at: int) -> bool:
        """A request is not a game: the app's badge does not count it."""
        return False


async def read_requests(
    connection: AsyncConnection, which: ColumnElement[bool]
) -> dict[tuple[str, str], RequestSituation]:
    """Return requests that wait, by asker and asked person, except where one has blocked the other."""
    shown = ~is_blocked(friendships.c.person, friendships.c.other)
    wanted = select(friendships, people.c.name).join(people, people.c.id == friendships.c.person)
    rows = await connection.execute(wanted.where(which, friendships.c.status == "asked", shown))
    return {
        (row.person, row.other): RequestSituation(row.person, row.name, row.other, row.asked) for row in rows
    }
