"""Accounts for which programs play: marked for good, shown as such, with limits and ratings of their own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.running_server import A_DAY, Client, RunningServer
from server.table_services import ANNA, BEN, started_table, table_services
from sqlalchemy import select, update
from websockets.exceptions import InvalidStatus

from sandmandala.server.messages.table_info import Person
from sandmandala.server.settings import BotRatings
from sandmandala.server.spec import DaysClock, TableSpec
from sandmandala.server.storage.schema import people, ratings
from sandmandala.server.tables import playing
from sandmandala.server.tables.standings import Standings
from sandmandala.server.tables.store import TableStore

RATED = TableSpec("patterns", rated=True, clock=DaysClock(1))


def new_bot(server: RunningServer, name: str = "Robot") -> Client:
    client = server.client(name)
    assert client.post("/me/bot") == {**client.me, "bot": True}
    return client


def test_a_fresh_account_is_marked_for_good_and_everywhere(server: RunningServer) -> None:
    robot, anna = new_bot(server), server.client("Anna")
    marked = {**robot.me, "bot": True}
    assert robot.http.get("/me").json() == marked
    assert robot.post("/me/bot") == marked, "again changes nothing"
    assert "bot" not in anna.me
    table = anna.open_table(game="patterns")["table"]["id"]
    assert robot.join(table)["sitting"][1]["person"] == marked
    assert robot.refused("/me/bot")["code"] == "not_fresh", "also for a bot, once it has played"
    assert anna.http.get(f"/tables/{table}").json()["sitting"][1]["person"] == marked
    listed = {one["id"]: one for one in anna.http.get("/tables?status=playing").json()}
    assert listed[table]["sitting"][1]["person"] == marked
    assert anna.http.get(f"/people/{robot.me['id']}").json()["person"] == marked
    renamed = robot.http.patch("/me", json={"name": "Machine"}).json()
    assert renamed == {**marked, "name": "Machine"}
    with anna.socket() as tab:
        assert tab.watch(table)["info"]["sitting"][1]["person"] == renamed
    with robot.socket() as tab:
        tab.send("ping")
        tab.next("pong")


def test_only_fresh_accounts_of_people_are_marked(server: RunningServer) -> None:
    with server.http() as visitor:
        assert visitor.post("/me/bot").json()["code"] == "sign_in"
    host, guest = server.client("Host"), server.client("Guest")
    table = host.open_table(game="patterns")["table"]["id"]
    assert host.refused("/me/bot")["code"] == "not_fresh", "a table of its own"
    guest.join(table)
    assert guest.refused("/me/bot")["code"] == "not_fresh"
    token = server.client("Owner").post("/me/tokens", label="robot")["code"]
    with server.http({"Authorization": f"Bearer {token}"}) as by_token:
        assert by_token.post("/me/bot").json()["code"] == "forbidden"
        assert "bot" not in by_token.get("/me").json()


@pytest.mark.parametrize(
    ("mode", "changed"),
    [("apart", {"robot"}), ("none", set()), ("together", {"anna", "robot"})],
)
def test_rated_games_with_bot_accounts(url: str, mode: BotRatings, changed: set[str]) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            engine = service.store.engine
            service.store = TableStore(engine, service.store.writer, mode)
            standings = Standings(engine, mode)
            robot = Person("robot", "Robot", bot=True)

            async def add(connection: Any) -> None:
                row = {"id": "robot", "name": "Robot", "created": 0, "seen": 0, "is_bot": 1}
                await connection.execute(people.insert(), row)

            await service.store.writer.run(add)
            for _ in range(3):
                table = await started_table(service, RATED, robot)
                result = (await service.do(table.id, playing.resign, ANNA.id, 0)).result
                assert result
                rated = {seat for seat, one in enumerate(result.ratings) if one}
                assert {("anna", "robot")[seat] for seat in rated} == changed
            async with engine.connect() as connection:
                found = set((await connection.execute(select(ratings.c.person))).scalars())
            assert found == changed
            people_listed = [row.person for row in await standings.leaders("patterns", 2, 10)]
            bots_listed = [row.person for row in await standings.leaders("patterns", 2, 10, bots=True)]
            assert people_listed == (["robot", "anna"] if mode == "together" else [])
            assert bots_listed == (["robot"] if "robot" in changed else [])
            table = await started_table(service, RATED, BEN)
            await service.do(table.id, playing.resign, ANNA.id, 0)
            async with engine.connect() as connection:
                games = dict(
                    tuple(row) for row in await connection.execute(select(ratings.c.person, ratings.c.games))
                )
            assert games["ben"] == 1
            assert games["anna"] == (4 if mode == "together" else 1)

    asyncio.run(work())


def test_a_rank_counts_only_those_of_the_same_list(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            rows = [
                {"person": who, "game": "patterns", "seats": 2, "mu": 1.0, "sigma": 1.0, "games": 5}
                for who in ("anna", "ben", "carl")
            ]

            async def add(connection: Any) -> None:
                for number, row in enumerate(rows):
                    await connection.execute(ratings.insert(), {**row, "rating": 1000 + number})
                await connection.execute(update(people).where(people.c.id == "carl").values(is_bot=1))

            await service.store.writer.run(add)
            apart, together = (Standings(service.store.engine, mode) for mode in ("apart", "together"))
            assert [row.person for row in await apart.leaders("patterns", 2, 10)] == ["ben", "anna"]
            assert [row.person for row in await apart.leaders("patterns", 2, 10, bots=True)] == ["carl"]
            anna = await apart.standing("anna", "patterns", 2)
            assert anna
            assert anna.better == 1
            anna = await together.standing("anna", "patterns", 2)
            assert anna
            assert anna.better == 2

    asyncio.run(work())


@pytest.mark.slow
def test_limits_of_bot_accounts(tmp_path_factory: pytest.TempPathFactory, storage: Any) -> None:
    chosen = {"limits": "1", "bot_games": "1", "bot_messages": "2", "bot_connections": "2"}
    folder = tmp_path_factory.mktemp("limited")
    server = RunningServer(folder, bot_ratings="none", **chosen, **storage())
    try:
        robot, anna = new_bot(server), server.client("Anna")
        rated = anna.open_table(game="patterns", rated=True, clock=A_DAY)["table"]["id"]
        assert robot.refused(f"/tables/{rated}/join")["code"] == "bots_unrated"
        assert robot.refused("/tables", game="patterns", rated=True, clock=A_DAY)["code"] == "bots_unrated"
        assert robot.http.get("/about").json()["bot_ratings"] == "none"
        table = anna.open_table(game="patterns")["table"]["id"]
        robot.join(table)
        other = anna.open_table(game="patterns")["table"]["id"]
        assert robot.refused(f"/tables/{other}/join")["code"] == "too_many_games"
        assert robot.refused("/tables", game="patterns")["code"] == "too_many_games"
        with robot.socket() as first, robot.socket():
            with pytest.raises(InvalidStatus), robot.socket():
                pass
            for _ in range(20):
                first.send("ping")
            answers = [first.next("pong", "refused") for _ in range(20)]
            refused = [one["code"] for one in answers if one["type"] == "refused"]
            assert set(refused) == {"too_many"}
            assert len(refused) < 12, "some are allowed at once"
        with anna.socket() as tab:
            for _ in range(20):
                tab.send("ping")
            assert all(tab.next("pong", "refused")["type"] == "pong" for _ in range(20))
    finally:
        server.stop()
