"""Transient faults: what could not be stored has not happened, and failed work is retried."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from server.in_process_server import InProcessServer
from server.table_services import ANNA, BEN, first_move, started_table, table_services
from server.test_tables import alone_at, my_turn, two_at

from sandmandala.server import server_time
from sandmandala.server.refusal import RefusalError
from sandmandala.server.spec import TableSpec
from sandmandala.server.storage import Writer
from sandmandala.server.storage.backends import SQLiteBackend
from sandmandala.server.tables import clocks, playing, proposals, seating
from sandmandala.server.tables.resuming import resume


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcessServer]:
    server = InProcessServer(tmp_path)
    yield server
    server.stop()


@contextmanager
def faults(writer: Writer, fails: Callable[[int], bool]) -> Iterator[list[int]]:
    """Commits with these numbers fail, as with a full disk. Yields the numbers of all attempts."""
    backend: Any = writer._backend
    commit = backend.commit
    tried: list[Any] = []

    async def faulty(rows: list[Any], changes: Sequence[Any]) -> list[bool]:
        tried.append(len(tried))
        if fails(tried[-1]):
            raise sqlite3.OperationalError("database or disk is full")
        return list(await commit(rows, changes))

    backend.commit = faulty
    try:
        yield tried
    finally:
        backend.commit = commit


def test_a_bot_moves_when_the_fault_has_passed(server: InProcessServer) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game="mandala")
        with faults(server.tables.store.writer, lambda number: 1 <= number <= 4) as tried:
            tab.send("move", table=table, after=state["number"], move=state["legal"][0])
            assert tab.next("state")["number"] == 1
            assert my_turn(tab, tab.next("state"))["number"] >= 2, "the bot has moved"
            assert len(tried) > 5


def test_a_move_that_could_not_be_stored_can_be_made_again(server: InProcessServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="mandala")
        move = {"table": table, "after": 0, "move": state["legal"][0]}
        with faults(server.tables.store.writer, lambda number: True):
            first.send("move", **move)
            assert first.next("refused")["code"] == "not_stored"
        first.send("move", **move)
        while (state := first.next("state"))["number"] == 0:
            pass  # it was reloaded
        assert state["number"] == 1
        while second.next("state")["number"] == 0:
            pass


def test_the_last_move_and_the_result_are_one_commit(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TableSpec("patterns", options={"beginner": 1}), BEN)
            while table.status == "playing":
                assert table.session
                person = (ANNA, BEN)[table.session.to_move or 0].id
                moves = (table.id, playing.move, person, table.number)
                before = table.number
                with faults(service.store.writer, lambda number: True), pytest.raises(RefusalError):
                    await service.do(*moves, first_move(table))
                stored = await service.store.load(table.id, 0)
                assert stored
                assert (stored.number, stored.status) == (before, "playing")
                await service.do(*moves, first_move(table))
            stored = await service.store.load(table.id, 0)
            assert stored
            assert (stored.status, stored.result) == ("over", table.result)

    asyncio.run(work())


@pytest.mark.parametrize("fails", [lambda number: False, lambda number: number < 2], ids=["", "in trouble"])
def test_unfinished_changes_of_an_earlier_version_are_completed_at_the_start(
    url: str, fails: Callable[[int], bool]
) -> None:
    """It stored the last move and the result separately, as well as sitting down and beginning."""

    async def work() -> None:
        async with table_services(url, 2) as (before, after):
            over = await started_table(before, TableSpec("patterns"), BEN)
            session = over.session
            assert session
            await before.do(over.id, playing.resign, BEN.id, 0)
            full = await before.open(ANNA, TableSpec("patterns"))
            await before.do(full.id, seating.sit, BEN, None, "", "00" * 16)
            await before.store.writer.run(lambda connection: _undo(connection, over.id, full.id))
            with faults(after.store.writer, fails):
                await resume(after.store.engine, after)
            ended, begun_since = [await after.store.load(id, 0) for id in (over.id, full.id)]
            assert ended
            assert begun_since
            assert (ended.status, ended.result) == ("over", over.result)
            assert begun_since.status == "playing"

    async def _undo(connection: Any, over: str, full: str) -> None:
        sql = connection.exec_driver_sql
        await sql(f"UPDATE tables SET status = 'playing', result = NULL, ended = NULL WHERE id = '{over}'")
        await sql(f"DELETE FROM records WHERE \"table\" = '{over}'")
        await sql(f"UPDATE seats SET contribution = '{'11' * 16}' WHERE \"table\" = '{full}'")

    asyncio.run(work())


def test_a_broken_connection_is_replaced(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TableSpec("mandala", options={"beginner": 0}), BEN)
            backend = service.store.writer._backend
            assert isinstance(backend, SQLiteBackend)
            assert backend._connection

            def close() -> None:
                assert backend._connection
                backend._connection.close()

            assert backend._thread
            backend._thread.submit(close).result()
            with pytest.raises(RefusalError):
                await service.do(table.id, playing.move, ANNA.id, 0, first_move(table))
            await service.do(table.id, playing.move, ANNA.id, 0, first_move(table))
            assert table.number == 1

    asyncio.run(work())


def test_a_deleted_database_acknowledges_nothing(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TableSpec("mandala", options={"beginner": 0}), BEN)
            file = Path(url.partition(":///")[2])
            file.rename(file.with_suffix(".away"))
            with pytest.raises(RefusalError) as refused:
                await service.do(table.id, playing.move, ANNA.id, 0, first_move(table))
            assert refused.value.code == "not_stored"
            file.with_suffix(".away").rename(file)
            await service.do(table.id, playing.move, ANNA.id, 0, first_move(table))

    asyncio.run(work())


# --- time


def test_a_machine_clock_that_jumps_takes_nobodys_time(monkeypatch: pytest.MonkeyPatch) -> None:
    before = server_time.now()
    wall = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: wall + 3_600_000_000_000)
    assert server_time.now() - before < 60_000


def test_a_move_in_time_during_a_freeze_of_the_server_counts(server: InProcessServer) -> None:
    clock = {"type": "game", "seconds": 10}
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="mandala", clock=clock)

        def freeze() -> None:
            found = server.tables.in_use[table].session
            assert found
            found.since -= 9_000  # a second is left
            server.tables.attend(server.tables.in_use[table])
            first.send("move", table=table, after=0, move=state["legal"][0])
            time.sleep(clocks.FREEZE / 1000 + 0.5)  # in the server's own thread: this is the freeze

        server.call(freeze)
        assert second.next("state", "asked")["number"] == 1


def test_a_question_of_the_clock_survives_a_restart(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as (before, after):
            table = await started_table(before, TableSpec("mandala", options={"beginner": 0}), BEN)
            await before.do(table.id, proposals.ask_about_time, 0, 0)
            again = await after.get(table.id)
            assert again.proposals == table.proposals
            assert again.is_overdue

    asyncio.run(work())
