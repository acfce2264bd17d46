"""A client whose answer got lost sends its message again, and it takes effect once."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from server.in_process_server import InProcessServer
from server.running_server import Client, RunningServer
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services
from server.test_tables import alone_at, move, my_turn

from sandmandala.server.refusal import RefusalError
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing, proposals
from sandmandala.server.tables.limits import MOST_OPEN


def test_a_take_back_against_bots(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game="mandala")
        for _ in range(2):
            state = my_turn(tab, move(tab, state))
        for _ in range(2):
            tab.send("ask", table=table, what="take_back", after=state["number"])
        assert tab.next("refused")["code"] == "gone_on"
        changes = tab.watch(table)["changes"]
        assert [one.get("kind") for one in changes].count("take_back") == 1


def test_a_question_keeps_its_answers(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TableSpec("flowers", seats=3), BEN, CARL)
            while table.status == "playing":
                assert table.session
                mover = (ANNA, BEN, CARL)[table.session.to_move or 0].id
                await service.do(table.id, playing.move, mover, table.number, first_move(table))
            question = (table.id, proposals.propose, ANNA.id, "rematch", None)
            await service.do(*question)
            await service.do(table.id, proposals.answer, BEN.id, "rematch", True)
            asked, version = table.proposals, table.version
            await service.do(*question)
            assert (table.proposals, table.version) == (asked, version)
            await service.do(table.id, proposals.answer, CARL.id, "rematch", True)
            assert table.next

    asyncio.run(work())


# --- opening a table


def open_with(person: Client, key: str, game: str = "mandala") -> Any:
    answer = person.http.post("/tables", json={"game": game}, headers={"Idempotency-Key": key})
    assert answer.status_code == 201, answer.text
    return answer.json()


def open_tables(person: Client) -> list[str]:
    return [one["id"] for one in person.http.get(f"/people/{person.me['id']}/tables?status=open").json()]


def test_opening_a_table(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    made = open_with(anna, "one")
    assert open_with(anna, "one") == made
    assert open_with(anna, "one", "patterns") == made, "the first request counts"
    assert open_tables(anna) == [made["table"]["id"]]
    others = [open_with(anna, "two"), open_with(ben, "one"), anna.post("/tables", game="mandala")]
    assert len({one["table"]["id"] for one in (made, *others)}) == 4
    ben.join(made["table"]["id"])
    assert open_with(anna, "one")["table"]["sitting"][1]["person"]["id"] == ben.me["id"], "as it is now"
    refused = anna.http.post("/tables", json={"game": "mandala"}, headers={"Idempotency-Key": "no spaces"})
    assert (refused.status_code, refused.json()["code"]) == (400, "unreadable")


def test_opening_the_last_table_allowed(tmp_path: Path) -> None:
    server = InProcessServer(tmp_path, limits=True)
    anna = server.client("Anna")
    made = [open_with(anna, str(number))["table"]["id"] for number in range(MOST_OPEN)]
    assert open_with(anna, str(MOST_OPEN - 1))["table"]["id"] == made[-1]
    assert anna.refused("/tables", game="mandala")["code"] == "too_many_tables"
    server.stop()


def test_opening_a_table_at_two_workers_at_once(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as workers:
            spec = TableSpec("mandala")
            for id in ("same1", "same2", "same3"):
                requests = [worker.open(ANNA, spec, id=id) for worker in (*workers, *workers)]
                opened = await asyncio.gather(*requests)
                assert {(table.id, table.key, table.commitment) for table in opened} == {
                    (id, opened[0].key, opened[0].commitment)
                }
                assert all(worker.in_use[id] in opened for worker in workers), "one object at each worker"
                with pytest.raises(RefusalError) as refusal:
                    await workers[0].open(BEN, spec, id=id)
                assert refusal.value.code == "not_stored", "nobody gets the table of somebody else"

    asyncio.run(work())


def test_opening_a_table_that_was_stored_without_confirmation(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            backend: Any = service.store.writer._backend
            commit = backend.commit

            async def unconfirmed(*group: Any) -> list[bool]:
                await commit(*group)
                raise OSError("the connection is gone")

            backend.commit = unconfirmed
            with pytest.raises(RefusalError) as refusal:
                await service.open(ANNA, TableSpec("mandala"), id="once")
            assert refusal.value.code == "not_stored"
            backend.commit = commit
            opened = await service.open(ANNA, TableSpec("mandala"), id="once")
            assert (opened.id, opened.status, opened.sitting[0]) == ("once", "open", ANNA)

    asyncio.run(work())
