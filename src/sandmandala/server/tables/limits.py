"""Limits on the tables of one person or address."""

from __future__ import annotations

import hashlib
import hmac

from ..addresses import client_key
from ..messages.table_info import Person
from ..refusal import RefusalError
from ..server_time import now
from ..settings import Settings
from ..spec import TableSpec
from .lists import TableLists

MOST_OPEN = 5  # tables that wait for players, of one person
MOST_OPEN_FROM_ADDRESS = 20  # of everybody at one address
MOST_PLAYING = 50  # games going on, of one person


class TableLimits:
    """Refuses to open or join too many tables."""

    def __init__(self, lists: TableLists, key: bytes, settings: Settings) -> None:
        self._lists, self._key, self._enabled = lists, key, settings.limits
        self._bot_games, self._bot_ratings = settings.bot_games, settings.bot_ratings

    async def check_opening(self, person: Person, address: str) -> str:
        """Refuse too many tables. Return a keyed hash of the address, to store with the table."""
        origin = self.origin(address)
        await self.check_playing(person)
        if self._enabled:
            mine = await self._lists.count_open(person.id)
            if (
                mine >= MOST_OPEN
                or await self._lists.count_open_from(origin, now()) >= MOST_OPEN_FROM_ADDRESS
            ):
                raise RefusalError("too_many_tables")
        return origin

    def origin(self, address: str) -> str:
        """Return a keyed hash of an address."""
        return hmac.new(self._key, client_key(address).encode(), hashlib.sha256).hexdigest()[:16]

    async def check_playing(self, person: Person) -> None:
        """Refuse a person with too many running games. Bot accounts have their own limit, also if people have
        none: a program can take every seat there is."""
        most = self._bot_games if person.bot is True else MOST_PLAYING if self._enabled else None
        if most is not None and await self._lists.count(person.id, "playing") >= most:
            raise RefusalError("too_many_games")

    def check_rated(self, person: Person, spec: TableSpec) -> None:
        """Refuse bot accounts at rated tables, if the host does not want such games."""
        if spec.rated and person.bot is True and self._bot_ratings == "none":
            raise RefusalError("bots_unrated")
