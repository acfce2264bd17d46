"""Alerts: who is told what, once, and only while they are not looking."""

from __future__ import annotations

import json

from server.alert_services import SOON, SPEC, Run, Worker, awaits, look, move, nothing_came
from server.push_service import Browser, PushService
from server.table_services import ANNA, BEN, started_table

from sandmandala.server.alerts.sender import PAUSES
from sandmandala.server.alerts.service import SCAN, SETTLED
from sandmandala.server.server_time import now
from sandmandala.server.spec import DaysClock, GameClock, TableSpec
from sandmandala.server.tables import playing, proposals
from sandmandala.server.tables.session import DAY


def test_a_player_who_is_away_is_told_once_that_it_is_their_turn(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_no_message_contains_a_card_a_key_or_a_secret(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_nothing_is_sent_while_the_person_looks(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_who_comes_before_it_is_sent_is_not_told(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_what_is_no_longer_true_is_not_sent(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_questions_rematches_and_the_end_are_told(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_a_question_waits(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_reminders_when_half_and_a_fifth_of_the_time_is_left(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_only_what_a_person_has_chosen(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_what_happened_before_somebody_subscribed_is_not_told(run_alerts: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, SPEC, BEN)
        await awaits(worker, table, BEN)
        await worker.subscribe(BEN, browser, changed=now() + 1000)
        await worker.step(SCAN + SETTLED)
        await worker.step(SOON)
        assert nothing_came(service)

    run_alerts(test)


def test_games_against_bots_and_on_one_screen_alert_nobody(run_alerts: Run) -> None:
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

    run_alerts(test)


def test_a_clock_of_minutes_alerts_browsers_too(run_alerts: Run) -> None:
    async def test(workers: list[Worker], service: PushService) -> None:
        worker, browser = workers[0], Browser(service)
        table = await started_table(worker.tables, TableSpec("mandala", clock=GameClock(600)), BEN)
        await worker.subscribe(BEN, browser)
        await move(worker, table)
        await awaits(worker, table, BEN)
        await worker.step(SOON)
        assert browser.decrypt(service.next())["title"] == "Your turn"

    run_alerts(test)
