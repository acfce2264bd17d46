"""Live lists of tables: the public ones that wait for players, and each person's own.

A worker makes at most two queries a second for the own tables of all followers together, and one more when
somebody has changed their name. It sends only changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from contextlib import suppress

import structlog
from msgspec import UNSET, Struct

from ..messages.from_server import ListedTables
from ..messages.lobby_filter import EVERYTHING, LobbyFilter
from ..messages.table_info import Person, TableInfo
from ..relations.blocks import Blocks
from ..server_time import now
from ..spec import encode
from .changes import Change
from .lists import TableLists
from .open_list import OpenFollower, OpenList
from .service import Tables
from .table import Send, Table
from .viewing import info_of

PAUSE = 1.0  # seconds between two messages about a list
REFRESH = 5.0  # seconds after which open tables are read again: people may have left some
MOST_OWN = 100
_log = structlog.get_logger()


class Follower(Struct, eq=False):
    """A connection that follows its person's own tables."""

    send: Send
    person: str
    missed: set[str] | None = None
    """While the list of this person's tables is being read: those that have changed in the meantime."""


class Lobby:
    """Sends lists to their followers. It subscribes to changes, including those of other workers."""

    def __init__(self, tables: Tables, lists: TableLists, blocks: Blocks) -> None:
        self._tables, self._lists = tables, lists
        self._open = OpenList(lists, blocks)
        self._of_own: dict[str, list[Follower]] = {}  # by person
        self._told: dict[str, set[str]] = {}  # by table: who has it on their list
        self._due: set[str] = set()  # tables that may have changed for a follower
        self._renamed: set[str] = set()  # people; the open tables are read again anyway
        self._wake = asyncio.Event()

    # --- following

    async def follow_open(self, follower: OpenFollower, chosen: LobbyFilter = EVERYTHING) -> None:
        """Send the whole list of open tables that fit a filter, and changes from then on."""
        await self._open.follow(follower, chosen)

    def unfollow_open(self, follower: OpenFollower) -> None:
        """Stop sending the list of open tables."""
        self._open.unfollow(follower)

    async def follow(self, follower: Follower) -> None:
        """Send the whole list of the person's own tables, and changes from then on. Following twice has no
        effect.
        """
        if follower not in self._of_own.get(follower.person, ()):
            self._of_own.setdefault(follower.person, []).append(follower)
            try:
                await self._send_own(follower, follower.person)
            except BaseException:
                self.unfollow(follower)  # so that it can be asked for again
                raise

    async def _send_own(self, follower: Follower, person: str) -> None:
        """Send the list as it is. Changes that it may lack are sent after it, never before."""
        follower.missed = set()
        found = await self._lists.current(person, MOST_OWN, now())
        missed, follower.missed = follower.missed, None
        if follower not in self._of_own.get(person, ()):
            return  # it has disconnected in the meantime
        for table in found:
            self._told.setdefault(table.id, set()).add(person)
        _send([follower], found, whole=True)
        if missed:
            self._due |= missed
            self._wake.set()

    def unfollow(self, follower: Follower) -> None:
        """Stop sending the person's own tables to a follower."""
        if follower in (same := self._of_own.get(follower.person, [])):
            same.remove(follower)
            if not same:
                del self._of_own[follower.person]
                for id in [id for id, people in self._told.items() if follower.person in people]:
                    self._forget(id, follower.person)

    # --- noting changes

    def __call__(self, table: Table, change: Change, ours: bool) -> None:
        """Note a change; a subscriber of `Tables`."""
        news = change.news
        if self._of_own or self._open.is_followed:
            is_listed = table.spec.public and (news.status is not UNSET or news.sitting is not UNSET)
            self.note(table.id, _people(table), is_listed)

    def changed(self, table: Table) -> None:
        """Note a table that is new or was read again: anything listed of it may have changed."""
        self.note(table.id, _people(table), table.spec.public)

    def note(self, id: str, people: Iterable[str], is_listed: bool) -> None:
        """Note that a table of these people has changed; with `is_listed`, perhaps the public list, too."""
        if id in self._told or any(person in self._of_own for person in people):
            self._due.add(id)
            self._wake.set()
        if is_listed and self._open.is_followed:
            self._wake.set()

    def renamed(self, person: Person, ours: bool) -> None:
        """Note a new name: it is also in lists of tables that are not in memory."""
        if self._of_own:
            self._renamed.add(person.id)
            self._wake.set()

    def note_relations(self, people: Collection[str]) -> None:
        """Note that one of these people may have blocked another, or no longer does."""
        if self._open.is_followed_by(people):
            self._wake.set()

    # --- sending

    async def tell(self) -> None:
        """Send what is new, until cancelled."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), REFRESH)
            self._wake.clear()
            try:
                await self._tell_owners()
                if self._open.is_followed and not await self._open.update():
                    self._wake.set()
            except Exception:  # the database is down; try again in the next round
                _log.exception("lists could not be told")
            await asyncio.sleep(PAUSE)

    async def _tell_owners(self) -> None:
        due, self._due = self._due, set()
        renamed, self._renamed = self._renamed, set()
        try:
            due |= await self._lists.current_ids(renamed)
            found = await self._found(due)
        except Exception:
            self._due |= due
            self._renamed |= renamed
            raise
        changed: dict[str, list[TableInfo]] = {}
        gone: dict[str, list[str]] = {}
        for id in due:
            info = found.get(id)
            sitting = {one.person.id for one in info.sitting if one.person} if info else set()
            for person in self._of_own.keys() & (sitting | self._told.get(id, set())):
                if info and person in sitting:
                    changed.setdefault(person, []).append(info)
                else:
                    gone.setdefault(person, []).append(id)
                if info and person in sitting and info.status != "over":
                    self._told.setdefault(id, set()).add(person)
                else:
                    self._forget(id, person)
        for person in changed.keys() | gone.keys():
            self._send_changes(person, changed.get(person, []), gone.get(person, []))

    async def _found(self, ids: set[str]) -> dict[str, TableInfo]:
        """Return those of these tables that exist, from memory or from the database."""
        here = {id: info_of(table, now()) for id in ids if (table := self._tables.in_use.get(id))}
        missing = ids.difference(here)
        return here | {one.id: one for one in await self._lists.by_ids(missing, now())} if missing else here

    def _send_changes(self, person: str, changed: list[TableInfo], gone: list[str]) -> None:
        followers = self._of_own[person]
        _send([one for one in followers if one.missed is None], changed, gone)
        for follower in followers:
            if follower.missed is not None:
                follower.missed.update(gone, (info.id for info in changed))

    def _forget(self, id: str, person: str) -> None:
        people = self._told.get(id, set())
        people.discard(person)
        if not people:
            self._told.pop(id, None)


def _send(
    followers: Collection[Follower],
    tables: list[TableInfo],
    gone: list[str] | None = None,
    whole: bool = False,
) -> None:
    if tables or gone or whole:
        data = encode(ListedTables("mine", tables, gone or [], whole))
        for follower in followers:
            follower.send(data)


def _people(table: Table) -> list[str]:
    return [sitter.id for sitter in table.sitting if sitter]
