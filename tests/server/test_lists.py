"""Lists: one query each, no replays, private games filtered before counting."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from server.running_server import RunningServer
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services
from sqlalchemy import event

from sandmandala.server.refusal import RefusalError
from sandmandala.server.server_time import now
from sandmandala.server.settings import Settings
from sandmandala.server.spec import DaysClock, GameClock, TableSpec
from sandmandala.server.tables import limits, playing, proposals
from sandmandala.server.tables.limits import TableLimits
from sandmandala.server.tables.lists import LIVE_MILLISECONDS, TableLists
from sandmandala.server.tables.viewing import info_of

TWO = TableSpec("mandala", clock=GameClock(60), options={"beginner": 0})


def test_lists_agree_with_the_tables(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            lists = TableLists(service.store.engine)
            specs = (
                TWO,
                TableSpec("flowers", 3, bots=(None, 2, None)),
                TableSpec("patterns", rated=True, clock=DaysClock(1)),
            )
            waiting = await service.open(ANNA, specs[0])
            playing_now = await started_table(service, specs[1], BEN)
            await service.do(playing_now.id, playing.resign, BEN.id, 0)
            over = await started_table(service, specs[2], BEN)
            await service.do(over.id, playing.resign, BEN.id, 0)
            moved = await started_table(service, TWO, BEN)
            await service.do(moved.id, playing.move, ANNA.id, 0, first_move(moved))
            at = now()
            assert await lists.lobby("open", 10, None, at) == [info_of(waiting, at)]
            found = await lists.lobby("playing", 10, None, at)
            assert {one.id: one for one in found} == {
                table.id: info_of(table, at) for table in (playing_now, moved)
            }
            assert await lists.lobby("over", 10, None, at) == [info_of(over, at)]
            (mine,) = [one for one in found if one.id == moved.id]
            assert (mine.turn, mine.moves) == (1, 1)
            assert mine.deadline

    asyncio.run(work())


def test_a_list_is_one_query_and_loads_no_table(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as (service, other):
            for _ in range(5):
                table = await started_table(service, TWO, BEN)
                await service.do(table.id, playing.resign, BEN.id, 0)
            lists, queries = TableLists(other.store.engine), []

            @event.listens_for(other.store.engine.sync_engine, "before_cursor_execute")
            def count(*about: object) -> None:
                queries.append(about[2])

            assert len(await lists.lobby("over", 100, None, now())) == 5
            assert len(await lists.finished(None, False, None, 100, now())) == 5
            assert len([one for one in queries if str(one).startswith("SELECT")]) == 2
            assert not other.in_use

    asyncio.run(work())


def test_lists_have_pages(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            opened = [(await service.open(ANNA, TWO)).id for _ in range(7)]
            lists, seen, before = TableLists(service.store.engine), [], None
            while page := await lists.lobby("open", 3, await lists.cursor(before), now()):
                seen += [one.id for one in page]
                before = page[-1].id
            assert sorted(seen) == sorted(opened)

    asyncio.run(work())


def test_tables_of_disconnected_people_leave_the_lobby(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            lists = TableLists(service.store.engine)
            await service.open(ANNA, TWO)
            patient = await service.open(BEN, TableSpec("mandala", clock=DaysClock(2)))
            assert len(await lists.lobby("open", 10, None, now())) == 2
            later = now() + LIVE_MILLISECONDS + 1
            assert [one.id for one in await lists.lobby("open", 10, None, later)] == [patient.id]

    asyncio.run(work())


def test_private_games_are_only_for_their_players(server: RunningServer) -> None:
    anna, ben, carl = (server.client(name) for name in ("Anna", "Ben", "Carl"))
    made = anna.open_table(game="patterns", public=False)
    table = made["table"]["id"]
    ben.join(table, key=made["key"])
    with anna.socket() as tab:
        tab.send("resign", table=table, after=tab.watch(table)["number"])
        tab.next("state")
    for path in (f"/people/{anna.me['id']}/games", f"/people/{anna.me['id']}/tables", "/games"):
        assert table not in carl.http.get(path).text
    assert [json.loads(line)["table"] for line in anna.http.get(path).text.splitlines()] == []
    assert table in anna.http.get(f"/people/{anna.me['id']}/games").text
    assert table not in ben.http.get(f"/people/{anna.me['id']}/games").text


def test_a_deleted_name_is_in_no_record(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TWO, BEN)
            await service.do(table.id, playing.resign, BEN.id, 0)
            lists = TableLists(service.store.engine)
            ((_, line),) = await lists.finished(None, False, None, 10, now())
            assert json.loads(line)["record"]["players"] == ["Anna", "Ben"]
            await service.rename(BEN.__class__(BEN.id, "Somebody"))
            ((_, line),) = await lists.finished(None, False, None, 10, now())
            assert b"Ben" not in line

    asyncio.run(work())


def test_a_deal_that_is_played_again_is_in_no_stream(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            table = await started_table(service, TableSpec("mandala", duplicate=True), BEN)
            await service.do(table.id, playing.resign, BEN.id, 0)
            lists = TableLists(service.store.engine)
            assert await lists.finished(None, False, None, 10, now()) == []
            (about,) = await lists.lobby("over", 10, None, now())
            assert about.secret is None
            await service.do(table.id, proposals.propose, ANNA.id, "rematch", None)
            await service.do(table.id, proposals.answer, BEN.id, "rematch", True)
            assert await lists.finished(None, False, None, 10, now()) == []
            await service.do(table.next or "", playing.resign, BEN.id, 0)
            assert len(await lists.finished(None, False, None, 10, now())) == 2
            assert all(one.secret for one in await lists.lobby("over", 10, None, now()))

    asyncio.run(work())


# --- limits


def test_open_tables_are_limited_by_person_and_address(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_OPEN", 2)
    monkeypatch.setattr(limits, "MOST_OPEN_FROM_ADDRESS", 3)

    async def work() -> None:
        async with table_services(url) as (service,):
            checks = TableLimits(TableLists(service.store.engine), b"key", Settings())
            for person, address in ((ANNA, "203.0.113.1"), (ANNA, "203.0.113.1"), (BEN, "203.0.113.1")):
                await service.open(person, TWO, await checks.check_opening(person, address))
            for person, address in ((ANNA, "203.0.113.2"), (CARL, "203.0.113.1")):
                with pytest.raises(RefusalError) as refused:
                    await checks.check_opening(person, address)
                assert refused.value.code == "too_many_tables"
            await checks.check_opening(CARL, "203.0.113.2")

    asyncio.run(work())


def test_running_games_are_limited_by_person(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_PLAYING", 2)

    async def work() -> None:
        async with table_services(url) as (service,):
            checks = TableLimits(TableLists(service.store.engine), b"key", Settings())
            for _ in range(2):
                await started_table(service, TWO, BEN)
            with pytest.raises(RefusalError) as refused:
                await checks.check_playing(BEN)
            assert refused.value.code == "too_many_games"
            await checks.check_playing(CARL)

    asyncio.run(work())


@pytest.mark.slow
def test_limits_hold_over_rest(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, limits="1")
    anna = server.client("Anna")
    for _ in range(limits.MOST_OPEN):
        anna.post("/tables", game="mandala")
    assert anna.refused("/tables", game="mandala")["code"] == "too_many_tables"
    server.stop()
