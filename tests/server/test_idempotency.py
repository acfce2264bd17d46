"""A client whose answer got lost sends its message again; it has an effect once."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

from server.running_server import RunningServer
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services
from server.test_tables import alone_at, move, my_turn

from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing, proposals


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
