"""The live list of public tables that wait for players, as each follower may and wants to see it.

Followers with the same filter share a list that is read from the database, and those who see the same of it
share messages. Nobody gets tables of people who are blocked, in either direction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from typing import NamedTuple

from msgspec import Struct

from ..messages.from_server import ListedTables
from ..messages.lobby_filter import EVERYTHING, LobbyFilter
from ..messages.table_info import TableInfo
from ..relations.blocks import Blocks
from ..server_time import now
from ..spec import encode
from .lists import TableLists
from .table import Send

MOST_OPEN = 200  # tables on a list
LISTS_AT_ONCE = 20  # that are read in one round; with more different filters, they take turns
Found = dict[str, TableInfo]
_NONE: frozenset[str] = frozenset()


class View(NamedTuple):
    """What a follower wants to see; `person` only if it depends on their ratings."""

    filter: LobbyFilter = EVERYTHING
    person: str | None = None


class OpenFollower(Struct, eq=False):
    """A connection that follows the list."""

    send: Send
    person: str | None
    view: View = View()
    told: Found | None = None
    """The list as it was sent; None: not yet."""


class OpenList:
    """Reads and sends the list."""

    def __init__(self, lists: TableLists, blocks: Blocks) -> None:
        self._lists, self._blocks = lists, blocks
        self._followers: dict[int, OpenFollower] = {}
        self._lock = asyncio.Lock()  # nobody gets an older list after a newer one
        self._found: dict[View, Found] = {}  # as last read, those first that were read longest ago

    @property
    def is_followed(self) -> bool:
        """Whether anybody follows it."""
        return bool(self._followers)

    def is_followed_by(self, people: Collection[str]) -> bool:
        """Whether one of these people follows it."""
        return any(one.person in people for one in self._followers.values())

    async def follow(self, follower: OpenFollower, chosen: LobbyFilter) -> None:
        """Send the whole list, and changes from then on. Following twice has no effect."""
        view = View(chosen, follower.person if chosen.near is not None else None)
        if self._is_gone(follower):
            self._followers[id(follower)] = follower
        elif follower.view == view:
            return
        follower.view, follower.told = view, None
        try:
            async with self._lock:
                if view not in self._found:
                    await self._read(view)
                if follower.told is None:
                    await self._tell([follower], [view])
        except BaseException:
            self.unfollow(follower)  # so that it can be asked for again
            raise

    def unfollow(self, follower: OpenFollower) -> None:
        """Stop sending the list."""
        if self._followers.pop(id(follower), None) is None:
            return
        follower.told = None
        if not any(one.view == follower.view for one in self._followers.values()):
            self._found.pop(follower.view, None)

    def _is_gone(self, follower: OpenFollower) -> bool:
        return id(follower) not in self._followers

    async def update(self) -> bool:
        """Read and send what is new. Return False if some lists wait for the next round."""
        async with self._lock:
            return await self._update()

    async def _update(self) -> bool:
        views = {one.view for one in self._followers.values()}
        unread = sorted(views - self._found.keys(), key=str)
        due = [*unread, *(view for view in self._found if view in views)][:LISTS_AT_ONCE]
        for view in due:
            await self._read(view)
        await self._tell(list(self._followers.values()), due)
        return len(due) == len(views)

    async def _read(self, view: View) -> None:
        found = await self._lists.lobby("open", MOST_OPEN, None, now(), *view)
        self._found.pop(view, None)  # to the end of the queue
        if any(one.view == view for one in self._followers.values()):
            self._found[view] = {one.id: one for one in found}

    async def _tell(self, followers: Iterable[OpenFollower], views: Collection[View]) -> None:
        """Send to these followers what is new on these lists."""
        lists = {view: self._found[view] for view in views if view in self._found}
        told = [one for one in followers if one.view in lists]
        met = {person for found in lists.values() for table in found.values() for person in _people(table)}
        apart = await self._blocks.between({one.person for one in told if one.person}, met)
        seen: dict[tuple[View, frozenset[str]], Found] = {}
        alike: dict[tuple[int, int], list[OpenFollower]] = {}  # who have seen the same, and see the same now
        after: dict[int, Found] = {}
        for one in told:
            if self._is_gone(one) or (found := lists.get(one.view)) is None:
                continue  # it wants something else in the meantime
            others = apart.get(one.person or "", _NONE)
            hidden = frozenset(_met(others, found)) if others else _NONE
            if (one.view, hidden) not in seen:
                seen[one.view, hidden] = {key: table for key, table in found.items() if key not in hidden}
            shown = seen[one.view, hidden]
            after[id(shown)] = shown
            alike.setdefault((id(one.told), id(shown)), []).append(one)
        for (_, key), same in alike.items():
            _send(same, after[key])


def _send(followers: list[OpenFollower], shown: Found) -> None:
    """Send a list to followers who know the same of it."""
    before = followers[0].told
    changed = [one for one in shown.values() if before is None or before.get(one.id) != one]
    gone = [id for id in before or () if id not in shown]
    for follower in followers:
        follower.told = shown
    if before is None or changed or gone:
        data = encode(ListedTables("open", changed, gone, before is None))
        for follower in followers:
            follower.send(data)


def _met(others: Collection[str], found: Found) -> list[str]:
    """Return the tables at which one of the others is."""
    return [id for id, table in found.items() if not _people(table).isdisjoint(others)]


def _people(table: TableInfo) -> set[str]:
    return {table.host, *(one.person.id for one in table.sitting if one.person)}
