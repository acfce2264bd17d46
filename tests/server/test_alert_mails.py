"""Alerts by mail: confirmed first, in both languages, with an end by one click."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from server.alert_services import SITE, Worker, alert_workers
from server.mail_service import MailService, mail_service, part
from server.table_services import ANNA, BEN, first_move, started_table
from sqlalchemy import insert

from sandmandala.server.alerts.mail import CONFIRM_WITHIN, Postman
from sandmandala.server.alerts.sender import PAUSES
from sandmandala.server.alerts.service import HOLD
from sandmandala.server.alerts.target import Choice
from sandmandala.server.messages.table_info import Person
from sandmandala.server.server_time import now
from sandmandala.server.settings import mail_server
from sandmandala.server.spec import DaysClock, GameClock, TableSpec
from sandmandala.server.storage.social_schema import friendships
from sandmandala.server.tables import playing
from sandmandala.server.tables.table import Table

ADDRESS = "ben@mail.example"
SPEC = TableSpec("mandala", clock=DaysClock(3))
SOON = HOLD["email"] + 1000

Test = Callable[[Worker, MailService], Coroutine[Any, Any, None]]
Run = Callable[[Test], None]


@pytest.fixture
def run(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    with mail_service() as service:

        def work(test: Test) -> None:
            async def inner() -> None:
                postman = Postman(mail_server(service.address))
                async with alert_workers(url, monkeypatch, 1, postman) as (worker,):
                    await test(worker, service)
                postman.close()

            asyncio.run(inner())

        yield work


async def confirmed(worker: Worker, service: MailService, person: Person = BEN, **choice: Any) -> None:
    await worker.store.choose(person.id, Choice(**choice))
    assert await worker.store.ask_for_email(person.id, ADDRESS, now()) == "asked"
    await worker.step()
    _, mail = service.next()
    token = re.search(r"token=([a-z0-9.]+)", part(mail, "plain"))[1]
    target = worker.alerts.mail.target_to_confirm(token, now())
    assert await worker.store.confirm(target, 1)
    worker.alerts.add_person(person.id)
    await worker.step()


async def until_it_is_the_turn_of(worker: Worker, table: Table, person: Person) -> None:
    while True:
        sitter = table.sitting[table.session.to_move]
        await worker.tables.do(table.id, playing.move, sitter.id, table.number, first_move(table))
        if table.sitting[table.session.to_move].id == person.id:
            return


def test_an_address_gets_nothing_before_its_owner_has_confirmed_it(run: Run) -> None:
    async def test(worker: Worker, service: MailService) -> None:
        await worker.store.choose(BEN.id, Choice(language="de"))
        await worker.store.ask_for_email(BEN.id, ADDRESS, now())
        table = await started_table(worker.tables, SPEC, BEN)
        await worker.step()
        to, mail = service.next()
        assert to == [ADDRESS]
        assert mail["Subject"] == "Bestätige deine Mailadresse"
        assert mail["Auto-Submitted"] == "auto-generated"
        text, html = part(mail, "plain"), part(mail, "html")
        assert f"{SITE}/alerts/confirm?token=" in text
        assert f"{SITE}/alerts/confirm?token=" in html
        assert BEN.name not in text + html, "a chosen name could be an advertisement"
        await until_it_is_the_turn_of(worker, table, BEN)
        await worker.step(SOON)
        assert service.arrived.empty()

        token = re.search(r"token=([a-z0-9.]+)", text)[1]
        letter = worker.alerts.mail
        assert letter.target_to_confirm(token, now() + CONFIRM_WITHIN) is None, "the link is too old"
        assert letter.target_to_confirm(token[:-1] + "x", now()) is None
        assert letter.target_to_stop(token) is None, "a link has one purpose"

    run(test)


def test_a_mail_says_who_waits_and_how_to_end_it(run: Run) -> None:
    async def test(worker: Worker, service: MailService) -> None:
        await confirmed(worker, service)
        await worker.tables.rename(Person(ANNA.id, "A<b>&'\"na"))
        tables = [await started_table(worker.tables, SPEC, BEN) for _ in range(2)]
        await worker.tables.rename(Person(ANNA.id, "A<b>&'\"na"))
        for table in tables:
            await until_it_is_the_turn_of(worker, table, BEN)
        await worker.step(SOON)
        to, mail = service.next()
        assert service.arrived.empty(), "several become one"
        assert to == [ADDRESS]
        assert mail["From"] == "Sandmandala <alerts@play.example>"
        assert mail["Subject"] == "2 updates from your games"
        text, html = part(mail, "plain"), part(mail, "html")
        for table in tables:
            assert f"{SITE}/table/{table.id}\n" in text
            assert f"{SITE}/table/{table.id}'" in html
            assert table.key not in text + html
        assert "Your turn: Mandala with A<b>&'\"na" in text
        assert "Mandala with A&lt;b&gt;&amp;&#x27;&quot;na" in html
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = re.fullmatch(
            rf"<{SITE}/api/v1/alerts/unsubscribe\?token=([a-z0-9.]+)>", mail["List-Unsubscribe"]
        )
        assert link
        assert f"{SITE}/alerts/stop?token={link[1]}" in text

        target = worker.alerts.mail.target_to_stop(link[1])
        await worker.store.unsubscribe(target)
        await worker.store.unsubscribe(target)
        await until_it_is_the_turn_of(worker, tables[0], BEN)
        await worker.step(SOON + PAUSES["email"])
        assert service.arrived.empty()

    run(test)


def test_names_cannot_add_headers(run: Run) -> None:
    async def test(worker: Worker, service: MailService) -> None:
        await confirmed(worker, service)
        table = await started_table(worker.tables, SPEC, BEN)
        await worker.tables.rename(Person(ANNA.id, "A\r\nBcc: all@mail.example"))  # no form accepts it
        await until_it_is_the_turn_of(worker, table, BEN)
        await worker.step(SOON)
        to, mail = service.next()
        assert to == [ADDRESS]
        assert mail["Bcc"] is None
        assert mail["Subject"] == "Your turn: Mandala with A Bcc: all@mail.example"

    run(test)


def test_games_of_minutes_send_no_mail(run: Run) -> None:
    async def test(worker: Worker, service: MailService) -> None:
        await confirmed(worker, service)
        table = await started_table(worker.tables, TableSpec("mandala", clock=GameClock(600)), BEN)
        await until_it_is_the_turn_of(worker, table, BEN)
        await worker.step(SOON)
        assert service.arrived.empty()
        assert await worker.waiting() == []

    run(test)


@pytest.mark.thorough
def test_a_mail_server_that_is_down_is_tried_again_and_costs_nobody_their_address(run: Run) -> None:
    async def test(worker: Worker, service: MailService) -> None:
        await confirmed(worker, service)
        table = await started_table(worker.tables, SPEC, BEN)
        service.close()
        await until_it_is_the_turn_of(worker, table, BEN)
        await worker.step(SOON)
        for _ in range(20):
            await worker.step(30 * 60_000)
        assert [one.address for one in await worker.targets()] == [ADDRESS]
        assert await worker.waiting() == [("turn", table.id)]

    run(test)


def test_an_address_that_is_refused_again_and_again_is_removed(run: Run) -> None:
    async def test(worker: Worker, service: MailService) -> None:
        await confirmed(worker, service)
        table = await started_table(worker.tables, SPEC, BEN)
        service.refused[ADDRESS] = 550
        await until_it_is_the_turn_of(worker, table, BEN)
        await worker.step(SOON)
        for _ in range(12):
            assert service.arrived.empty()
            await worker.step(6 * 3_600_000)
        assert await worker.targets() == []

    run(test)


def test_confirmation_mails_are_limited_by_address_and_by_person(run: Run) -> None:
    async def test(worker: Worker, service: MailService) -> None:
        ask = worker.store.ask_for_email
        at = now()
        for person in ("anna", "ben", "carl"):
            assert await ask(person, ADDRESS, at) == "asked"
        assert await ask("anna", ADDRESS, at) == "too_many"
        for number in range(4):
            assert await ask("anna", f"a{number}@mail.example", at) == "asked"
        assert await ask("anna", "a9@mail.example", at) == "too_many"
        assert await ask("anna", ADDRESS, at + 86_400_001) == "asked"
        mine = [one.address for one in await worker.targets() if one.person == "anna"]
        assert mine == [ADDRESS], "a new address replaces the old one"

    run(test)


def test_a_friend_request_is_told_by_mail(run: Run) -> None:
    async def test(worker: Worker, service: MailService) -> None:
        await confirmed(worker, service)
        request = {"person": ANNA.id, "other": BEN.id, "status": "asked", "asked": now()}
        await worker.tables.store.writer.run(
            lambda connection: connection.execute(insert(friendships), request)
        )
        worker.alerts.note_request(ANNA.id, BEN.id)
        await worker.step(SOON)
        _, mail = service.next()
        assert mail["Subject"] == "A friend request: Anna would like to be friends with you"
        assert f"{SITE}/\n" in part(mail, "plain")

    run(test)
