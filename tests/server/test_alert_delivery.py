"""How alerts are sent: together, with pauses, by one worker, again after failures and crashes."""

from __future__ import annotations

import asyncio

from server.alert_services import SOON, SPEC, Run, Worker, awaits, move, nothing_came
from server.push_service import Browser, PushService
from server.table_services import ANNA, BEN, CARL, started_table

from sandmandala.server.alerts.sender import LEASE, MOST_FAILURES, PAUSES, retry_pause
from sandmandala.server.alerts.service import SCAN, SETTLED
from sandmandala.server.alerts.store import MOST_BROWSERS
from sandmandala.server.server_time import now
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables.session import DAY


def test_several_at_once_become_one_message(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_messages_to_one_browser_keep_a_distance(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_quiet_hours_end_with_one_message(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_reminders_survive_a_restart(run_alerts: Run) -> None:
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

    run_alerts(test, 2)


def test_a_scan_finds_what_a_dead_worker_had_noted(run_alerts: Run) -> None:
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

    run_alerts(test, 2)


def test_each_message_is_sent_by_one_worker(run_alerts: Run) -> None:
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

    run_alerts(test, 3)


def test_a_worker_that_dies_while_sending_is_replaced(run_alerts: Run) -> None:
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

    run_alerts(test, 2)


def test_failing_browsers_are_tried_with_growing_pauses_and_dead_ones_removed(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_a_browser_that_always_fails_is_removed(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_pauses_grow() -> None:
    assert retry_pause(1) <= 30_000 < retry_pause(3) < retry_pause(6) < retry_pause(30) <= 6 * 3_600_000


def test_more_browsers_than_allowed_replace_the_oldest(run_alerts: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker = workers[0]
        for number in range(MOST_BROWSERS + 3):
            await worker.subscribe(BEN, Browser(service, f"b{number}"))
        await worker.subscribe(ANNA, Browser(service, "anna"))
        assert len([one for one in await worker.targets() if one.person == BEN.id]) == MOST_BROWSERS
        await worker.subscribe(ANNA, Browser(service, "b12"))
        ours = {one.address.rpartition("/")[2]: one.person for one in await worker.targets()}
        assert ours["b12"] == ANNA.id, "a browser belongs to whoever is signed in there"

    run_alerts(test)
