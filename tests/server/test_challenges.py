"""Challenges over REST and the socket: answered once, whatever comes at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import httpx
import pytest
from server.conftest import Storage
from server.running_server import A_DAY, Client, RunningServer
from server.table_services import ANNA, BEN, table_services
from sqlalchemy import func, select

from sandmandala.server.messages.opponents import Challenge, ChallengeNews
from sandmandala.server.metrics import Metrics
from sandmandala.server.opponents.challenge_store import ChallengeStore
from sandmandala.server.opponents.challenges import Challenges
from sandmandala.server.person_news import PersonNews
from sandmandala.server.relations.blocks import Blocks
from sandmandala.server.server_time import now
from sandmandala.server.spec import TableSpec
from sandmandala.server.storage import open_database
from sandmandala.server.storage.schema import tables

LIVE = {"type": "game", "seconds": 300, "increment": 5}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, storage: Storage) -> Iterator[RunningServer]:
    server = RunningServer(
        tmp_path_factory.mktemp("server"), **storage(), challenge_seconds="3600", bot_offer="3"
    )
    yield server
    server.stop()


@pytest.fixture
def anna(server: RunningServer) -> Client:
    return server.client("Anna")


@pytest.fixture
def ben(server: RunningServer) -> Client:
    return server.client("Ben")


def challenge(by: Client, to: Client, **spec: Any) -> Any:
    return by.post(f"/people/{to.me['id']}/challenges", **{"game": "mandala", "clock": LIVE, **spec})


def code(answer: httpx.Response) -> str:
    assert not answer.is_success
    return str(answer.json()["code"])


def test_accepting_leads_both_to_one_table(anna: Client, ben: Client) -> None:
    with anna.socket() as hers, ben.socket() as his:
        for tab in (hers, his):
            tab.send("notify")
            assert tab.next("notices")["challenges"] == []
        made = challenge(anna, ben, rated=True, options={"beginner": 0})
        for tab in (hers, his):
            assert tab.next("challenge")["challenge"] == made
        assert made["expires"] - made["created"] == 3_600_000
        assert ben.http.get("/me/challenges").json() == anna.http.get("/me/challenges").json() == [made]
        first = ben.post(f"/challenges/{made['id']}/accept")
        again = ben.post(f"/challenges/{made['id']}/accept")
        assert first["table"]["id"] == again["table"]["id"]
        assert first["table"]["spec"]["rated"]
        seated = {one["person"]["id"] for one in first["table"]["sitting"]}
        assert seated == {anna.me["id"], ben.me["id"]}
        for tab in (hers, his):
            news = tab.next("challenge")["challenge"]
            assert (news["status"], news["table"]) == ("accepted", first["table"]["id"])
        for tab in (hers, his):
            tab.watch(first["table"]["id"])
            tab.send("contribute", table=first["table"]["id"], value="00" * 16)
        for tab in (hers, his):
            assert tab.next("game_started")["table"] == first["table"]["id"]
    assert code(anna.http.delete(f"/challenges/{made['id']}")) == "challenge_accepted"


def test_declining_and_withdrawing(anna: Client, ben: Client) -> None:
    with anna.socket() as hers, ben.socket() as his:
        for tab in (hers, his):
            tab.send("notify")
            tab.next("notices")
        made = challenge(anna, ben)
        for tab in (hers, his):
            tab.next("challenge")
        assert ben.post(f"/challenges/{made['id']}/decline", reason="not_now")["reason"] == "not_now"
        for tab in (hers, his):
            news = tab.next("challenge")["challenge"]
            assert (news["status"], news["reason"]) == ("declined", "not_now")
        assert code(ben.http.post(f"/challenges/{made['id']}/accept")) == "challenge_declined"
        other = challenge(ben, anna)
        for tab in (hers, his):
            tab.next("challenge")
        assert ben.http.delete(f"/challenges/{other['id']}").json()["status"] == "withdrawn"
        assert ben.http.delete(f"/challenges/{other['id']}").is_success, "again"
        for tab in (hers, his):
            assert tab.next("challenge")["challenge"]["status"] == "withdrawn"
        assert code(anna.http.post(f"/challenges/{other['id']}/accept")) == "challenge_withdrawn"
        assert code(anna.http.post(f"/challenges/{other['id']}/decline", json={})) == "challenge_withdrawn"


def test_accepted_and_withdrawn_at_once_is_one_of_them(
    server: RunningServer, anna: Client, ben: Client
) -> None:
    others = [Client.known(server, ben) for _ in range(2)]
    server.clients += others
    for _ in range(6):
        made = challenge(anna, ben)
        at = f"/challenges/{made['id']}"
        with ThreadPoolExecutor(3) as pool:
            accepted = [pool.submit(one.http.post, f"{at}/accept") for one in others]
            withdrawn = pool.submit(anna.http.delete, at).result()
            answers = [one.result() for one in accepted]
        if withdrawn.is_success:
            assert [code(answer) for answer in answers] == ["challenge_withdrawn"] * 2
        else:
            assert code(withdrawn) == "challenge_accepted"
            assert len({answer.json()["table"]["id"] for answer in answers}) == 1


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"game": "chess"}, "unreadable"),
        ({"clock": {"type": "game", "seconds": 1}}, "unreadable"),
        ({"seats": 3}, "unreadable"),
        ({"game": "flowers", "seats": 3}, "challenge_seats"),
        ({"bots": [None, 1]}, "challenge_seats"),
        ({"hot_seat": True}, "challenge_seats"),
        ({"rated": True, "clock": {"type": "none"}}, "rated_needs_clock"),
        ({"rated": "yes"}, "unreadable"),
        ({"stake": 10}, "unreadable"),
    ],
)
def test_challenges_that_cannot_be(anna: Client, ben: Client, spec: dict[str, Any], expected: str) -> None:
    to = f"/people/{ben.me['id']}/challenges"
    answer = anna.http.post(to, json={"game": "mandala", "clock": LIVE, **spec})
    assert code(answer) == expected
    assert ben.http.get("/me/challenges").json() == []


def test_whom_one_cannot_challenge(server: RunningServer, anna: Client, ben: Client) -> None:
    form = {"game": "mandala", "clock": A_DAY}
    for id, expected in (
        ("bot-2", "challenge_whom"),
        (anna.me["id"], "challenge_whom"),
        ("nobody", "not_found"),
        ("NOBODY!", "unreadable"),
    ):
        assert code(anna.http.post(f"/people/{id}/challenges", json=form)) == expected
    made = challenge(anna, ben)
    assert code(anna.http.post(f"/people/{ben.me['id']}/challenges", json=form)) == "challenge_waits"
    for method, path in (("POST", "accept"), ("POST", "decline")):
        answer = anna.http.request(method, f"/challenges/{made['id']}/{path}", json={})
        assert code(answer) == "not_found", "only the challenged person answers"
    assert code(ben.http.delete(f"/challenges/{made['id']}")) == "not_found"
    assert code(ben.http.post(f"/challenges/{made['id']}/decline", json={"reason": "ugly"})) == "unreadable"
    assert code(ben.http.post("/challenges/missing/accept")) == "not_found"
    with server.http() as visitor:
        for path in (f"/people/{ben.me['id']}/challenges", f"/challenges/{made['id']}/accept"):
            assert code(visitor.post(path, json=form)) == "sign_in"


def test_the_same_request_again_makes_no_second_challenge(anna: Client, ben: Client) -> None:
    form, key = {"game": "patterns", "clock": A_DAY}, {"Idempotency-Key": "once"}
    path = f"/people/{ben.me['id']}/challenges"
    made = [anna.http.post(path, json=form, headers=key).json() for _ in range(2)]
    assert made[0] == made[1]
    assert made[0]["expires"] - made[0]["created"] == 3 * 86_400_000, "days of time, days to answer"


def test_a_challenge_expires(tmp_path_factory: pytest.TempPathFactory, storage: Storage) -> None:
    server = RunningServer(tmp_path_factory.mktemp("short"), **storage(), challenge_seconds="1")
    anna, ben = server.client("Anna"), server.client("Ben")
    with anna.socket() as hers, ben.socket() as his:
        for tab in (hers, his):
            tab.send("notify")
        made = challenge(anna, ben)
        for tab in (hers, his):
            assert tab.next("challenge")["challenge"]["status"] == "waiting"
        for tab in (hers, his):
            assert tab.next("challenge")["challenge"]["status"] == "expired"
        assert code(ben.http.post(f"/challenges/{made['id']}/accept")) == "challenge_expired"
        his.send("notify")
        assert his.next("notices")["challenges"] == []
    server.stop()


def test_limits_per_person_and_address(tmp_path_factory: pytest.TempPathFactory, storage: Storage) -> None:
    server = RunningServer(tmp_path_factory.mktemp("limited"), **storage(), limits="1")
    anna = server.client("Anna")
    others = [server.client(f"P{number}") for number in range(6)]
    made = [challenge(anna, other) for other in others[:5]]
    form = {"game": "mandala", "clock": LIVE}
    to = f"/people/{others[5].me['id']}/challenges"
    assert code(anna.http.post(to, json=form)) == "too_many_challenges"
    assert anna.http.delete(f"/challenges/{made[0]['id']}").is_success
    other = challenge(anna, others[5])
    others[5].post(f"/challenges/{other['id']}/decline")
    assert code(anna.http.post(to, json=form)) == "declined_lately"
    server.stop()


def test_a_blocked_person_is_not_told_and_reaches_nobody(anna: Client, ben: Client) -> None:
    """Their challenge waits unseen; whoever has blocked is told why they cannot challenge."""
    assert ben.http.put(f"/me/blocked/{anna.me['id']}").is_success
    with anna.socket() as hers, ben.socket() as his:
        for tab in (hers, his):
            tab.send("notify")
            tab.next("notices")
        made = challenge(anna, ben)
        assert hers.next("challenge")["challenge"] == made
        his.send("notify")
        assert his.next("notices", "challenge")["challenges"] == []
        assert ben.http.get("/me/challenges").json() == []
        assert code(ben.http.post(f"/challenges/{made['id']}/accept")) == "not_found"
        form = {"game": "mandala", "clock": LIVE}
        assert code(ben.http.post(f"/people/{anna.me['id']}/challenges", json=form)) == "blocked_by_you"
        for tab in (hers, his):
            tab.send("search", game="flowers", seats=2, tempo="days", tab="tab")
            tab.next("searching")
        assert hers.next("searching")["bot"] is not None, "long after they could have met"
        for tab in (hers, his):
            tab.send("stop_search")


def test_no_table_is_left_behind(url: str) -> None:
    """A claim that fails leaves nothing of the table that it was to open."""
    from server.table_services import ANNA, BEN, table_services

    from sandmandala.server.opponents.challenge_store import ChallengeStore
    from sandmandala.server.spec import TableSpec

    async def work() -> None:
        async with table_services(url) as (service,):
            store = ChallengeStore(service.store.engine, service.store.writer)
            claims = store.accept("missing", "table1", 0)
            assert await service.open_together([ANNA, BEN], TableSpec("mandala"), claims) is None
        engine = open_database(url)
        async with engine.connect() as connection:
            assert await connection.scalar(select(func.count()).select_from(tables)) == 0
        await engine.dispose()

    asyncio.run(work())


def test_nobody_is_told_twice_whoever_comes_first(url: str) -> None:
    """The look at the database may find a challenge before the request that made it tells of it."""

    async def work() -> None:
        async with table_services(url) as (service,):
            engine, writer = service.store.engine, service.store.writer
            news, published = PersonNews(), list[str]()
            news.publishers.append(lambda person, _: published.append(person))
            store, nothing = ChallengeStore(engine, writer), cast(Any, None)
            challenges = Challenges(
                *(store, nothing, service, news, nothing, Metrics(), 900, False, Blocks(engine, writer))
            )
            told = list[Any]()
            news.subscribe(BEN.id, told.append)
            challenge = Challenge("one", ANNA, BEN, TableSpec("mandala"), now(), now() + 9000, "waiting")
            assert await store.add(challenge, "here", limited=False) is None
            await challenges.step(now())
            await challenges._announce(challenge)
            challenges.heard(BEN.id, ChallengeNews(challenge))  # from another worker
            await challenges.step(now())
            assert told == [ChallengeNews(challenge)]
            assert published == [ANNA.id, BEN.id]

    asyncio.run(work())
