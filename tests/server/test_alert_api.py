"""Alerts over REST: choices, browsers, mail addresses, and what is refused."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.conftest import Storage
from server.mail_service import MailService, mail_service, part
from server.push_service import Browser, PushService, push_service
from server.running_server import Client, RunningServer

from sandmandala.server.settings import Settings, UnusableSettingError

CHOICE = {"language": "en", "zone": "Europe/Berlin", "push": ["turn", "over"], "email": []}


@pytest.fixture(scope="module")
def pushed() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture(scope="module")
def mails() -> Iterator[MailService]:
    with mail_service() as service:
        yield service


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, storage: Storage, pushed: PushService, mails: MailService
) -> Iterator[RunningServer]:
    server = RunningServer(
        tmp_path_factory.mktemp("server"),
        local_push="1",
        smtp=mails.address,
        mail_from="alerts@play.example",
        origins="https://play.example",
        **storage(),
    )
    yield server
    server.stop()


@pytest.fixture
def anna(server: RunningServer) -> Client:
    return server.client("Anna")


def info(client: Client) -> Any:
    return client.http.get("/me/alerts").json()


def put(client: Client, path: str, **form: Any) -> Any:
    return client.http.put(path, json=form)


def subscribe(client: Client, browser: Browser) -> None:
    assert client.http.post("/me/alerts/browsers", json=browser.form).status_code == 204


def test_choices_are_kept(anna: Client) -> None:
    assert info(anna)["choice"] is None
    choice = {**CHOICE, "quiet": {"begin": 1320, "end": 420}}
    assert put(anna, "/me/alerts", **choice).status_code == 204
    assert info(anna)["choice"] == choice
    assert put(anna, "/me/alerts", **CHOICE).status_code == 204
    assert info(anna)["choice"] == {**CHOICE, "quiet": None}


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Moon/Crater"},
        {"zone": "../../etc/passwd"},
        {"language": "fr"},
        {"push": ["turn", "cards"]},
        {"quiet": {"begin": 60, "end": 60}},
        {"quiet": {"begin": 60, "end": 1440}},
        {"quiet": {"begin": -1, "end": 5}},
        {"more": 1},
    ],
)
def test_wrong_choices_are_refused(anna: Client, wrong: dict[str, Any]) -> None:
    answer = put(anna, "/me/alerts", **{**CHOICE, **wrong})
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert info(anna)["choice"] is None


def test_a_browser_gets_the_test_message(anna: Client, pushed: PushService) -> None:
    assert anna.refused("/me/alerts/test", channel="push")["code"] == "not_found"
    browser = Browser(pushed, "anna")
    subscribe(anna, browser)
    subscribe(anna, browser)
    [known] = info(anna)["browsers"]
    assert known["current"]
    assert not known["failing"]
    assert anna.http.post("/me/alerts/test", json={"channel": "push"}).status_code == 204
    message = browser.decrypt(arrived := pushed.next())
    assert message["title"] == "Alerts work"
    browser.check_signature(arrived, info(anna)["push_key"])
    assert anna.refused("/me/alerts/test", channel="push")["code"] == "too_fast"


def test_a_change_reaches_a_player_who_is_away(server: RunningServer, pushed: PushService) -> None:
    ben, anna, browser = server.client("Ben"), server.client("Anna"), Browser(pushed, "ben")
    subscribe(ben, browser)
    put(ben, "/me/alerts", **CHOICE)
    made = anna.open_table(game="patterns", clock={"type": "days", "days": 1})["table"]
    ben.join(made["id"])
    with anna.socket() as tab:
        state = tab.watch(made["id"])
        tab.send("resign", table=made["id"], after=state.get("number", 0))
        tab.next("state")
    message = browser.decrypt(pushed.next())
    assert "Patterns with Anna" in message["body"]


def test_a_browser_that_signs_out_gets_nothing_more(server: RunningServer, pushed: PushService) -> None:
    dora = server.client("Dora")
    subscribe(dora, Browser(pushed, "dora"))
    other = Client.known(server, dora)
    dora.post("/me/tokens", label="to look with")
    login = f"dora-{secrets.token_hex(4)}"
    dora.http.post("/me/password", json={"login": login, "password": "long enough"})
    assert dora.http.post("/sign-out").status_code == 204
    assert other.http.post("/sign-in", json={"login": login, "password": "long enough"}).status_code == 200
    assert info(other)["browsers"] == []
    other.http.close()


def test_browsers_can_be_removed_by_their_person(
    anna: Client, server: RunningServer, pushed: PushService
) -> None:
    subscribe(anna, Browser(pushed, "removed"))
    [known] = info(anna)["browsers"]
    ben = server.client("Ben")
    assert ben.http.delete(f"/me/alerts/browsers/{known['id']}").status_code == 404
    assert anna.http.delete(f"/me/alerts/browsers/{known['id']}").status_code == 204
    assert info(anna)["browsers"] == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a",
        "http://127.0.0.2/a",
        "http://localhost/a",
        "https://127.0.0.1/a",
        "https://10.0.0.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://push.example:8443/a",
        "https://anna@push.example/a",
        "https://push.example\\@127.0.0.1/a",
        "https://push.example/a#b",
        "https://push.example/ü",
        "https://push.example/a\r\nHost: b",
        "https://push.example./a",
        "file:///etc/passwd",
        "ftp://push.example/a",
        "https://",
        "https://[::1",
        "",
        "https://push.example/" + "a" * 1000,
    ],
)
def test_addresses_of_no_push_service_are_refused(anna: Client, pushed: PushService, endpoint: str) -> None:
    assert anna.refused("/me/alerts/browsers", **{**Browser(pushed).form, "endpoint": endpoint})["code"] == (
        "unreadable"
    )
    assert info(anna)["browsers"] == []


def test_keys_that_no_browser_has_are_refused(anna: Client, pushed: PushService) -> None:
    form = Browser(pushed).form
    for wrong in ({"p256dh": "B" + "A" * 86}, {"p256dh": "short"}, {"auth": "A" * 21}, {"auth": "é" * 22}):
        assert anna.refused("/me/alerts/browsers", **{**form, **wrong})["code"] == "unreadable"


def test_programs_and_strangers_are_refused(server: RunningServer, anna: Client, pushed: PushService) -> None:
    token = anna.post("/me/tokens", label="bot")["code"]
    program = server.http({"Authorization": f"Bearer {token}"})
    answer = program.post("/me/alerts/browsers", json=Browser(pushed).form)
    assert answer.json()["code"] == "forbidden"
    program.close()
    stranger = server.http()
    assert stranger.get("/me/alerts").json()["code"] == "sign_in"
    assert stranger.put("/me/alerts", json=CHOICE).json()["code"] == "sign_in"
    stranger.close()


def test_a_mail_address_is_confirmed_tried_and_removed_by_one_click(
    server: RunningServer, anna: Client, mails: MailService
) -> None:
    assert info(anna)["mail_available"]
    address = f"{secrets.token_hex(4)}@mail.example"
    assert put(anna, "/me/alerts/mail", address=address).status_code == 204
    assert info(anna)["mail"] == {"address": address, "confirmed": False}
    assert anna.refused("/me/alerts/test", channel="email")["code"] == "not_found"
    to, mail = mails.next()
    assert to == [address]
    token = re.search(r"token=([a-z0-9.]+)", part(mail, "plain"))[1]
    nobody = server.http()  # mails may be read in another browser
    wrong = nobody.post("/alerts/confirm", json={"token": token[:-1] + ("a" if token[-1] != "a" else "b")})
    assert wrong.json()["code"] == "unknown_code"
    assert nobody.post("/alerts/confirm", json={"token": token}).status_code == 204
    assert nobody.post("/alerts/confirm", json={"token": token}).status_code == 204, "a second click"
    assert info(anna)["mail"] == {"address": address, "confirmed": True}

    assert anna.http.post("/me/alerts/test", json={"channel": "email"}).status_code == 204
    _, mail = mails.next()
    assert mail["Subject"].startswith("Alerts work")
    link = mail["List-Unsubscribe"].strip("<>").removeprefix("https://play.example/api/v1")
    shown = nobody.get(link)
    assert shown.status_code == 303, "opening the link asks"
    assert shown.headers["location"].startswith("/alerts/stop?token=")
    assert info(anna)["mail"], "and changes nothing"
    click = {"content-type": "application/x-www-form-urlencoded"}
    done = nobody.post(link, content=b"List-Unsubscribe=One-Click", headers=click)
    assert done.status_code == 204, done.text
    assert info(anna)["mail"] is None
    assert nobody.post(link, content=b"List-Unsubscribe=One-Click", headers=click).status_code == 204
    assert nobody.post("/alerts/unsubscribe?token=abc.def").json()["code"] == "unknown_code"
    assert nobody.post("/alerts/confirm", json={"token": token}).json()["code"] == "unknown_code"
    nobody.close()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "anna",
        "anna@",
        "@mail.example",
        "anna@localhost",
        "anna@mail.example, ben@mail.example",
        "anna@mail.example\r\nBcc: ben@mail.example",
        "anna@mail.example\nSubject: x",
        '"a b"@mail.example',
        "Anna <anna@mail.example>",
        "anna@[127.0.0.1]",
        "änna@mail.example",
        "a" * 65 + "@mail.example",
    ],
)
def test_what_is_no_mail_address_is_refused(anna: Client, address: str) -> None:
    answer = put(anna, "/me/alerts/mail", address=address)
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert info(anna)["mail"] is None


def test_mails_to_confirm_an_address_are_limited(server: RunningServer, mails: MailService) -> None:
    address = f"{secrets.token_hex(4)}@mail.example"
    answers = [put(server.client("Guest"), "/me/alerts/mail", address=address) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [204, 204, 204, 429]
    for _ in range(3):
        mails.next()


def test_a_deleted_account_leaves_no_address(server: RunningServer, anna: Client, mails: MailService) -> None:
    put(anna, "/me/alerts/mail", address=f"{secrets.token_hex(4)}@mail.example")
    _, mail = mails.next()
    token = re.search(r"token=([a-z0-9.]+)", part(mail, "plain"))[1]
    assert anna.http.request("DELETE", "/me", json={}).status_code == 204
    http = server.http()
    assert http.post("/alerts/confirm", json={"token": token}).json()["code"] == "unknown_code"
    http.close()


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"smtp": "smtp://mail.example"}, "sender"),
        ({"smtp": "smtp://mail.example", "mail_from": "a@b.example"}, "--origins"),
        ({"smtp": "http://mail.example", "mail_from": "a@b.example"}, "mail server must"),
        ({"smtp": "smtp://:secret@", "mail_from": "a@b.example"}, "mail server must"),
        ({"smtp": "smtp://a", "mail_from": "a@b.example\nBcc: c@d.example"}, "sender"),
        ({"contact": "anna@mail.example"}, "contact must"),
    ],
)
def test_settings_that_cannot_work_stop_the_server(
    tmp_path: Path, settings: dict[str, Any], why: str
) -> None:
    with pytest.raises(UnusableSettingError, match=why) as error:
        Settings(data=str(tmp_path), **settings)
    assert "secret" not in str(error.value)


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    anna = server.client("Anna")
    assert not info(anna)["mail_available"]
    assert put(anna, "/me/alerts/mail", address="anna@mail.example").json()["code"] == "not_found"
    key = info(anna)["push_key"]
    server.stop()
    server.start()
    again = Client.known(server, anna)
    assert info(again)["push_key"] == key, "browsers know the server by its key"
    again.http.close()
    server.stop()
