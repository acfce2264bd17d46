"""Bots at tables think for people, in fair turns, and never for nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.room import ANNA, BEN, begun, services

from sandmandala.server.metrics import Metrics
from sandmandala.server.settings import Settings
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing
from sandmandala.server.tables.bot_runner import BotRunner
from sandmandala.server.tables.table import Watcher

WITH_BOTS = TableSpec("flowers", 3, bots=(None, 1, 1), options={"beginner": 1})


def test_bots_do_not_think_where_nobody_plays_or_watches(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with services(url) as (service,):
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0), Metrics())
            table = await begun(service, WITH_BOTS)
            bots.attend(table)
            assert table.thinking, "Anna plays here, even if she is away"
            await table.thinking
            assert table.session
            assert table.session.to_move == 0
            table = await service.do(table.id, playing.resign, ANNA.id, table.number)
            bots.attend(table)
            assert table.thinking is None
            await service.watch(table.id, Watcher(lambda message: None, BEN.id), None, "")
            bots.attend(table)
            assert table.thinking, "Ben watches"
            await bots.close()

    asyncio.run(work())


def test_the_bots_of_a_table_take_the_turns_of_its_host(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So one visitor with many tables waits for their own bots, and nobody else does."""

    async def work() -> None:
        async with services(url) as (service,):
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0, thinkers=1), Metrics())
            owners: list[tuple[str, bool]] = []
            run = bots._queue.run

            async def noted(owner: str, *work: Any, urgent: bool = True) -> Any:
                owners.append((owner, urgent))
                return await run(owner, *work, urgent=urgent)

            monkeypatch.setattr(bots._queue, "run", noted)
            table = await begun(service, WITH_BOTS)
            bots.attend(table)
            assert table.thinking
            await table.thinking
            assert owners == [(ANNA.id, False)] * 2, "nobody is connected, so others come first"
            await bots.close()

    asyncio.run(work())
