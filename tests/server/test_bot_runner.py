"""Bots at tables think in fair turns, and only for people who are there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.table_services import ANNA, BEN, started_table, table_services

from sandmandala.server.metrics import Metrics
from sandmandala.server.refusal import RefusalError
from sandmandala.server.settings import Settings
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing, proposals, seating
from sandmandala.server.tables.bot_runner import BotRunner
from sandmandala.server.tables.table import Watcher

WITH_BOTS = TableSpec("flowers", 3, bots=(None, 1, 1), options={"beginner": 1})


def test_bots_do_not_think_where_nobody_plays_or_watches(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0), Metrics())
            table = await started_table(service, WITH_BOTS)
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


def test_the_bots_of_a_table_take_the_turns_of_its_host_and_its_address(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a visitor with many tables waits for their own bots, and nobody else does."""

    async def work() -> None:
        async with table_services(url) as (service,):
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0, bot_threads=1), Metrics())
            owners: list[tuple[str, str, bool]] = []
            run = bots._queue.run

            async def noted(address: str, person: str, *work: Any, urgent: bool = True) -> Any:
                owners.append((address, person, urgent))
                return await run(address, person, *work, urgent=urgent)

            monkeypatch.setattr(bots._queue, "run", noted)
            table = await service.open(ANNA, WITH_BOTS, "home")
            await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
            bots.attend(table)
            assert table.thinking
            await table.thinking
            assert owners == [("home", ANNA.id, False)] * 2, "nobody is connected, so others come first"
            await bots.close()

    asyncio.run(work())


def test_a_table_remembers_its_address_and_so_does_the_rematch(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await service.open(ANNA, TableSpec("mandala", bots=(None, 1)), "home")
            await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
            await service.do(table.id, playing.resign, ANNA.id, table.number)
            await service.do(table.id, proposals.propose, ANNA.id, "rematch", None)
            service.in_use.clear()
            table = await service.get(table.id)
            assert table.next
            assert (table.origin, (await service.get(table.next)).origin) == ("home", "home")

    asyncio.run(work())


def test_a_hint_takes_the_turn_of_the_person_who_asks(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hints once had their own first-come, first-served queue: forty guests held up all others."""

    async def work() -> None:
        async with table_services(url) as (service,):
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0, bot_threads=1), Metrics())
            free, asked = asyncio.Event(), list[tuple[str, str]]()

            async def noted(address: str, person: str, *work: Any) -> None:
                asked.append((address, person))
                await free.wait()

            monkeypatch.setattr(bots._queue, "run", noted)
            table = await started_table(service, TableSpec("mandala", options={"beginner": 0}), BEN)
            hints = [asyncio.create_task(bots.hint(table, ANNA.id, f"home {one}")) for one in range(3)]
            await asyncio.sleep(0)
            assert asked == [(f"home {one}", ANNA.id) for one in range(3)]
            with pytest.raises(RefusalError, match="not your turn"):
                await bots.hint(table, BEN.id, "home")
            free.set()
            await asyncio.gather(*hints)
            await bots.close()

    asyncio.run(work())
