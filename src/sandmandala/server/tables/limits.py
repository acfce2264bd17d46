"""Limits on the tables of one person or address."""

from __future__ import annotations

import hashlib
import hmac

from ..addresses import client_key
from ..refusal import RefusalError
from ..server_time import now
from .lists import TableLists

MOST_OPEN = 5  # tables that wait for players, of one person
MOST_OPEN_FROM_ADDRESS = 20  # of everybody at one address
MOST_PLAYING = 50  # games going on, of one person


class TableLimits:
    """Refuses to open or join too many tables."""

    def __init__(self, lists: TableLists, key: bytes, enabled: bool) -> None:
        self._lists, self._key, self._enabled = lists, key, enabled

    async def check_opening(self, person: str, address: str) -> str:
        """Refuse too many tables. Return a keyed hash of the address, to store with the table."""
        origin = hmac.new(self._key, client_key(address).encode(), hashlib.sha256).hexdigest()[:16]
        if self._enabled:
            await self.check_playing(person)
            mine = await self._lists.count_open(person)
            if (
                mine >= MOST_OPEN
                or await self._lists.count_open_from(origin, now()) >= MOST_OPEN_FROM_ADDRESS
            ):
                raise RefusalError("too_many_tables")
        return origin

    async def check_playing(self, person: str) -> None:
        """Refuse a person with too many running games."""
        if self._enabled and await self._lists.count(person, "playing") >= MOST_PLAYING:
            raise RefusalError("too_many_games")
