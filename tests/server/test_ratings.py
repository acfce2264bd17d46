"""Ratings over time: stored with the end of a game, known to all workers, and gone with an account."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from server.running_server import A_DAY, Client, RunningServer
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services
from server.test_changes import connect
from server.test_migrations import migrate_to
from sqlalchemy import text

from sandmandala.server.accounts.bot_accounts import bot_person
from sandmandala.server.ratings import FIRM_AFTER, LISTED_AFTER, NEW, shown
from sandmandala.server.refusal import RefusalError
from sandmandala.server.server_time import now
from sandmandala.server.spec import DaysClock, NoClock, Result, TableSpec
from sandmandala.server.storage import migrate_now, open_database
from sandmandala.server.tables import playing, proposals, seating, standings
from sandmandala.server.tables.lists import TableLists
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.standings import Standings
from sandmandala.server.tables.table import Watcher

RATED = TableSpec("patterns", options={"beginner": 0}, clock=DaysClock(1), rated=True)
UNTIMED = replace(RATED, clock=NoClock())


def run(url: str, work: Callable[..., Awaitable[None]], workers: int = 1) -> None:
    async def with_services() -> None:
        async with table_services(url, workers) as services:
            await work(*services)

    asyncio.run(with_services())


async def resigned_game(service: Tables, loser: str = BEN.id, spec: TableSpec = RATED) -> str:
    """A game of Anna and Ben that one of them resigned."""
    table = await started_table(service, spec, BEN)
    await service.do(table.id, playing.resign, loser, 0)
    return table.id


# --- at tables


def test_a_rated_game_tells_ratings_before_and_after_it_and_later_too(url: str) -> None:
    async def work(near: Tables, far: Tables) -> None:
        results: list[Result] = []
        for _ in range(2):
            id = await resigned_game(near)
            result = (await near.get(id)).result
            assert result
            assert (await far.get(id)).result == result, "as after a restart: read from the database"
            results.append(result)
        infos = await TableLists(far.store.engine).lobby("over", 5, None, now())
        assert [info.result for info in infos] == results[::-1]
        first, second = ([one for one in result.ratings if one] for result in results)
        assert [(one.before, one.provisional) for one in first] == [(shown(*NEW), True)] * 2
        assert [one.before for one in second] == [one.after for one in first]
        assert second[0].after > second[0].before
        assert second[1].after < second[1].before

    run(url, work, workers=2)


def test_viewers_at_another_worker_are_told_too(url: str) -> None:
    async def work(near: Tables, far: Tables) -> None:
        connect(near, far)
        heard: list[Any] = []
        table = await started_table(near, RATED, BEN)
        await far.watch(table.id, Watcher(lambda data: heard.append(json.loads(data)), CARL.id), None, "")
        await near.do(table.id, playing.resign, BEN.id, 0)
        await asyncio.gather(*far._tasks)
        told = [message["info"]["result"] for message in heard if message.get("info", {}).get("result")]
        assert table.result
        assert (first := table.result.ratings[0])
        assert told[-1]["ratings"][0]["after"] == first.after

    run(url, work, workers=2)


def test_a_game_that_is_not_rated_changes_nothing(url: str) -> None:
    async def work(service: Tables) -> None:
        id = await resigned_game(service, spec=TableSpec("patterns"))
        assert (table := await service.get(id)).result
        assert table.result.ratings == ()
        assert await Standings(service.store.engine).history_of(ANNA.id) == []

    run(url, work)


def test_ratings_become_firm_after_some_games(url: str) -> None:
    async def work(service: Tables) -> None:
        for number in range(1, FIRM_AFTER + 1):
            table = await service.get(await resigned_game(service))
            assert table.result
            assert {one.provisional for one in table.result.ratings if one} == {number < FIRM_AFTER}

    run(url, work)


def test_a_rated_game_between_people_needs_a_clock(url: str) -> None:
    async def work(service: Tables) -> None:
        with pytest.raises(RefusalError) as refused:
            await service.open(ANNA, UNTIMED)
        assert refused.value.code == "rated_needs_clock"
        practice = await service.open(ANNA, replace(UNTIMED, bots=(None, 1)))
        with pytest.raises(RefusalError) as refused:
            await service.do(practice.id, seating.remove_bot, ANNA.id, 1)
        assert refused.value.code == "rated_needs_clock"
        assert practice.sitting[1], "the bot is still there"

    run(url, work)


def test_an_old_rated_game_without_a_clock_goes_on(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(near: Tables, far: Tables) -> None:
        with monkeypatch.context() as earlier:
            earlier.setattr(seating, "check_clock", lambda spec: None)
            table = await started_table(near, UNTIMED, BEN)
        await far.do(table.id, playing.move, BEN.id, 0, first_move(table))  # the other one allots the rest
        await far.do(table.id, playing.resign, BEN.id, 1)
        result = (await far.get(table.id)).result
        assert result
        assert all(result.ratings), "it is rated"
        with pytest.raises(RefusalError) as refused:
            await far.do(table.id, proposals.propose, ANNA.id, "rematch", None)
        assert refused.value.code == "rated_needs_clock"

    run(url, work, workers=2)


def test_a_person_is_rated_against_equal_bots_which_keep_their_rating(url: str) -> None:
    async def work(near: Tables, far: Tables) -> None:
        spec = TableSpec("flowers", 3, bots=(None, 2, 2), rated=True)
        table = await started_table(near, spec)
        await near.do(table.id, playing.resign, ANNA.id, 0)
        while table.status == "playing":
            await near.do(table.id, playing.move_of_bot, table.number, first_move(table))
        assert table.result
        anna, *bots = table.result.ratings
        assert anna
        assert anna.after < anna.before
        assert bots == [None, None]
        assert (await far.get(table.id)).result == table.result
        assert not await Standings(far.store.engine).ratings_of(bot_person(2).id)

    run(url, work, workers=2)


# --- over time


def test_the_line_of_a_rating_has_the_latest_games_oldest_first(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "MOST_POINTS", 3)

    async def work(service: Tables) -> None:
        for loser in (ANNA, BEN, ANNA, BEN, BEN):
            await resigned_game(service, loser.id)
        await resigned_game(service, spec=TableSpec("mandala", clock=DaysClock(1), rated=True))
        known = Standings(service.store.engine)
        rows = await known.history_of(ANNA.id)
        assert [(row.game, row.games) for row in rows] == [
            ("mandala", 1),
            *(("patterns", number) for number in (3, 4, 5)),
        ]
        assert [row.before for row in rows[2:]] == [row.after for row in rows[1:-1]]
        mandala, patterns = await known.ratings_of(ANNA.id)
        assert (mandala.rating, patterns.rating) == (rows[0].after, rows[-1].after)
        assert (mandala.games, patterns.games) == (1, 5)

    run(url, work)


def test_games_that_end_at_once_are_each_noted(url: str) -> None:
    """Four workers rate the same people: nobody's game is lost or refused, and none is counted twice."""
    amount = 24

    async def work(*workers: Tables) -> None:
        tables = [await started_table(workers[0], RATED, BEN) for _ in range(amount)]
        await asyncio.gather(
            *(
                workers[number % len(workers)].do(table.id, playing.resign, BEN.id, 0)
                for number, table in enumerate(tables)
            )
        )
        rows = await Standings(workers[0].store.engine).history_of(ANNA.id)
        assert [row.games for row in rows] == list(range(1, amount + 1))
        assert [row.before for row in rows[1:]] == [row.after for row in rows[:-1]]
        assert {row.table for row in rows} == {table.id for table in tables}

    run(url, work, workers=4)


