"""The match of bots for spectators: one on the whole server, while somebody looks, and gone afterwards."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from server.table_services import ANNA, BEN, started_table, table_services
from server.test_live_games import Reader
from sqlalchemy import func, select

from sandmandala.games.rules import all_games
from sandmandala.server.metrics import Metrics
from sandmandala.server.refusal import RefusalError
from sandmandala.server.server_time import now
from sandmandala.server.settings import Settings
from sandmandala.server.spec import TableSpec
from sandmandala.server.storage.schema import entries, ratings, records, seats, tables
from sandmandala.server.tables import bot_match, bot_runner
from sandmandala.server.tables.bot_match import BotMatch
from sandmandala.server.tables.bot_runner import BotRunner
from sandmandala.server.tables.lists import TableLists
from sandmandala.server.tables.live_games import LiveGames
from sandmandala.server.tables.practice import practice_table
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.standings import Standings
from sandmandala.server.tables.table import Watcher


class Clock:
    """The time, as the match sees it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = now()
        monkeypatch.setattr(bot_match, "now", lambda: self.at)

    def __iadd__(self, milliseconds: int) -> Clock:
        self.at += milliseconds
        return self


def match_of(service: Tables, enabled: bool = True) -> tuple[BotMatch, LiveGames]:
    engine, writer = service.store.engine, service.store.writer
    match = BotMatch(engine, writer, service, enabled)
    return match, LiveGames(engine, service, TableLists(engine), match)


async def count(service: Tables, *which: Any) -> list[int]:
    async with service.store.engine.connect() as connection:
        return [await connection.scalar(select(func.count()).select_from(one)) or 0 for one in which]


async def step(games: LiveGames) -> None:
    games._refresh_at = 0.0
    await games._step(True)


