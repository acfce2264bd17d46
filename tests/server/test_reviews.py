"""Jobs that review games: one for all who ask, for as long as they wait, stored once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from server.fake_reviews import STEPS, FakeReviewer, Listener, finished_table, reviews_of, stored, until
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services

from sandmandala.records import is_good, verify
from sandmandala.server.messages.fields import Depth
from sandmandala.server.refusal import RefusalError
from sandmandala.server.reviews import service as review_service
from sandmandala.server.reviews.service import MOST_FROM_ADDRESS, Reviews
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing, proposals
from sandmandala.server.tables.service import Tables
from sandmandala.server.thread_priority import NICENESS

Asked = tuple[Tables, Reviews, FakeReviewer]


@asynccontextmanager
async def reviewing(url: str, folder: Path, **settings: Any) -> AsyncIterator[Asked]:
    """A service with a fake reviewer."""
    async with table_services(url) as (service,):
        fake = FakeReviewer()
        reviews = reviews_of(service, folder, fake, **settings)
        try:
            yield service, reviews, fake
        finally:
            await reviews.close()


async def refusal_of(reviews: Reviews, listener: Listener, table: str, key: str = "") -> str:
    try:
        await reviews.ask(listener.follower, table, "quick", key)
    except RefusalError as refusal:
        return refusal.code
    return listener.heard[-1]["state"]


def test_one_review_for_all_who_ask_and_stored_once(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path) as (service, reviews, fake):
            table = await finished_table(service)
            anna, ben, stranger = Listener(ANNA), Listener(BEN), Listener(None)
            for one in (anna, ben, stranger, anna):
                await reviews.ask(one.follower, table.id, "quick", "")
            await until(lambda: anna.states[-1] == "running")
            assert reviews.progress(table.id, "quick").total in (STEPS, table.number)
            assert await reviews.find(table, ANNA.id, "quick", "") is None
            fake.go_on.set()
            await until(lambda: all(one.states[-1] == "ready" for one in (anna, ben, stranger)))
            assert (fake.begun, fake.niceness) == (["quick"], {NICENESS})
            found = await reviews.find(table, ANNA.id, "quick", "")
            assert found
            assert found.commitment == table.commitment
            later = Listener(CARL)
            await reviews.ask(later.follower, table.id, "quick", "")
            assert later.states == ["ready"]
            assert (len(fake.begun), await stored(service)) == (1, 1)
            await reviews.ask(later.follower, table.id, "deep", "")
            await until(lambda: later.states[-1] == "ready" and later.heard[-1]["depth"] == "deep")
            assert (fake.begun, await stored(service)) == (["quick", "deep"], 2)

    asyncio.run(work())


def test_another_engine_reviews_again(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path) as (service, reviews, fake):
            table, anna = await finished_table(service), Listener(ANNA)
            fake.go_on.set()
            for fake.version in (1, 2):
                assert await reviews.find(table, ANNA.id, "quick", "") is None
                anna.heard.clear()
                await reviews.ask(anna.follower, table.id, "quick", "")
                await until(lambda: anna.states[-1] == "ready")
                found = await reviews.find(table, ANNA.id, "quick", "")
                assert found
                assert found.engine.version == fake.version
            assert (len(fake.begun), await stored(service)) == (2, 1), "the old one is replaced"

    asyncio.run(work())


def test_nothing_while_the_game_or_its_deal_is_played(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path) as (service, reviews, fake):
            anna = Listener(ANNA)
            table = await started_table(service, TableSpec("mandala", options={"beginner": 0}), BEN)
            assert await refusal_of(reviews, anna, table.id) == "not_over"
            await service.do(table.id, playing.resign, BEN.id, 0)
            assert await refusal_of(reviews, anna, table.id) == "nothing_to_review", "no move was made"
            table = await finished_table(service, duplicate=True)
            assert await refusal_of(reviews, anna, table.id) == "pair_not_over"
            with pytest.raises(RefusalError, match="same deal"):
                await reviews.find(table, ANNA.id, "quick", "")
            assert await refusal_of(reviews, anna, "nothing") == "no_such_table"
            assert fake.begun == []

    asyncio.run(work())


def test_a_game_that_ended_early_is_reviewed(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path) as (service, reviews, fake):
            fake.go_on.set()
            table = await started_table(service, TableSpec("patterns", options={"beginner": 0}), BEN)
            assert table.session
            mover = (ANNA, BEN)[table.session.to_move or 0]
            await service.do(table.id, playing.move, mover.id, 0, first_move(table))
            await service.do(table.id, playing.resign, BEN.id, 1)
            anna = Listener(ANNA)
            await reviews.ask(anna.follower, table.id, "quick", "")
            await until(lambda: anna.states[-1] == "ready")
            assert table.session
            record = table.record_of(table.session)
            assert record.result
            assert (record.result.reason, record.result.winners, record.result.lost) == (
                "resigned",
                (0,),
                (1,),
            )
            assert is_good(verify(record))

    asyncio.run(work())


def test_private_games(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path) as (service, reviews, _):
            table, carl = await finished_table(service, public=False), Listener(CARL)
            assert await refusal_of(reviews, carl, table.id) == "private_table"
            assert await refusal_of(reviews, carl, table.id, table.key) == "waiting"
            assert await refusal_of(reviews, Listener(BEN), table.id) == "running"
            with pytest.raises(RefusalError, match="private"):
                await reviews.find(table, CARL.id, "quick", "")

    asyncio.run(work())


def test_cancelled_when_nobody_follows(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_service, "_GRACE", 0.3)

    async def work() -> None:
        async with reviewing(url, tmp_path) as (service, reviews, fake):
            table, anna, ben = await finished_table(service), Listener(ANNA), Listener(BEN)
            for one in (anna, ben):
                await reviews.ask(one.follower, table.id, "quick", "")
            await until(lambda: len(fake.begun) == 1)
            reviews.leave(anna.follower, table.id, "quick")
            await asyncio.sleep(0.05)
            assert fake.stopped == [], "Ben still waits"
            reviews.leave(ben.follower, table.id, "quick")
            await until(lambda: fake.stopped == ["quick"])
            assert reviews.progress(table.id, "quick").state == "absent"
            # A socket that closes may come back.
            await reviews.ask(anna.follower, table.id, "quick", "")
            await until(lambda: len(fake.begun) == 2)
            reviews.lose(anna.follower)
            back = Listener(ANNA)
            await reviews.ask(back.follower, table.id, "quick", "")
            await asyncio.sleep(0.5)
            assert (len(fake.begun), len(fake.stopped)) == (2, 1)
            reviews.lose(back.follower)
            await until(lambda: len(fake.stopped) == 2)
            assert await stored(service) == 0

    asyncio.run(work())


def test_a_socket_that_closes_while_it_asks_follows_nothing(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path) as (service, reviews, fake):
            table, anna = await finished_table(service), Listener(ANNA)
            asking = asyncio.create_task(reviews.ask(anna.follower, table.id, "quick", ""))
            await asyncio.sleep(0)
            reviews.lose(anna.follower)
            await asking
            assert (anna.heard, fake.begun) == ([], [])

    asyncio.run(work())


def test_a_job_that_fails_is_logged_once_and_can_be_tried_again(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path) as (service, reviews, fake):
            table, anna, ben = await finished_table(service), Listener(ANNA), Listener(BEN)
            fake.error = "a bug"
            for one in (anna, ben):
                await reviews.ask(one.follower, table.id, "quick", "")
            with structlog.testing.capture_logs() as logs:
                fake.go_on.set()
                await until(lambda: ben.states[-1] == "failed")
            assert anna.heard[-1]["code"] == "failed"
            assert [line["event"] for line in logs] == ["a review failed"]
            assert reviews.progress(table.id, "quick").code == "failed"
            assert await stored(service) == 0
            fake.error = ""
            await reviews.ask(anna.follower, table.id, "quick", "")
            await until(lambda: anna.states[-1] == "ready")

    asyncio.run(work())


def test_limits_for_a_person_and_for_an_address(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path, limits=True) as (service, reviews, _):
            first, second = await finished_table(service), await finished_table(service)
            anna, other_tab = Listener(ANNA), Listener(ANNA)
            assert await refusal_of(reviews, anna, first.id) == "waiting"
            for tab in (anna, other_tab):
                assert await refusal_of(reviews, tab, second.id) == "review_running"
            assert await refusal_of(reviews, other_tab, first.id) in ("waiting", "running")
            for tab in (anna, other_tab):
                reviews.leave(tab.follower, first.id, "quick")
            assert await refusal_of(reviews, anna, second.id) == "waiting"
            tables = [await finished_table(service) for _ in range(MOST_FROM_ADDRESS["deep"] + 1)]
            people = [Listener(None, f"guest {number}") for number, _ in enumerate(tables)]
            for person in people:
                person.follower.address = "club"
            for person, table in zip(people[:-1], tables, strict=False):
                await reviews.ask(person.follower, table.id, "deep", "")
            with pytest.raises(RefusalError, match="too many at once"):
                await reviews.ask(people[-1].follower, tables[-1].id, "deep", "")
            await reviews.ask(people[-1].follower, tables[0].id, "deep", "")  # that one is made anyway
            assert await refusal_of(reviews, Listener(BEN, "elsewhere"), tables[-1].id) == "waiting"

    asyncio.run(work())


def test_quick_ones_come_first_and_the_table_is_not_held_up(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path, review_threads=1) as (service, reviews, fake):
            tables = [await finished_table(service) for _ in range(3)]
            listeners = [Listener(person) for person in (ANNA, BEN, CARL)]
            depths: list[Depth] = ["deep", "deep", "quick"]
            for listener, table, depth in zip(listeners, tables, depths, strict=True):
                await reviews.ask(listener.follower, table.id, depth, "")
                await until(lambda: len(fake.begun) == 1)
            table = await service.do(tables[0].id, proposals.propose, ANNA.id, "rematch", None)
            assert "rematch" in table.proposals
            fake.go_on.set()
            await until(lambda: all(one.states[-1] == "ready" for one in listeners))
            assert fake.begun == ["deep", "quick", "deep"]

    asyncio.run(work())


def test_after_a_restart_followers_ask_again(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with reviewing(url, tmp_path) as (service, reviews, fake):
            table, anna = await finished_table(service), Listener(ANNA)
            await reviews.ask(anna.follower, table.id, "quick", "")
            await until(lambda: len(fake.begun) == 1)
            await reviews.close()
            await until(lambda: len(fake.stopped) == 1)
            assert await stored(service) == 0
            fake.go_on.set()
            restarted, again = reviews_of(service, tmp_path, fake), Listener(ANNA)
            await restarted.ask(again.follower, table.id, "quick", "")
            await until(lambda: again.states[-1] == "ready")
            assert (len(fake.begun), await stored(service)) == (2, 1)
            await restarted.close()

    asyncio.run(work())
