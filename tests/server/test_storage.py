"""The database: its migrations, and the one writer, on both backends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import bindparam, func, insert, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from sandmandala.server.storage import Writer, migrate, open_database
from sandmandala.server.storage.prepared import LogRow, Prepared
from sandmandala.server.storage.schema import entries, metadata, server_secrets


@asynccontextmanager
async def database(url: str) -> AsyncIterator[tuple[AsyncEngine, Writer]]:
    engine = open_database(url)
    await migrate(engine)
    writer = Writer(engine)
    try:
        yield engine, writer
    finally:
        await writer.finish()
        await engine.dispose()


def test_migrations_lead_to_the_schema_and_may_be_run_again(url: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def work() -> None:
        async with database(url) as (engine, _):
            await migrate(engine)
            async with engine.connect() as connection:
                assert await connection.run_sync(differences) == []
                if url.startswith("sqlite"):
                    assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
                    assert (await connection.execute(text("PRAGMA synchronous"))).scalar() == 2, "FULL"
                else:
                    assert (await connection.execute(text("SHOW synchronous_commit"))).scalar() == "on"

    asyncio.run(work())


def entry(table: str, number: int) -> LogRow:
    return LogRow(table, number, 1, "{}", ply=number)


async def rows_of(engine: AsyncEngine, table: Any) -> list[tuple[Any, ...]]:
    async with engine.connect() as connection:
        found = await connection.execute(select(table).order_by(*table.primary_key.columns))
        return [tuple(row) for row in found]


def test_a_conflict_in_a_group_affects_no_other_change(url: str) -> None:
    async def work() -> None:
        async with database(url) as (engine, writer):
            assert await writer.append(entry("a", 1))
            rows = [entry("a", 2), entry("c", 1), entry("b", 1), entry("b", 1), entry("d", 1)]
            assert await asyncio.gather(*map(writer.append, rows)) == [True, True, True, False, True]
            assert not await writer.append(entry("a", 2))
            with pytest.raises(ZeroDivisionError):
                await writer.run(broken)
            assert len(await rows_of(engine, entries)) == 5

    async def broken(connection: Any) -> None:
        await connection.execute(insert(entries).values(table="d", number=2, at=1, body=b"{}"))
        raise ZeroDivisionError

    asyncio.run(work())


def test_many_moves_share_a_commit(url: str) -> None:
    async def work() -> None:
        commits: list[float] = []
        engine = open_database(url)
        await migrate(engine)
        writer = Writer(engine, commits.append)
        await asyncio.gather(*(writer.append(entry(f"table{number}", 1)) for number in range(200)))
        assert len(commits) <= 2
        assert len(await rows_of(engine, entries)) == 200
        await writer.finish()
        await engine.dispose()

    asyncio.run(work())


def renaming(engine: AsyncEngine) -> Prepared:
    which = server_secrets.c.name == bindparam("which")
    return Prepared(engine.dialect, update(server_secrets).where(which), "name")


def test_a_change_and_its_log_entry_are_stored_together(url: str) -> None:
    async def work() -> None:
        async with database(url) as (engine, writer):
            rename, keep = renaming(engine), Prepared(engine.dialect, insert(server_secrets), "name", "value")
            assert await writer.change([keep(name="a", value=b"1")], entry("a", 1))
            answers = await asyncio.gather(
                writer.change([rename(which="nobody", name="b")], entry("b", 1)),
                writer.change([rename(which="a", name="c")], entry("b", 2)),
                writer.append(entry("a", 2)),
            )
            assert list(answers) == [False, True, True]
            answers = await asyncio.gather(
                writer.change([rename(which="c", name="d")], entry("a", 2)),
                writer.change([rename(which="c", name="e")], entry("b", 3)),
                writer.append(entry("a", 3)),
            )
            assert list(answers) == [False, True, True]
            assert await rows_of(engine, server_secrets) == [("e", b"1")]
            stored = [row[:2] for row in await rows_of(engine, entries)]
            assert stored == [("a", 1), ("a", 2), ("a", 3), ("b", 2), ("b", 3)]

    asyncio.run(work())


def test_statements_are_atomic(url: str) -> None:
    """Also in a group with moves and jobs, each of which gets its own answer."""

    async def work() -> None:
        async with database(url) as (engine, writer):
            rename, keep = renaming(engine), Prepared(engine.dialect, insert(server_secrets), "name", "value")
            assert await writer.change([keep(name="a", value=b"1")])
            answers = await asyncio.gather(
                writer.change([rename(which="nobody", name="b"), keep(name="c", value=b"2")]),
                writer.append(entry("a", 1)),
                writer.change([rename(which="a", name="d"), keep(name="e", value=b"3")]),
                writer.change([keep(name="f", value=b"4"), rename(which="nobody", name="g")]),
                writer.change([rename(which="d", name="f"), keep(name="e", value=b"5")]),
                writer.run(count),
            )
            assert list(answers) == [False, True, True, False, False, 2]
            assert await rows_of(engine, server_secrets) == [("d", b"1"), ("e", b"3")]

    async def count(connection: Any) -> Any:
        return (await connection.execute(select(func.count()).select_from(server_secrets))).scalar()

    asyncio.run(work())
