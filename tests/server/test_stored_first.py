"""Nobody sees a change before it is on disk, in any way."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from server.table_services import ANNA, BEN, first_move, started_table, table_services

from sandmandala.server.messages.table_info import Person
from sandmandala.server.settings import Settings
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing
from sandmandala.server.tables.table import Watcher


def test_nobody_sees_a_move_while_it_is_being_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []

    async def work() -> None:
        async with table_services(Settings(data=str(tmp_path)).database_url()) as (service,):
            table = await started_table(service, TableSpec("mandala", options={"beginner": 0}), BEN)
            is_storing, may_store = asyncio.Event(), asyncio.Event()
            append = service.store.writer.append

            async def slowly(row: Any) -> bool:
                is_storing.set()
                await may_store.wait()
                return await append(row)

            monkeypatch.setattr(service.store.writer, "append", slowly)
            moving = asyncio.create_task(service.do(table.id, playing.move, ANNA.id, 0, first_move(table)))
            await is_storing.wait()
            watcher = Watcher(lambda message: heard.append(json.loads(message)), BEN.id)
            await service.watch(table.id, watcher, None, "")
            await service.rename(Person(BEN.id, "Benno"))
            assert {message["number"] for message in heard if message["type"] == "state"} == {0}
            may_store.set()
            await moving
            assert heard[-1]["number"] == 1

    asyncio.run(work())