def test_it_begins_when_somebody_looks_and_ends_when_nobody_does(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def work() -> None:
        async with table_services(url) as (service,):
            match, games = match_of(service)
            await step(games)
            assert await count(service, tables) == [0], "nobody looks"
            reader = Reader(games, "featured")
            games.set_looking(reader.follower, False)
            await step(games)
            assert await count(service, tables) == [0], "the page is hidden"
            games.set_looking(reader.follower, True)
            await step(games)
            await step(games)
            assert await count(service, tables) == [1]
            (info,) = reader.tables.values()
            assert info["bot_match"]
            assert [one["person"]["level"] for one in info["sitting"]] == [4, 3]
            assert not service.in_use, "it takes no memory where nobody watches it"
            clock.at += 20_000
            games.unfollow(reader.follower, "featured")
            await step(games)
            assert await count(service, tables) == [1], "a visitor may come back"
            clock.at += bot_match.PATIENCE + 1
            await step(games)
            assert await count(service, tables, seats, entries) == [0, 0, 0]
            assert not match.is_kept

    asyncio.run(work())


def test_a_game_of_people_takes_its_place(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def work() -> None:
        async with table_services(url) as (service,):
            _, games = match_of(service)
            reader = Reader(games, "live")
            await step(games)
            await step(games)
            (match,) = reader.tables
            spectator = Watcher(lambda data: None, None)
            await service.watch(match, spectator, None, "")
            table = await started_table(service, TableSpec("patterns"), BEN)
            await step(games)
            assert set(reader.tables) == {table.id}
            clock.at += bot_match.PATIENCE + 1
            await step(games)
            assert await count(service, tables) == [2], "whoever watches it sees it to its end"
            service.unwatch(service.in_use[match], spectator)
            clock.at += bot_match.PATIENCE + 1
            await step(games)
            assert await count(service, tables) == [1]

    asyncio.run(work())


def test_several_workers_keep_one_and_one_takes_over(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def work() -> None:
        async with table_services(url, 3) as services:
            all_games = [match_of(service)[1] for service in services]
            readers = [Reader(games, "featured") for games in all_games]
            for _ in range(3):
                await asyncio.gather(*map(step, all_games))
                clock.at += 1000
            assert await count(services[0], tables) == [1]
            (id,) = readers[0].tables
            assert all(set(reader.tables) == {id} for reader in readers)
            keeper = next(games for games in all_games if games._match._held)
            rest = [games for games in all_games if games is not keeper]  # the keeper is killed
            await asyncio.gather(*map(step, rest))
            assert not any(games._match._held > clock.at for games in rest)
            clock.at += bot_match.LEASE
            await asyncio.gather(*map(step, rest))
            assert [games._match._held > clock.at for games in rest].count(True) == 1
            assert await count(services[0], tables) == [1], "the same match goes on"
            # It was only frozen, and opens another one: the surplus is deleted.
            frozen = keeper._match
            await frozen._open(bot_match._new_match("patterns", clock.at))
            clock.at += 2000
            await asyncio.gather(*map(step, rest))
            assert await count(services[0], tables) == [1]
            # A worker that starts leaves the match to those that keep it.
            await frozen.clean_up()
            assert await count(services[0], tables) == [1]
            clock.at += bot_match.LEASE
            await frozen.clean_up()
            assert await count(services[0], tables) == [0], "an earlier run has left it"

    asyncio.run(work())


def test_matches_follow_one_another_with_other_games_and_leave_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    monkeypatch.setattr(bot_runner, "MATCH_PAUSE", 0.0)

    async def work() -> None:
        async with table_services(url) as (service,):
            _, games = match_of(service)
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0), Metrics())
            service.attendants.append(bots.attend)
            reader, played, told = Reader(games, "featured"), list[str](), list[Any]()
            await step(games)
            await step(games)
            id = next(iter(reader.tables))
            for _ in all_games():
                watcher = Watcher(lambda data: told.append(json.loads(data)), None, looking=False)
                table = await service.watch(id, watcher, None, "")
                assert table.thinking is None, "nobody sees it"
                service.set_looking(table, watcher, True)
                while table.status == "playing":
                    assert table.thinking
                    await asyncio.wait([table.thinking])
                played.append(table.spec.game)
                with pytest.raises(RefusalError, match="not kept"):
                    practice_table(table, ANNA, 0, None, 1, clock.at, "again")
                assert table.ended
                clock.at = table.ended + bot_match.SHOWN + 1
                await step(games)
                assert table.next, "spectators are led to the next one"
                service.unwatch(table, watcher)
                id = table.next
            assert sorted(played) == sorted(all_games())
            assert not any("hand" in player for one in told if "view" in one for player in _players(one))
            over = await TableLists(service.store.engine).lobby("over", 50, None, clock.at)
            playing = await TableLists(service.store.engine).lobby("playing", 50, None, clock.at)
            finished = await TableLists(service.store.engine).finished(None, False, None, 50, 10**15)
            assert not over + playing
            assert not finished
            assert not await TableLists(service.store.engine).of_person("bot-4", "over", True, 50, None, 0)
            assert not await Standings(service.store.engine).results_by_game("bot-4", True)
            assert await count(service, ratings) == [0]
            games.unfollow(reader.follower, "featured")
            clock.at += bot_match.PATIENCE + 1
            await step(games)
            assert await count(service, tables, seats, entries, records) == [0, 0, 0, 0]
            await bots.close()

    asyncio.run(work())


def _players(state: Any) -> list[Any]:
    is_over = state.get("info", {}).get("status") == "over"
    return [] if is_over else list(state["view"]["players"])


def test_it_gives_way_to_peoples_bots_and_reviews(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_runner, "MATCH_PAUSE", 0.0)
    monkeypatch.setattr(bot_runner, "_GIVE_WAY", 0.01)

    async def work() -> None:
        async with table_services(url) as (service,):
            _, games = match_of(service)
            reader = Reader(games, "featured")
            await step(games)
            await step(games)
            (id,) = reader.tables
            bots = BotRunner(service, Settings(data=str(tmp_path), bot_pause=0), Metrics())
            others_work, asked = True, 0

            def is_busy() -> bool:
                nonlocal asked
                asked += 1
                return others_work

            bots.more_important.append(is_busy)
            table = await service.watch(id, Watcher(lambda data: None, None), None, "")
            bots.attend(table)
            while asked < 3:
                await asyncio.sleep(0.01)
            assert table.number == 0
            others_work = False
            while table.number == 0:
                await asyncio.sleep(0.01)
            await bots.close()

    asyncio.run(work())


def test_the_host_can_switch_it_off(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            _, games = match_of(service, enabled=False)
            reader = Reader(games, "featured")
            await step(games)
            await step(games)
            assert reader.messages[0]["whole"]
            assert not reader.tables
            assert await count(service, tables) == [0]

    asyncio.run(work())
