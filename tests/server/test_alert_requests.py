"""Alerts about challenges and requests to become friends."""

from __future__ import annotations

import pytest
from server.alert_services import SOON, SPEC, Run, Worker, nothing_came
from server.push_service import Browser, PushService
from server.table_services import ANNA, BEN, CARL
from sqlalchemy import update
from thorough_cases import rest_thorough

from sandmandala.server.alerts.kinds import SUBJECT_OF
from sandmandala.server.alerts.sender import PAUSES
from sandmandala.server.alerts.service import SCAN, SETTLED
from sandmandala.server.alerts.texts import TEXTS
from sandmandala.server.messages.opponents import Challenge
from sandmandala.server.messages.table_info import Person
from sandmandala.server.opponents.challenge_store import ChallengeStore
from sandmandala.server.relations.blocks import Blocks
from sandmandala.server.relations.friends import Friendships
from sandmandala.server.server_time import now
from sandmandala.server.storage.schema import people
from sandmandala.server.tables.session import DAY


async def secure(worker: Worker, *some: Person) -> None:
    """Give people a login: guests can ask only people with whom they have played."""
    change = update(people).where(people.c.id.in_([one.id for one in some])).values(login=people.c.id)
    await worker.tables.store.writer.run(lambda connection: connection.execute(change))


def test_a_challenge_is_told_to_people_who_are_away(run_alerts: Run) -> None:
    """In one message, without what only the players may know; never again, nor once it is seen or over."""

    async def test(workers: list[Worker], service: PushService) -> None:
        worker, other, browser = workers[0], workers[1], Browser(service)
        store = ChallengeStore(worker.tables.store.engine, worker.tables.store.writer)
        await worker.subscribe(BEN, browser)

        async def challenge(id: str, by: Person = ANNA, note: bool = True) -> None:
            made = Challenge(id, by, BEN, SPEC, now(), now() + 30 * DAY, "waiting")
            assert await store.add(made, "here", limited=False) is None
            if note:
                worker.alerts.note_challenge(made)

        await challenge("first")
        await worker.step(SOON)
        assert browser.decrypt(service.next()) == {
            "title": "A challenge",
            "body": "Anna invites you to a game of Mandala",
            "path": "/",
            "tag": "first",
            "count": 0,
        }
        await worker.step(SCAN)
        assert nothing_came(service), "once"
        await store.settle("first", "withdrawn", now())
        await challenge("second")
        await worker.alerts.step()
        await store.settle("second", "withdrawn", now())
        await worker.step(SOON + PAUSES["push"])
        await challenge("third")
        await worker.alerts.step()
        await store.see("third", BEN.id, now())
        await worker.step(SOON + PAUSES["push"])
        assert nothing_came(service), "neither what is withdrawn nor what was seen"
        await challenge("fourth", CARL, note=False)  # its worker has died
        other.alerts.add_person(BEN.id)
        await other.step(SETTLED + SCAN)
        await other.step(SOON)
        assert "Carl invites you" in browser.decrypt(service.next())["body"]
        await store.settle("fourth", "withdrawn", now())
        await Blocks(worker.tables.store.engine, worker.tables.store.writer).block(BEN.id, CARL.id, now())
        await challenge("fifth", CARL, note=False)
        await other.step(SETTLED + SCAN)
        await other.step(SOON + PAUSES["push"])
        assert nothing_came(service), "nor what comes from somebody who is blocked"

    run_alerts(test, workers=2)


def test_a_friend_request_is_told_once_to_people_who_are_away(run_alerts: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, other, browser = workers[0], workers[1], Browser(service)
        friendships = Friendships(worker.tables.store.engine, worker.tables.store.writer)
        await secure(worker, ANNA, CARL, BEN)
        await worker.subscribe(BEN, browser)

        await friendships.ask(ANNA.id, BEN.id, now())
        for _ in range(2):  # the request is repeated
            worker.alerts.note_request(ANNA.id, BEN.id)
        await worker.step(SOON)
        assert browser.decrypt(service.next()) == {
            "title": "A friend request",
            "body": "Anna would like to be friends with you",
            "path": "/",
            "tag": ANNA.id,
            "count": 0,
        }
        await friendships.end(ANNA.id, BEN.id, now())
        await friendships.ask(ANNA.id, BEN.id, now())
        worker.alerts.note_request(ANNA.id, BEN.id)
        other.alerts.add_person(BEN.id)
        for each in (worker, other):
            await each.step(SETTLED + SCAN + PAUSES["push"])
        assert nothing_came(service), "once, also if it is withdrawn and made again"

        await friendships.ask(CARL.id, BEN.id, now())  # its worker has died
        await other.step(SETTLED + SCAN)
        await other.step(SOON)
        assert "Carl" in browser.decrypt(service.next())["body"]

    run_alerts(test, workers=2)


@pytest.mark.parametrize(
    "why", rest_thorough(["answered", "withdrawn", "blocked", "blocked meanwhile", "not chosen"], keep=2)
)
def test_a_friend_request_that_is_no_longer_one_is_not_told(run_alerts: Run, why: str) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        [worker], browser = workers, Browser(service)
        engine, writer = worker.tables.store.engine, worker.tables.store.writer
        friendships, blocks = Friendships(engine, writer), Blocks(engine, writer)
        await secure(worker, ANNA, BEN)
        await worker.subscribe(BEN, browser, **({"push": ("turn",)} if why == "not chosen" else {}))
        if why == "blocked":
            await blocks.block(BEN.id, ANNA.id, now())
        await friendships.ask(ANNA.id, BEN.id, now())
        worker.alerts.note_request(ANNA.id, BEN.id)
        await worker.alerts.step()
        if why == "answered":
            await friendships.ask(BEN.id, ANNA.id, now())
        elif why == "withdrawn":
            await friendships.end(ANNA.id, BEN.id, now())
        elif why == "blocked meanwhile":
            await blocks.block(BEN.id, ANNA.id, now())
        await worker.step(SETTLED + SCAN)
        await worker.step(SOON)
        assert nothing_came(service)

    run_alerts(test)


def test_both_languages_have_words_for_every_alert() -> None:
    for texts in TEXTS.values():
        assert set(texts.kinds) == set(SUBJECT_OF)
    assert "möchte mit dir befreundet sein" in TEXTS["de"].kinds["friend"][1]