def test_games_of_different_people_that_end_at_once_do_not_wait_for_one_another_for_ever(url: str) -> None:
    """Each pair of three people ends several games at two workers, so that each waits for each."""

    async def work(near: Tables, far: Tables) -> None:
        pairs = [(ANNA, BEN), (BEN, CARL), (CARL, ANNA)] * 4
        tables = []
        for host, guest in pairs:
            table = await near.open(host, RATED)
            await near.do(table.id, seating.sit, guest, None, table.key, "00" * 16)
            await near.do(table.id, seating.contribute, host.id, "11" * 16)
            tables.append(table.id)
        await asyncio.gather(
            *(
                (near, far)[number % 2].do(id, playing.resign, pairs[number][0].id, 0)
                for number, id in enumerate(tables)
            )
        )
        for person in (ANNA, BEN, CARL):
            rows = await Standings(near.store.engine).history_of(person.id)
            assert [row.games for row in rows] == list(range(1, 9))
            assert [row.before for row in rows[1:]] == [row.after for row in rows[:-1]]

    run(url, work, workers=2)


# --- results


def test_results_by_game_and_opponent(url: str) -> None:
    async def work(service: Tables) -> None:
        for loser in (ANNA, BEN, BEN):
            await resigned_game(service, loser.id)
        await resigned_game(service, spec=TableSpec("mandala", public=False))
        three = await started_table(service, TableSpec("flowers", 3, bots=(None, 2, None)), BEN)
        for after, loser in enumerate((BEN, ANNA)):
            await service.do(three.id, playing.resign, loser.id, after)
        one_screen = await started_table(service, TableSpec("mandala", hot_seat=True))
        await service.do(one_screen.id, playing.resign, ANNA.id, 0)
        known = Standings(service.store.engine)

        async def results(private: bool) -> tuple[list[Any], list[Any]]:
            games = await known.results_by_game(ANNA.id, private)
            opponents = await known.results_by_opponent(ANNA.id, private)
            return (
                [(row.game, row.seats, row.won, row.shared, row.lost) for row in games],
                [(row.name, row.won, row.shared, row.lost) for row in opponents],
            )

        flowers, patterns = ("flowers", 3, 0, 0, 1), ("patterns", 2, 2, 0, 1)
        games, opponents = await results(private=False)
        assert (games, opponents) == ([flowers, patterns], [("Ben", 2, 0, 2), ("Sprout", 0, 0, 1)])
        games, opponents = await results(private=True)
        assert games == [flowers, ("mandala", 2, 1, 0, 0), patterns]
        assert opponents == [("Ben", 3, 0, 2), ("Sprout", 0, 0, 1)]

    run(url, work)


