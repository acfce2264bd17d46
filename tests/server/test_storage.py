"""The database: its migrations, and the one writer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, select, text
from sqlalchemy.engine import Connection

from sandmandala.server.storage import TakenError, Writer, migrate, open_database
from sandmandala.server.storage.schema import entries, metadata


def test_migrations_lead_to_the_schema_and_may_be_run_again(url: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def work() -> None:
        engine = open_database(url)
        await migrate(engine)
        await migrate(engine)
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []
            if url.startswith("sqlite"):
                assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
                assert (await connection.execute(text("PRAGMA synchronous"))).scalar() == 2, "FULL"
            else:
                assert (await connection.execute(text("SHOW synchronous_commit"))).scalar() == "on"
        await engine.dispose()

    asyncio.run(work())


def entry(table: str, number: int) -> tuple[str, int, int, bytes]:
    return table, number, 1, b"{}"


def test_what_waits_together_is_committed_together_and_one_fault_harms_no_other(url: str) -> None:
    async def work() -> None:
        engine = open_database(url)
        await migrate(engine)
        writer = Writer(engine)
        await writer.add_entry(entry("a", 1))
        rows = [entry("a", 2), entry("a", 1), entry("b", 1), entry("b", 1), entry("c", 1)]
        answers = await asyncio.gather(*map(writer.add_entry, rows), return_exceptions=True)
        assert [isinstance(answer, TakenError) for answer in answers] == [False, True, False, True, False]
        with pytest.raises(ZeroDivisionError):
            await writer.run(broken)
        await writer.finish()
        async with engine.connect() as connection:
            assert (await connection.execute(select(func.count()).select_from(entries))).scalar() == 4
        await engine.dispose()

    async def broken(connection: Any) -> None:
        await connection.execute(entries.insert().values(entry("d", 1)))
        raise ZeroDivisionError

    asyncio.run(work())


def test_many_moves_share_a_commit(url: str) -> None:
    async def work() -> None:
        engine = open_database(url)
        await migrate(engine)
        writer, commits = Writer(engine), 0
        commit = writer._commit

        async def counted(items: Any) -> list[Any]:
            nonlocal commits
            commits += 1
            return await commit(items)

        writer._commit = counted  # type: ignore[method-assign]
        await asyncio.gather(*(writer.add_entry(entry("a", number)) for number in range(200)))
        assert commits <= 2
        await engine.dispose()

    asyncio.run(work())
