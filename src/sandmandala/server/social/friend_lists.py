"""Live lists of friends: who is here, and what they play in public.

A worker makes at most three queries a second for fifty followers together, and sends a list only if it has
changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable

import structlog
from msgspec import UNSET, Struct

from ..messages.social import FriendInfo, FriendList, FriendRequest
from ..messages.table_info import Person, TableInfo, make_person
from ..relations.friends import Friend, Friendships
from ..relations.presence import Presence
from ..server_time import now
from ..spec import encode
from ..tables.changes import Change
from ..tables.lists import TableLists
from ..tables.table import Send, Table

PAUSE = 1.0  # seconds between two messages
MOST_GAMES = 3  # of each friend
_PEOPLE_AT_A_TIME = 50
_log = structlog.get_logger()


class FriendFollower(Struct, eq=False):
    """A connection that follows the list of its person's friends."""

    send: Send
    person: str
    told: bytes = b""


class FriendLists:
    """Reads and sends lists of friends. It hears of everything that may change one."""

    def __init__(self, friendships: Friendships, presence: Presence, lists: TableLists) -> None:
        self._friendships, self._presence, self._lists = friendships, presence, lists
        self._followers: dict[str, list[FriendFollower]] = {}  # by person
        self._friends: dict[str, set[str]] = {}  # by person: the followers whose lists have them
        self._named: dict[str, Collection[str]] = {}  # the same by follower
        self._due: set[str] = set()  # followers whose lists may have changed
        self._tables: set[str] = set()  # tables whose people may have begun or ended a game
        self._wake = asyncio.Event()
        presence.listeners.append(self.note_person)

    async def of(self, person: str) -> FriendList:
        """Return the list of a person's friends, as it is now."""
        return (await self._read([person]))[person]

    # --- following

    def follow(self, follower: FriendFollower) -> None:
        """Send the list, and send it again whenever it changes."""
        same = self._followers.setdefault(follower.person, [])
        if follower not in same:
            same.append(follower)
            self._note([follower.person])

    def unfollow(self, follower: FriendFollower) -> None:
        """Stop sending the list."""
        same = self._followers.get(follower.person, [])
        if follower in same:
            same.remove(follower)
            follower.told = b""
            if not same:
                del self._followers[follower.person]
                self._remember(follower.person, ())

    # --- noting changes

    def note_person(self, person: str) -> None:
        """Note that somebody came, went, or has another name."""
        self._note(self._friends.get(person, ()))

    def renamed(self, person: Person, ours: bool) -> None:
        """Note a new name; a listener of `Tables`."""
        self.note_person(person.id)

    def note_relations(self, people: Iterable[str]) -> None:
        """Note that these people are friends now or no longer, ask or answer, or show something else."""
        for person in people:
            self._note([person, *self._friends.get(person, ())])

    def __call__(self, table: Table, change: Change, ours: bool) -> None:
        """Note that a game begins or ends; a subscriber of `Tables`."""
        if change.news.status is not UNSET and table.spec.public:
            for sitter in table.sitting:
                if sitter:
                    self.note_person(sitter.id)

    def changed_elsewhere(self, id: str, people: list[str], is_listed: bool) -> None:
        """Note that a table has changed at another worker."""
        if is_listed and self._friends:
            self._tables.add(id)
            self._wake.set()

    def _note(self, people: Iterable[str]) -> None:
        if some := self._followers.keys() & set(people):
            self._due |= some
            self._wake.set()

    # --- sending

    async def tell(self) -> None:
        """Send what is new, until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            due, tables = self._due, self._tables
            self._due, self._tables = set(), set()
            try:
                due |= await self._followers_of(tables)
                for start in range(0, len(due), _PEOPLE_AT_A_TIME):
                    some = sorted(due)[start : start + _PEOPLE_AT_A_TIME]
                    for person, found in (await self._read(some)).items():
                        self._send(person, found)
            except Exception:  # the database is down; try again in the next round
                _log.exception("lists of friends could not be told")
                self._due |= due
                self._tables |= tables
                self._wake.set()
            await asyncio.sleep(PAUSE)

    async def _followers_of(self, ids: Collection[str]) -> set[str]:
        if not ids:
            return set()
        return {one for person in await self._lists.people_at(ids) for one in self._friends.get(person, ())}

    def _send(self, person: str, found: FriendList) -> None:
        followers = self._followers.get(person, [])
        if followers:
            self._remember(person, [one.person.id for one in found.friends])
        data = encode(found)
        for follower in followers:
            if follower.told != data:
                follower.told = data
                follower.send(data)

    def _remember(self, person: str, friends: Collection[str]) -> None:
        """Note whom the list of a follower names."""
        for friend in self._named.pop(person, ()):
            self._friends[friend].discard(person)
            if not self._friends[friend]:
                del self._friends[friend]
        for friend in friends:
            self._friends.setdefault(friend, set()).add(person)
        if friends:
            self._named[person] = friends

    async def _read(self, people: list[str]) -> dict[str, FriendList]:
        found = await self._friendships.of(people)
        shown = {
            one.id
            for some in found.values()
            for one in some
            if one.standing == "friends" and one.shows_presence
        }
        games = await self._games_of(shown) if shown else {}
        return {person: self._list(some, games) for person, some in found.items()}

    async def _games_of(self, people: set[str]) -> dict[str, list[TableInfo]]:
        """Return the games of these people that anybody may watch."""
        games: dict[str, list[TableInfo]] = {}
        for table in await self._lists.playing_in_public(people, now()):
            if table.spec.spectators != "none":
                for sitter in {one.person.id for one in table.sitting if one.person} & people:
                    games.setdefault(sitter, []).append(table)
        return {person: some[:MOST_GAMES] for person, some in games.items()}

    def _list(self, some: list[Friend], games: dict[str, list[TableInfo]]) -> FriendList:
        def requests(standing: str) -> list[FriendRequest]:
            return [
                FriendRequest(make_person(one.id, one.name, None, one.is_bot), one.since)
                for one in some
                if one.standing == standing
            ]

        friends = [
            FriendInfo(
                make_person(one.id, one.name, None, one.is_bot),
                one.shows_presence and self._presence.is_here(one.id),
                games.get(one.id, []) if one.shows_presence else [],
            )
            for one in some
            if one.standing == "friends"
        ]
        return FriendList(friends, requests("asks"), requests("asked"))