def test_results_are_counted_from_the_latest_games(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "MOST_GAMES", 2)

    async def work(service: Tables) -> None:
        for loser in (ANNA, BEN, BEN):
            await resigned_game(service, loser.id)
            ended = now()
            while now() == ended:  # games are told apart by the millisecond
                await asyncio.sleep(0)
        ((_, _, won, shared, lost),) = await Standings(service.store.engine).results_by_game(ANNA.id, True)
        assert (won, shared, lost) == (2, 0, 0)

    run(url, work)


# --- over REST


def resign(player: Client, table: str) -> None:
    with player.socket() as tab:
        tab.send("resign", table=table, after=tab.watch(table)["number"])
        while tab.next("state").get("info", {}).get("status") != "over":
            pass


def play(winner: Client, loser: Client, times: int = 1) -> str:
    for _ in range(times):
        table: str = winner.open_table(game="patterns", rated=True, clock=A_DAY)["table"]["id"]
        loser.join(table)
        resign(loser, table)
    return table


def test_leaders_have_ranks_and_one_game_makes_nobody_one(server: RunningServer) -> None:
    anna, ben, carl, dora = (server.client(name) for name in ("Anna", "Ben", "Carl", "Dora"))

    def ranks(viewer: Client) -> list[tuple[str, int | None, bool]]:
        rows = viewer.http.get("/leaders/patterns/2").json()
        return [(row["person"]["name"], row["rank"], row["provisional"]) for row in rows]

    play(anna, ben, LISTED_AFTER - 1)
    assert ranks(carl) == []
    assert ranks(anna) == [("Anna", None, True)], "one's own row is there, without a rank"
    play(anna, ben)
    assert ranks(carl) == [("Anna", 1, True), ("Ben", 2, True)]
    play(carl, dora)
    assert ranks(carl) == [("Anna", 1, True), ("Ben", 2, True), ("Carl", None, True)]
    play(anna, ben, FIRM_AFTER - LISTED_AFTER)
    assert ranks(carl)[:2] == [("Anna", 1, False), ("Ben", 2, False)]


