"""Nobody can choose the deal, and a deal that is played twice stays secret until the second game ends."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from server.running_server import RunningServer
from server.table_services import ANNA, BEN, started_table, table_services
from server.test_play import play_on

from sandmandala.games.chance import commitment
from sandmandala.games.rules import OPEN
from sandmandala.records import is_good, read_record, verify
from sandmandala.server.refusal import RefusalError
from sandmandala.server.server_time import now
from sandmandala.server.spec import TableSpec, encode
from sandmandala.server.storage.prune import prune
from sandmandala.server.tables import playing, proposals, seating
from sandmandala.server.tables.lists import TableLists
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.table import Table
from sandmandala.server.tables.viewing import info_of, is_open, sight_of, state_for


def test_the_game_begins_when_every_seat_has_contributed(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await service.open(ANNA, TableSpec("mandala"))
            promised = info_of(table, now()).commitment
            await service.do(table.id, seating.sit, BEN, None, "", "b0" * 16)
            assert info_of(table, now()).status == "open", "Anna has not contributed"
            await service.do(table.id, seating.contribute, ANNA.id, "a0" * 16)
            assert table.status == "playing"
            with pytest.raises(RefusalError) as refused:
                await service.do(table.id, seating.contribute, ANNA.id, "a1" * 16)
            assert refused.value.code == "contributed"
            assert table.session
            assert table.session.game.contributions == (b"\xa0" * 16, b"\xb0" * 16)
            assert promised == commitment(table.session.game.secret), "promised before anybody contributed"

    asyncio.run(work())


def test_bots_contribute_before_any_player(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await service.open(ANNA, TableSpec("mandala", bots=(None, 1)))
            fixed = table.contributions[1]
            assert info_of(table, now()).sitting[1].contribution == fixed
            await service.do(table.id, seating.contribute, ANNA.id, "a0" * 16)
            assert table.contributions == ["a0" * 16, fixed]

    asyncio.run(work())


def test_the_record_holds_every_contribution(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    made = anna.post("/tables", game="patterns")["table"]
    anna.post(f"/tables/{made['id']}/contribution", value="a0" * 16)
    ben.post(f"/tables/{made['id']}/join", contribution="b0" * 16)
    with anna.socket() as first, ben.socket() as second:
        states = [tab.watch(made["id"]) for tab in (first, second)]
        play_on([first, second], made["id"], states, random.Random(1))
    record = read_record(anna.http.get(f"/tables/{made['id']}/record").text)
    assert record.contributions == ("a0" * 16, "b0" * 16)
    noted = verify(record, made["commitment"], {0: "a0" * 16, 1: "b0" * 16})
    assert is_good(noted)
    assert not is_good(verify(record, made["commitment"], {0: "a1" * 16}))


# --- one deal, played twice

DUPLICATE: dict[str, Any] = {"duplicate": True}


@pytest.mark.parametrize("game", ["mandala", "patterns", "flowers"])
def test_the_same_deal_seat_for_seat(url: str, game: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            for _ in range(6):  # the beginner is drawn by lot
                table = await started_table(service, TableSpec(game, **DUPLICATE), BEN)
                await service.do(table.id, playing.resign, BEN.id, 0)
                await service.do(table.id, proposals.propose, ANNA.id, "rematch", None)
                await service.do(table.id, proposals.answer, BEN.id, "rematch", True)
                again = await service.get(table.next or "")
                assert again.status == "playing"
                assert [one.id for one in again.sitting if one] == ["ben", "anna"]
                assert table.session
                assert again.session
                assert again.session.game.view(OPEN) == table.session.game.view(OPEN)

    asyncio.run(work())


def test_the_record_is_refused_until_the_second_game_is_over(server: RunningServer) -> None:
    anna = server.client("Anna")
    table = anna.open_table(game="mandala", hot_seat=True, **DUPLICATE)["table"]["id"]
    with anna.socket() as tab:
        tab.watch(table)
        tab.send("resign", table=table, after=0)
        assert tab.next("state")["info"]["status"] == "over"
    answer = anna.http.get(f"/tables/{table}/record")
    assert (answer.status_code, answer.json()["code"]) == (409, "pair_not_over")


def test_the_secret_is_public_when_the_second_game_is_over(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            first = await started_table(service, TableSpec("mandala", **DUPLICATE), BEN)
            await service.do(first.id, playing.resign, BEN.id, 0)
            assert info_of(first, now()).secret is None
            assert not is_open(first, now()), "a rematch may still be agreed on"
            assert is_open(first, now() + playing.ONE_DEAL_TWICE + 1), "but not for ever"
            await service.do(first.id, proposals.propose, ANNA.id, "rematch", None)
            await service.do(first.id, proposals.answer, BEN.id, "rematch", True)
            for seats in ((), (0,), (1,)):
                told = json.loads(
                    encode(state_for(first, seats, sight_of(first, seats, bool(seats), now()), 0, now()))
                )["view"]
                others = [seat for seat in (0, 1) if (seat,) != seats]
                assert not any("hand" in told["players"][seat] for seat in others)
            second = await service.get(first.next or "")
            await service.do(second.id, playing.resign, BEN.id, 0)
            assert info_of(second, now()).secret == first.secret.hex()
            stored = await service.store.load(first.id, 0)
            assert stored
            assert info_of(stored, now()).secret == first.secret.hex()
            while service._tasks:
                await asyncio.gather(*service._tasks)
            assert info_of(first, now()).secret == first.secret.hex(), "also where it is in memory"
            await service.do(second.id, proposals.propose, ANNA.id, "rematch", None)
            await service.do(second.id, proposals.answer, BEN.id, "rematch", True)
            third = await service.get(second.next or "")
            assert third.secret != first.secret, "the next pair has another deal"

    asyncio.run(work())


async def published(service: Tables, table: Table, at: int) -> list[bool]:
    """Whether a deal is public: in memory, in the database, in lists, in the stream of records."""
    lists = TableLists(service.store.engine)
    stored = await service.store.load(table.id, 0)
    assert stored
    (listed,) = await lists.by_ids([table.id], at)
    streamed = [json.loads(line)["table"] for _, line in await lists.finished(None, False, None, 100, at)]
    return [
        is_open(table, at),
        is_open(stored, at),
        listed.secret is not None,
        table.id in streamed,
    ]


def test_all_interfaces_agree_on_when_a_deal_is_public(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            single = await started_table(service, TableSpec("mandala"), BEN)
            assert await published(service, single, now()) == [False] * 4, "it goes on"
            await service.do(single.id, playing.resign, BEN.id, 0)
            assert await published(service, single, now()) == [True] * 4
            first = await started_table(service, TableSpec("mandala", **DUPLICATE), BEN)
            await service.do(first.id, playing.resign, BEN.id, 0)
            assert first.ended is not None
            for day, expected in ((-1, False), (0, True)):
                at = first.ended + playing.ONE_DEAL_TWICE + day
                assert await published(service, first, at) == [expected] * 4, "without a rematch"
            await service.do(first.id, proposals.propose, ANNA.id, "rematch", None)
            await service.do(first.id, proposals.answer, BEN.id, "rematch", True)
            far = now() + 10 * playing.ONE_DEAL_TWICE
            assert await published(service, first, far) == [False] * 4, "while the second game goes on"
            second = await service.get(first.next or "")
            await service.do(second.id, playing.resign, BEN.id, 0)
            while service._tasks:
                await asyncio.gather(*service._tasks)
            for table in (first, second):
                assert await published(service, table, now()) == [True] * 4

    asyncio.run(work())


def test_a_deal_is_public_when_the_second_game_was_pruned(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            first = await started_table(service, TableSpec("mandala", **DUPLICATE), BEN)
            await service.do(first.id, playing.resign, BEN.id, 0)
            await service.do(first.id, proposals.propose, ANNA.id, "rematch", None)
            await service.do(first.id, proposals.answer, BEN.id, "rematch", True)
            pruned = await prune(service.store.engine, now() + 1)
            assert pruned.left == 1
            stored = await service.store.load(first.id, 0)
            assert stored
            assert await published(service, stored, now()) == [True] * 4

    asyncio.run(work())
