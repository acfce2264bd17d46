"""Several workers: one of them makes a review, for people at all of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from server.fake_reviews import FakeReviewer, Listener, finished_table, reviews_of, stored, until
from server.table_services import ANNA, BEN, table_services

from sandmandala.server.cluster.sync import between_workers
from sandmandala.server.messages.from_server import ReviewProgress
from sandmandala.server.reviews import service as review_service
from sandmandala.server.reviews.service import Reviews


class Neighbours:
    """Several workers that hear each other."""

    def __init__(self) -> None:
        self.claims: dict[str, object] = {}
        self.reviews: list[Reviews] = []


class OneOf:
    """One of these workers."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._all = neighbours
        self.reviews: Reviews | None = None

    async def claim(self, what: str) -> bool:
        return self._all.claims.setdefault(what, self) is self

    def done(self, what: str) -> None:
        if self._all.claims.get(what) is self:
            del self._all.claims[what]

    def tell_review(self, message: ReviewProgress) -> None:
        for reviews in self._all.reviews:
            if reviews is not self.reviews:
                reviews.heard(message)


def test_one_of_several_workers_has_the_job(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_service, "_LOOK_AGAIN", 0.05)
    monkeypatch.setattr(review_service, "_GRACE", 0.5)

    async def work() -> None:
        async with table_services(url, 2) as services:
            fakes, neighbours = [FakeReviewer(), FakeReviewer()], Neighbours()
            workers = [OneOf(neighbours) for _ in fakes]
            for service, fake, worker in zip(services, fakes, workers, strict=True):
                worker.reviews = reviews_of(service, tmp_path, fake, worker)
                neighbours.reviews.append(worker.reviews)
            near, far = neighbours.reviews
            table, anna, ben = await finished_table(services[0]), Listener(ANNA), Listener(BEN)
            await near.ask(anna.follower, table.id, "quick", "")
            await until(lambda: anna.states[-1] == "running")
            await far.ask(ben.follower, table.id, "quick", "")
            await until(lambda: ben.states[-1] == "running")
            near.leave(anna.follower, table.id, "quick")
            await asyncio.sleep(1.0)
            assert (len(fakes[0].stopped), len(fakes[1].begun)) == (0, 0), "Ben waits at the other worker"
            fakes[0].go_on.set()
            await until(lambda: ben.states[-1] == "ready")
            assert await stored(services[1]) == 1
            # The worker that has the job stops: the other one takes over.
            fakes[0].go_on.clear()
            await near.ask(anna.follower, table.id, "deep", "")
            await until(lambda: fakes[0].begun == ["quick", "deep"])
            await far.ask(ben.follower, table.id, "deep", "")
            await near.close()
            await until(lambda: fakes[1].begun == ["deep"])
            fakes[1].error = "a bug"
            fakes[1].go_on.set()
            await until(lambda: ben.states[-1] == "failed")
            await far.close()

    asyncio.run(work())


@pytest.mark.services
def test_workers_share_a_review_over_redis(
    url: str, tmp_path: Path, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_service, "_LOOK_AGAIN", 0.1)

    async def work() -> None:
        async with (
            table_services(url, 2) as services,
            between_workers(services[0], redis, url.encode()) as here,
            between_workers(services[1], redis, url.encode()) as there,
        ):
            fake = FakeReviewer()
            near = reviews_of(services[0], tmp_path, fake, here)
            far = reviews_of(services[1], tmp_path, fake, there)
            here.review_listeners.append(near.heard)
            there.review_listeners.append(far.heard)
            table, anna, ben = await finished_table(services[0]), Listener(ANNA), Listener(BEN)
            await near.ask(anna.follower, table.id, "quick", "")
            await until(lambda: anna.states[-1] == "running")
            await far.ask(ben.follower, table.id, "quick", "")
            await until(lambda: ben.states[-1] == "running")
            fake.go_on.set()
            await until(lambda: anna.states[-1] == ben.states[-1] == "ready")
            assert fake.begun == ["quick"]
            for reviews in (near, far):
                await reviews.close()

    asyncio.run(work())
