"""The database: its migrations, and the one writer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import bindparam, func, insert, select, text, update
from sqlalchemy.engine import Connection

from sandmandala.server.storage import TakenError, Writer, migrate, open_database
from sandmandala.server.storage.prepared import Ready, Steps
from sandmandala.server.storage.schema import entries, keepsakes, metadata


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


@pytest.mark.parametrize("with_a_job", [False, True], ids=["short-way", "with-a-job"])
def test_steps_are_taken_if_the_first_changes_something(url: str, with_a_job: bool) -> None:
    """Also among moves and jobs, of which each gets its own answer."""

    async def work() -> None:
        engine = open_database(url)
        await migrate(engine)
        writer = Writer(engine)
        rename = Ready(
            engine.dialect, update(keepsakes).where(keepsakes.c.name == bindparam("which")), "name"
        )
        keep = Ready(engine.dialect, insert(keepsakes), "name", "value")
        assert await writer.take(Steps(keep(name="a", value=b"1")))
        asked = [
            writer.take(Steps(rename(which="nobody", name="b"), keep(name="c", value=b"2"))),
            writer.add_entry(entry("a", 1)),
            writer.take(Steps(rename(which="a", name="d"), keep(name="e", value=b"3"))),
            writer.take(Steps(rename(which="d", name="f"), keep(name="e", value=b"4"))),
            *([writer.run(count)] if with_a_job else []),
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert answers[:3] == [False, None, True]
        assert isinstance(answers[3], TakenError)
        assert answers[4:] == ([2] if with_a_job else [])
        await writer.finish()
        async with engine.connect() as connection:
            kept = await connection.execute(select(keepsakes).order_by(keepsakes.c.name))
            assert [tuple(row) for row in kept] == [("d", b"1"), ("e", b"3")]
        await engine.dispose()

    async def count(connection: Any) -> Any:
        return (await connection.execute(select(func.count()).select_from(keepsakes))).scalar()

    asyncio.run(work())
