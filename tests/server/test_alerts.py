"""Alerts: who is told what, once, and only while they are not looking."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from server.alert_services import Worker, alert_workers, look, nothing_came
from server.push_service import Browser, PushService, push_service
from server.table_services import ANNA, BEN, CARL, first_move, started_table

from sandmandala.server.alerts.sender import LEASE, MOST_FAILURES, PAUSES, retry_pause
from sandmandala.server.alerts.service import HOLD, SCAN, SETTLED
from sandmandala.server.alerts.store import MOST_BROWSERS
from sandmandala.server.messages.opponents import Challenge
from sandmandala.server.messages.table_info import Person
from sandmandala.server.opponents.challenge_store import ChallengeStore
from sandmandala.server.relations.blocks import Blocks
from sandmandala.server.server_time import now
from sandmandala.server.spec import DaysClock, GameClock, TableSpec
from sandmandala.server.tables import playing, proposals
from sandmandala.server.tables.session import DAY
from sandmandala.server.tables.table import Table

SPEC = TableSpec("mandala", clock=DaysClock(10), options={"beginner": 0})
SOON = HOLD["push"] + 1000

Work = Callable[[list[Worker], PushService], Coroutine[Any, Any, None]]
Run = Callable[..., None]


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def run(url: str, monkeypatch: pytest.MonkeyPatch, service: PushService) -> Run:
    """Run a test with some workers on one database."""

    def work(test: Work, workers: int = 1) -> None:
        async def inner() -> None:
            async with alert_workers(url, monkeypatch, workers) as found:
                await test(found, service)

        asyncio.run(inner())

    return work


async def move(worker: Worker, table: Table) -> None:
    """Make a move for whoever is to move."""
    table = await worker.tables.get(table.id)
    sitter = table.sitting[table.session.to_move]
    await worker.tables.do(table.id, playing.move, sitter.id, table.number, first_move(table))


async def awaits(worker: Worker, table: Table, person: Person) -> None:
    """Play until it is the turn of a person."""
    while table.sitting[table.session.to_move].id != person.id:
        await move(worker, table)


def test_a_player_who_is_away_is_told_once_that_it_is_their_turn(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await worker.subscribe(BEN, browser)
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step()
        assert nothing_came(service), "people have a moment to come by themselves"
        await worker.step(SOON)
        message = browser.decrypt(arrived := service.next())
        assert message == {
            "title": "Your turn",
            "body": "Mandala with Anna",
            "path": f"/table/{table.id}",
            "tag": table.id,
            "count": 1,
        }
        claims = browser.check_signature(arrived, worker.push.public_key)
        assert claims["sub"] == "mailto:host@play.example"
        assert arrived.headers["topic"] == table.id
        await worker.step(SCAN)
        await worker.step(DAY)
        assert nothing_came(service), "a scan finds nothing new"

    run(test)


def test_no_message_contains_a_card_a_key_or_a_secret(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        spec = TableSpec("mandala", clock=DaysClock(1), public=False)
        table = await started_table(worker.tables, spec, BEN)
        await worker.subscribe(BEN, browser)
        texts = []
        for _ in range(12):
            await move(worker, table)
            await awaits(worker, table, BEN)
            await worker.step(SOON + PAUSES["push"])
            texts.append(json.dumps(browser.decrypt(service.next())))
        assert len(set(texts)) == 1, "whatever the position, and whatever was played"
        for secret in (table.key, table.secret.hex(), table.host):
            assert secret not in texts[0]

    run(test)


def test_nothing_is_sent_while_the_person_looks(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await worker.subscribe(BEN, browser)
        watcher = look(worker.tables, table, BEN)
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step(SOON)
        worker.tables.unwatch(table, watcher)
        await worker.step(SCAN + SETTLED)
        await worker.step(SCAN)
        assert nothing_came(service), "they have seen it before they left"

        table = await worker.tables.get(table.id)  # nobody watched it any more
        await move(worker, table)
        watcher = look(worker.tables, table, BEN)
        worker.tables.set_looking(table, watcher, False)
        await awaits(worker, table, BEN)
        await worker.step(SOON + PAUSES["push"])
        assert browser.decrypt(service.next())["title"] == "Your turn", "a hidden tab is not looking"

    run(test)


def test_who_comes_before_it_is_sent_is_not_told(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await worker.subscribe(BEN, browser)
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step()
        assert await worker.waiting() == [("turn", table.id)]
        look(worker.tables, table, BEN)
        await worker.step(SOON)
        assert nothing_came(service)
        assert await worker.waiting() == []

    run(test)


def test_what_is_no_longer_true_is_not_sent(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await worker.subscribe(BEN, browser)
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step()
        await move(worker, table)
        if table.sitting[table.session.to_move].id == BEN.id:
            await move(worker, table)
        await worker.step(SOON)
        assert nothing_came(service) or table.sitting[table.session.to_move].id == BEN.id
        assert await worker.waiting() == []

    run(test)


def test_several_at_once_become_one_message(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        tables = [await started_table(worker.tables, SPEC, BEN) for _ in range(7)]
        await worker.subscribe(BEN, browser, language="de")
        for table in tables:
            await move(worker, table)
            await awaits(worker, table, BEN)
        await worker.step(SOON)
        message = browser.decrypt(service.next())
        assert message["title"] == "7 Neuigkeiten aus deinen Partien"
        assert message["body"].splitlines() == ["Du bist dran: Mandala mit Anna"] * 4 + ["und 3 weitere"]
        assert message["path"] == "/"
        assert message["count"] == 7
        assert nothing_came(service)

    run(test)


def test_messages_to_one_browser_keep_a_distance(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        tables = [await started_table(worker.tables, SPEC, BEN) for _ in range(3)]
        await worker.subscribe(BEN, browser)
        for table in tables:
            await move(worker, table)
            await awaits(worker, table, BEN)
            await worker.step(SOON if table is tables[0] else 0)
        await worker.step(SOON - PAUSES["push"] // 2)
        service.next()
        assert nothing_came(service)
        await worker.step(PAUSES["push"])
        assert browser.decrypt(service.next())["body"].count("\n") == 1, "the other two together"

    run(test)


def test_quiet_hours_end_with_one_message(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        minute = now() // 60_000 % 1440  # of the day, in UTC
        await worker.subscribe(
            BEN, browser, zone="UTC", quiet_from=(minute - 60) % 1440, quiet_until=(minute + 120) % 1440
        )
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step(SOON)
        await worker.step(100 * 60_000)
        assert nothing_came(service)
        await worker.step(25 * 60_000)
        assert browser.decrypt(service.next())["title"] == "Your turn"

    run(test)


def test_questions_rematches_and_the_end_are_told(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await awaits(worker, table, BEN)
        await worker.subscribe(ANNA, browser)
        do, at = worker.tables.do, table.id
        if not table.session.plies_to_take_back(table.seats_of(BEN.id)):
            await move(worker, table)
            await awaits(worker, table, BEN)
        await do(at, playing.resign, BEN.id, table.number)
        await do(at, proposals.propose, BEN.id, "rematch", None)
        await worker.step(SOON)
        message = browser.decrypt(service.next())
        assert set(message["body"].splitlines()) == {
            "Game over: Mandala with Ben is over",
            "A rematch?: Ben would like another game of Mandala",
        }
        assert message["tag"] == table.id, "both are about one table"

        await do(at, proposals.answer, ANNA.id, "rematch", True)
        await worker.step(SOON + PAUSES["push"])
        message = browser.decrypt(service.next())
        assert message["title"] == "Your game can begin"
        assert message["path"] == f"/table/{table.next}"

    run(test)


def test_a_question_waits(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, TableSpec("patterns", clock=DaysClock(3)), BEN)
        await worker.subscribe(ANNA, browser)
        await awaits(worker, table, BEN)
        await move(worker, table)
        await worker.tables.do(table.id, proposals.propose, BEN.id, "take_back", None)
        await worker.step(SOON)
        message = browser.decrypt(service.next())
        assert "A question for you: Ben would like to take back a move in Patterns" in message["body"]

    run(test)


def test_reminders_when_half_and_a_fifth_of_the_time_is_left(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await worker.subscribe(BEN, browser, push=("reminder",))
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step(SOON)
        await worker.step(4 * DAY)
        assert nothing_came(service)
        for days, title in ((2, "Half of your time is left"), (3, "A fifth of your time is left")):
            worker.clock.ahead += days * DAY
            await worker.step(SOON)
            assert browser.decrypt(service.next())["title"] == title
        await worker.step(DAY // 2)
        assert nothing_came(service)

    run(test)


def test_reminders_survive_a_restart(run: Run) -> None:
    """Nothing of the table is in memory."""

    async def test(workers: list[Worker], service: PushService) -> None:
        first, second = workers
        browser = Browser(service)
        table = await started_table(first.tables, SPEC, BEN)
        await first.subscribe(BEN, browser)
        await second.step()
        await awaits(first, table, BEN)
        await second.step(6 * DAY)
        await second.step(SOON)
        assert browser.decrypt(service.next())["title"] in {
            "Half of your time is left",
            "2 updates from your games",
        }

    run(test, 2)


def test_a_scan_finds_what_a_dead_worker_had_noted(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        dead, alive = workers
        browser = Browser(service)
        table = await started_table(dead.tables, SPEC, BEN)
        await dead.subscribe(BEN, browser)
        await move(dead, table)
        await awaits(dead, table, BEN)
        await alive.step(SCAN + SETTLED + 1000)
        await alive.step(SOON)
        assert browser.decrypt(service.next())["title"] == "Your turn"

    run(test, 2)


def test_each_message_is_sent_by_one_worker(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        people = {person.id: Browser(service, person.id) for person in (BEN, CARL)}
        tables = [await started_table(workers[0].tables, SPEC, one) for one in (BEN, CARL) for _ in range(3)]
        for person in (BEN, CARL):
            await workers[0].subscribe(person, people[person.id])
        for table in tables:
            await move(workers[0], table)
            while table.sitting[table.session.to_move].id == ANNA.id:
                await move(workers[0], table)
        await workers[0].alerts.step()
        workers[0].clock.ahead += SOON
        for _ in range(3):
            await asyncio.gather(*(worker.alerts.step() for worker in workers))
        await asyncio.gather(*(worker.alerts.sender.wait() for worker in workers))
        assert {service.next().path, service.next().path} == {one.path for one in people.values()}
        assert nothing_came(service)

    run(test, 3)


def test_a_worker_that_dies_while_sending_is_replaced(run: Run) -> None:
    """The message came, but nobody noted it: it is sent again when the claim has expired, and not before."""

    async def test(workers: list[Worker], service: PushService) -> None:
        dying, other = workers
        browser = Browser(service)
        table = await started_table(dying.tables, SPEC, BEN)
        await dying.subscribe(BEN, browser)
        await move(dying, table)
        await awaits(dying, table, BEN)
        await dying.alerts.step()
        dying.clock.ahead += SOON
        service.hold.clear()
        await dying.alerts.step()
        first = await asyncio.to_thread(service.next)
        await dying.alerts.sender.close()
        service.hold.set()
        await other.step(LEASE - SOON)
        assert nothing_came(service)
        await other.step(SOON * 2)
        again = service.next()
        assert browser.decrypt(again) == browser.decrypt(first), "the same tag: the browser shows one of them"
        await other.step(LEASE * 2)
        assert nothing_came(service)

    run(test, 2)


def test_failing_browsers_are_tried_with_growing_pauses_and_dead_ones_removed(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await worker.subscribe(BEN, browser)
        service.statuses = [500, 503, 201]
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step(SOON)
        service.next()
        await worker.step(5_000)
        assert nothing_came(service), "not at once"
        assert [one.failures for one in await worker.targets()] == [1]
        for _ in range(2):
            await worker.step(60_000)
            assert browser.decrypt(service.next())["title"] == "Your turn"
        assert [one.failures for one in await worker.targets()] == [0]

        await move(worker, table)
        await awaits(worker, table, BEN)
        service.statuses = [410]
        await worker.step(SOON + PAUSES["push"])
        service.next()
        assert await worker.targets() == []
        assert await worker.waiting() == []

    run(test)


def test_a_browser_that_always_fails_is_removed(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, TableSpec("mandala"), BEN)
        await worker.subscribe(BEN, browser)
        service.statuses = [500] * MOST_FAILURES
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step(SOON)
        for _ in range(MOST_FAILURES - 1):
            await worker.step(7 * 3_600_000)
        assert await worker.targets() == []
        assert service.arrived.qsize() == MOST_FAILURES

    run(test)


def test_pauses_grow() -> None:
    assert retry_pause(1) <= 30_000 < retry_pause(3) < retry_pause(6) < retry_pause(30) <= 6 * 3_600_000


def test_only_what_a_person_has_chosen(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await worker.subscribe(BEN, browser, push=("over",))
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step(SOON)
        assert nothing_came(service)
        await worker.tables.do(table.id, playing.resign, ANNA.id, table.number)
        await worker.step(SOON)
        assert browser.decrypt(service.next())["title"] == "Game over"

    run(test)


def test_what_happened_before_somebody_subscribed_is_not_told(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await awaits(worker, table, BEN)
        await worker.subscribe(BEN, browser, changed=now() + 1000)
        await worker.step(SCAN + SETTLED)
        await worker.step(SOON)
        assert nothing_came(service)

    run(test)


def test_games_against_bots_and_on_one_screen_alert_nobody(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        await worker.subscribe(ANNA, browser)
        for spec in (
            TableSpec("mandala", bots=(None, 1)),
            TableSpec("mandala", hot_seat=True),
        ):
            await started_table(worker.tables, spec)
        await worker.step(SOON)
        await worker.step(SCAN + SETTLED)
        await worker.step(SOON)
        assert nothing_came(service)

    run(test)


def test_more_browsers_than_allowed_replace_the_oldest(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker = workers[0]
        for number in range(MOST_BROWSERS + 3):
            await worker.subscribe(BEN, Browser(service, f"b{number}"))
        await worker.subscribe(ANNA, Browser(service, "anna"))
        assert len([one for one in await worker.targets() if one.person == BEN.id]) == MOST_BROWSERS
        await worker.subscribe(ANNA, Browser(service, "b12"))
        ours = {one.address.rpartition("/")[2]: one.person for one in await worker.targets()}
        assert ours["b12"] == ANNA.id, "a browser belongs to whoever is signed in there"

    run(test)


def test_a_clock_of_minutes_alerts_browsers_too(run: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, TableSpec("mandala", clock=GameClock(600)), BEN)
        await worker.subscribe(BEN, browser)
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step(SOON)
        assert browser.decrypt(service.next())["title"] == "Your turn"

    run(test)


def test_a_challenge_is_told_to_people_who_are_away(run: Run) -> None:
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

    run(test, workers=2)
