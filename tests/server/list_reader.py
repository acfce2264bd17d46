"""Somebody who follows lists of tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from unittest.mock import patch

from sandmandala.server.relations.blocks import Blocks
from sandmandala.server.tables import lobby as lobby_module
from sandmandala.server.tables.lists import TableLists
from sandmandala.server.tables.lobby import Follower, Lobby
from sandmandala.server.tables.open_list import OpenFollower
from sandmandala.server.tables.service import Tables


class Reader:
    """Keeps a list up to date from the messages."""

    def __init__(self, lobby: Lobby, person: str | None = None) -> None:
        self.lobby, self.messages = lobby, 0
        self.tables: dict[str, Any] | None = None
        self.follower = Follower(self._take, person or "")
        self.open_follower = OpenFollower(self._take, person)

    def _take(self, data: bytes) -> None:
        message = json.loads(data)
        self.messages += 1
        assert message["whole"] == (self.tables is None), "the whole list comes first, and once"
        self.tables = {
            **{id: one for id, one in (self.tables or {}).items() if id not in message["gone"]},
            **{one["id"]: one for one in message["tables"]},
        }

    async def reads(self, **expected: str) -> None:
        """Wait until the list has these tables in these states."""
        async with asyncio.timeout(20):
            while self.tables is None or {id: one["status"] for id, one in self.tables.items()} != expected:
                await asyncio.sleep(0.01)

    async def reads_that(self, id: str, **values: Any) -> None:
        async with asyncio.timeout(20):
            while any((self.tables or {}).get(id, {}).get(name) != value for name, value in values.items()):
                await asyncio.sleep(0.01)


def new_lobby(service: Tables, lists: TableLists | None = None) -> Lobby:
    engine = service.store.engine
    return Lobby(service, lists or TableLists(engine), Blocks(engine, service.store.writer))


@asynccontextmanager
async def lobby_of(service: Tables) -> AsyncIterator[Lobby]:
    lobby = new_lobby(service)
    service.subscribers.append(lobby)
    service.open_listeners.append(lobby.changed)
    service.reload_listeners.append(lobby.changed)
    service.rename_listeners.append(lobby.renamed)
    with patch.object(lobby_module, "PAUSE", 0.05):
        work = asyncio.create_task(lobby.tell())
        yield lobby
        work.cancel()
    with suppress(asyncio.CancelledError):
        await work