def test_a_profile_says_how_its_ratings_came_about(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    table = play(anna, ben)
    info = ben.http.get(f"/tables/{table}").json()
    (profile,) = ben.http.get(f"/people/{anna.me['id']}").json()["ratings"]
    (history,) = ben.http.get(f"/people/{anna.me['id']}/ratings").json()
    (point,) = history["points"]
    assert (history["game"], history["seats"], point["games"], point["table"]) == ("patterns", 2, 1, table)
    assert info["result"]["ratings"][0]["after"] == point["after"] == profile["rating"]
    results = ben.http.get(f"/people/{anna.me['id']}/results").json()
    assert results["games"] == [{"game": "patterns", "seats": 2, "won": 1, "shared": 0, "lost": 0}]
    (against,) = results["opponents"]
    assert (against["opponent"]["name"], against["won"]) == ("Ben", 1)
    for path in ("", "/ratings", "/results"):
        assert ben.http.get(f"/people/nobody{path}").status_code == 404


def test_deleting_an_account_deletes_its_ratings_over_time(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    table = play(anna, ben)
    assert anna.http.delete("/me").status_code == 204
    assert ben.http.get(f"/people/{anna.me['id']}/ratings").json() == []
    assert ben.http.get(f"/people/{anna.me['id']}").json()["ratings"] == []
    (listed,) = ben.http.get(f"/people/{ben.me['id']}/tables").json()
    assert (listed["id"], listed["result"]["ratings"][0]) == (table, None)
    assert listed["result"]["ratings"][1]["after"] > 0
    (history,) = ben.http.get(f"/people/{ben.me['id']}/ratings").json()
    assert len(history["points"]) == 1


# --- databases of earlier versions


def test_games_of_earlier_versions_count_in_results(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate_to("0003", monkeypatch, url)
    rows: list[tuple[str, dict[str, Any]]] = [
        ("people", {"id": name, "name": name, "created": 0, "seen": 0}) for name in ("one", "two")
    ]
    for id, winners in (("won", "[0]"), ("shared", "[0,1]"), ("going", "")):
        result = f'{{"reason":"finished","scores":[1,2],"winners":{winners}}}' if winners else None
        status = {"status": "over" if winners else "playing", "ended": 7 if winners else None}
        spec = {"spec": '{"game":"patterns"}', "game": "patterns", "seats": 2, "public": 1, "rated": 1}
        rest = {"host": "one", "key": "key", "secret": b"", "created": 1, "started": 2}
        rows.append(("tables", {"id": id, **spec, **rest, **status, "result": result}))
        rows += [("seats", {"table": id, "seat": seat, "person": ("one", "two")[seat]}) for seat in (0, 1)]
    rows.append(("ratings", {"person": "one", "game": "patterns", "seats": 2, "mu": NEW[0], "sigma": NEW[1]}))
    rows[-1][1]["games"] = 4

    async def fill() -> None:
        engine = open_database(url)
        async with engine.begin() as connection:
            for table, row in rows:
                names = ", ".join(f'"{name}"' for name in row)
                values = ", ".join(f":{name}" for name in row)
                await connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
        await engine.dispose()

    asyncio.run(fill())
    monkeypatch.undo()
    migrate_now(url)

    async def work(service: Tables) -> None:
        known = Standings(service.store.engine)
        ((_, _, won, shared, lost),) = await known.results_by_game("two", False)
        assert (won, shared, lost) == (0, 1, 1)
        ((*_, won, shared, lost),) = await known.results_by_opponent("one", False)
        assert (won, shared, lost) == (1, 1, 0)
        (rating,) = await known.ratings_of("one")
        assert rating.rating == shown(*NEW)

    run(url, work)
