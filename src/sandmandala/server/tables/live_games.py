"""Live games to watch: a list, and the one that is featured on the first page.

While somebody follows, a worker reads the games at most once a second for all its followers together, and
sends only changes. Moves alone change a list only every few seconds: whoever wants to see them watches the
table.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal

import structlog
from msgspec import UNSET, Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncEngine

from ..messages.from_server import ListedTables
from ..messages.table_info import TableInfo
from ..server_time import now
from ..spec import encode
from .bot_match import BotMatch
from .changes import Change
from .lists import TableLists
from .live_ranking import LiveGame, listed, read_live_games
from .service import Tables
from .table import Send, Table

PAUSE = 1.0  # seconds between two messages about a list
REFRESH = 5.0  # seconds after which it is read again, also if nothing is known to have changed
FRESH = 120_000  # milliseconds without a move after which another game is featured
LiveList = Literal["live", "featured"]
_log = structlog.get_logger()


class LiveFollower(Struct, eq=False):
    """A connection that follows live games."""

    send: Send
    looking: bool = True
    """Whether its page is visible."""


class LiveGames:
    """Sends the lists to their followers. It subscribes to changes, including those of other workers."""

    def __init__(self, engine: AsyncEngine, tables: Tables, lists: TableLists, match: BotMatch) -> None:
        self._engine, self._tables, self._lists, self._match = engine, tables, lists, match
        self._followers: dict[LiveList, list[LiveFollower]] = {"live": [], "featured": []}
        self._sent: dict[LiveList, dict[str, TableInfo] | None] = {"live": None, "featured": None}
        self._featured: str | None = None
        self._ids: set[str] = set()  # of all live games, listed or not
        self._wake, self._refresh_at = asyncio.Event(), 0.0

    # --- following

    def follow(self, follower: LiveFollower, which: LiveList) -> None:
        """Send the whole list, and changes from then on. Following twice has no effect."""
        if follower in self._followers[which]:
            return
        self._followers[which].append(follower)
        if (sent := self._sent[which]) is None:
            self._wake.set()
        else:
            _send([follower], which, list(sent.values()), whole=True)

    def unfollow(self, follower: LiveFollower, which: LiveList) -> None:
        """Stop sending a list to a follower."""
        with suppress(ValueError):
            self._followers[which].remove(follower)
        if not self._followers[which]:
            self._sent[which] = None

    def set_looking(self, follower: LiveFollower, looking: bool) -> None:
        """Note whether the page of a follower is visible."""
        follower.looking = looking
        self._wake.set()

    def _is_followed(self) -> bool:
        return any(self._followers.values())

    def _is_looked_at(self) -> bool:
        return any(one.looking for same in self._followers.values() for one in same)

    # --- noting changes

    def __call__(self, table: Table, change: Change, ours: bool) -> None:
        """Note a change; a subscriber of `Tables`."""
        if self._is_followed() and change.news.status is not UNSET:
            self.note(table.id, [], table.spec.public)

    def changed(self, table: Table) -> None:
        """Note a table that is new or was read again."""
        self.note(table.id, [], table.spec.public)

    def note(self, id: str, people: list[str], is_listed: bool) -> None:
        """Note that a table has begun or ended, perhaps at another worker."""
        if is_listed and self._is_followed():
            self._wake.set()

    def audience_changed(self, id: str) -> None:
        """Note that somebody came to watch a table or left it."""
        if id in self._ids:
            self._wake.set()

    # --- sending

    async def tell(self) -> None:
        """Send what is new, until cancelled. Without followers it sleeps, but for the match of bots."""
        while True:
            is_needed = self._is_followed() or self._match.is_kept
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), PAUSE if is_needed else None)
            has_changed = self._wake.is_set()
            self._wake.clear()
            try:
                await self._step(has_changed)
            except Exception:  # the database is down; try again in the next round
                _log.exception("live games could not be told")
                self._wake.set()
            await asyncio.sleep(PAUSE)

    async def _step(self, has_changed: bool) -> None:
        moment = asyncio.get_running_loop().time()
        is_due = moment >= self._refresh_at
        if self._is_followed() and (has_changed or is_due):
            await self._read(is_due)
            if is_due:
                self._refresh_at = moment + REFRESH
        is_alone = self._is_looked_at() and not self._ids
        if await self._match.keep(is_alone):
            self._wake.set()

    async def _read(self, with_moves: bool) -> None:
        at = now()
        games = [self._counted(game) for game in await read_live_games(self._engine, at)]
        self._ids = {game.id for game in games}
        chosen = {game.id: game for game in listed(games)}
        self._featured = self._choose(list(chosen.values()), at)
        match = await self._match.current() if not games else None
        infos = await self._lists.by_ids({*chosen, *([match] if match else [])}, at)
        found = {one.id: self._described(one, chosen.get(one.id)) for one in infos if one.status == "playing"}
        in_order = {id: found[id] for id in [*chosen, *found] if id in found}
        best = self._featured or match
        self._tell("live", in_order, with_moves)
        self._tell("featured", {best: found[best]} if best in found else {}, with_moves)

    def _counted(self, game: LiveGame) -> LiveGame:
        audience = self._tables.audience_of(game.id)
        return replace(game, watching=len(audience.people - game.players) + audience.guests)

    def _described(self, info: TableInfo, game: LiveGame | None) -> TableInfo:
        if game is None:  # the match of bots
            audience = self._tables.audience_of(info.id)
            return replace(info, watching=len(audience.people) + audience.guests)
        return replace(info, watching=game.watching, rating=UNSET if game.rating is None else game.rating)

    def _choose(self, games: list[LiveGame], at: int) -> str | None:
        """Return the game to feature. The same one as long as it goes on: the board stays calm."""
        fresh = [game for game in games if game.last > at - FRESH]
        if any(game.id == self._featured for game in fresh):
            return self._featured
        return min(fresh, key=LiveGame.rank).id if fresh else None

    def _tell(self, which: LiveList, found: dict[str, TableInfo], with_moves: bool) -> None:
        if not self._followers[which]:
            return
        before = self._sent[which]
        if before is None:
            self._sent[which] = found
            _send(self._followers[which], which, list(found.values()), whole=True)
            return
        if not with_moves:
            found = {id: _unmoved(info, before.get(id)) for id, info in found.items()}
        self._sent[which] = found
        changed = [one for one in found.values() if before.get(one.id) != one]
        gone = [id for id in before if id not in found]
        if changed or gone:
            _send(self._followers[which], which, changed, gone)


def _unmoved(info: TableInfo, before: TableInfo | None) -> TableInfo:
    """Return the information without the moves since it was sent."""
    if before is None:
        return info
    return replace(info, moves=before.moves, turn=before.turn, deadline=before.deadline)


def _send(
    followers: list[LiveFollower],
    which: LiveList,
    tables: list[TableInfo],
    gone: list[str] | None = None,
    whole: bool = False,
) -> None:
    data = encode(ListedTables(which, tables, gone or [], whole))
    for follower in followers:
        follower.send(data)
