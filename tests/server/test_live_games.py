"""Live games: which are listed, in which order, how many watch them, and which one is featured."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services
from sqlalchemy import insert, update

from sandmandala.server.messages.table_info import Person
from sandmandala.server.server_time import now
from sandmandala.server.spec import DaysClock, TableSpec
from sandmandala.server.storage.schema import ratings, tables
from sandmandala.server.tables import live_ranking, playing
from sandmandala.server.tables.bot_match import BotMatch
from sandmandala.server.tables.lists import TableLists
from sandmandala.server.tables.live_games import LiveFollower, LiveGames, LiveList
from sandmandala.server.tables.live_ranking import LiveGame, listed
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.table import Audience, Watcher

TWO = TableSpec("patterns", options={"beginner": 1})  # so that seat 0 moves first


class Reader:
    """Somebody who follows a list."""

    def __init__(self, games: LiveGames, which: LiveList) -> None:
        self.tables: dict[str, Any] = {}
        self.messages: list[Any] = []
        self.follower = LiveFollower(self._take)
        games.follow(self.follower, which)

    def _take(self, data: bytes) -> None:
        message = json.loads(data)
        self.messages.append(message)
        if message["whole"]:
            self.tables = {}
        self.tables = {id: one for id, one in self.tables.items() if id not in message["gone"]}
        self.tables |= {one["id"]: one for one in message["tables"]}


def live_games(service: Tables) -> LiveGames:
    engine, writer = service.store.engine, service.store.writer
    games = LiveGames(engine, service, TableLists(engine), BotMatch(engine, writer, service, False))
    service.subscribers.append(games)
    service.open_listeners.append(games.changed)
    service.audience_listeners.append(games.audience_changed)
    return games


async def watch(service: Tables, id: str, person: Person | None, **how: Any) -> Watcher:
    watcher = Watcher(lambda data: None, person.id if person else None, **how)
    await service.watch(id, watcher, None, "")
    return watcher


async def execute(service: Tables, *statements: Any) -> None:
    async def work(connection: Any) -> None:
        for statement in statements:
            await connection.execute(statement)

    await service.store.writer.run(work)


def test_watchers_are_counted_at_all_workers_without_players_and_glances(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            games = live_games(service)
            table = await started_table(service, TWO, BEN)
            reader = Reader(games, "live")
            await games._step(True)
            assert reader.tables[table.id]["watching"] == 0
            await watch(service, table.id, ANNA)
            await watch(service, table.id, CARL)
            await watch(service, table.id, CARL)  # a second tab
            await watch(service, table.id, None)
            await watch(service, table.id, None, glances=True)
            assert games._wake.is_set(), "whoever comes is noticed"
            await games._step(True)
            assert reader.tables[table.id]["watching"] == 2
            here = frozenset({"carl", "dora", "ben"})
            service.set_elsewhere(table.id, Audience(here, here, guests=3, eyes=9))
            await games._step(True)
            assert reader.tables[table.id]["watching"] == 6, "Carl is one person at both workers"
            service.set_elsewhere(table.id, Audience())
            await games._step(True)
            assert reader.tables[table.id]["watching"] == 2

    asyncio.run(work())


def test_the_list_has_an_average_rating_and_no_private_games(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            games = live_games(service)
            public = await started_table(service, TWO, BEN)
            bots = await started_table(service, TableSpec("patterns", bots=(None, 2)))
            for hidden in (
                TableSpec("patterns", public=False),
                TableSpec("patterns", spectators="none"),
                TableSpec("patterns", hot_seat=True),
            ):
                await started_table(service, hidden, *(() if hidden.hot_seat else (BEN,)))
            abandoned = await started_table(service, TableSpec("patterns", clock=DaysClock(3)), BEN)
            long_ago = now() - live_ranking.STILL - 1000
            rating = {"game": "patterns", "seats": 2, "mu": 30.0, "sigma": 1.0, "games": 5}
            await execute(
                service,
                update(tables).where(tables.c.id == abandoned.id).values(started=long_ago),
                insert(ratings).values(person="ben", rating=1900, **rating),
            )
            reader, best = Reader(games, "live"), Reader(games, "featured")
            await games._step(True)
            assert set(reader.tables) == {public.id, bots.id}
            assert list(reader.tables) == [public.id, bots.id], "the higher rated first"
            average = (1900 + live_ranking._UNRATED) / 2
            assert reader.tables[public.id]["rating"] == round(average)
            assert "rating" not in reader.tables[bots.id]
            assert set(best.tables) == {public.id}
            text = json.dumps(reader.messages)
            for seat in reader.tables[public.id]["sitting"]:
                assert "contribution" not in seat
            assert public.secret.hex() not in text
            assert public.key not in text

    asyncio.run(work())


def test_moves_alone_are_sent_seldom_and_the_end_at_once(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            games = live_games(service)
            table = await started_table(service, TWO, BEN)
            reader, best = Reader(games, "live"), Reader(games, "featured")
            await games._step(True)
            heard = len(reader.messages)
            await service.do(table.id, playing.move, ANNA.id, 0, first_move(table))
            await games._step(True)
            assert len(reader.messages) == heard
            games._refresh_at = 0.0
            await games._step(False)
            assert reader.tables[table.id]["moves"] == 1
            await service.do(table.id, playing.resign, BEN.id, table.number)
            assert games._wake.is_set()
            await games._step(True)
            assert not reader.tables
            assert not best.tables
            games.unfollow(reader.follower, "live")
            games.unfollow(best.follower, "featured")
            heard = len(reader.messages)
            await started_table(service, TWO, BEN)
            await games._step(True)
            assert len(reader.messages) == heard

    asyncio.run(work())


def test_the_featured_game_stays_until_it_rests(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            games = live_games(service)
            first = await started_table(service, TWO, BEN)
            best = Reader(games, "featured")
            await games._step(True)
            assert set(best.tables) == {first.id}
            second = await started_table(service, TWO, CARL)
            await watch(service, second.id, None)
            await games._step(True)
            assert set(best.tables) == {first.id}, "it does not change in the middle of a game"
            rests = update(tables).where(tables.c.id == first.id).values(started=now() - 130_000)
            await execute(service, rests)
            await games._step(True)
            assert set(best.tables) == {second.id}

    asyncio.run(work())


def test_each_game_and_order_has_its_best() -> None:
    def game(number: int, name: str, rating: int | None, watching: int) -> LiveGame:
        return LiveGame(f"t{number}", name, number, number, rating, frozenset(), watching)

    watched = [game(number, "mandala", None, number) for number in range(40)]
    rated = [game(100 + number, "mandala", 1000 + number, 0) for number in range(40)]
    rare = game(200, "flowers", None, 0)
    chosen = [one.id for one in listed([*watched, *rated, rare])]
    most = live_ranking.MOST_PER_ORDER
    assert chosen[:most] == [f"t{number}" for number in range(39, 39 - most, -1)]
    assert "t139" in chosen
    assert "t200" in chosen
    assert len(chosen) == 2 * most + 1
