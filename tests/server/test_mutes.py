"""Muted people: kept with the account, so that all browsers of a person agree."""

from __future__ import annotations

from typing import Any

import pytest
from server.running_server import Client, RunningServer
from server.test_friends import secured


def muted(person: Client) -> Any:
    return person.http.get("/me/muted").json()


@pytest.mark.parametrize("is_guest", [False, True], ids=["account", "guest"])
def test_mutes_are_kept_for_all_browsers_of_a_person(server: RunningServer, is_guest: bool) -> None:
    anna = server.client("Anna") if is_guest else secured(server, "Anna")
    ben, carl = server.client("Ben"), server.client("Carl")
    assert muted(anna) == {"everybody": False, "people": []}
    for other in (ben, carl, ben):
        assert anna.http.put(f"/me/muted/{other.me['id']}").status_code == 204
    elsewhere = Client.known(server, anna)
    assert set(muted(elsewhere)["people"]) == {ben.me["id"], carl.me["id"]}
    assert muted(ben) == {"everybody": False, "people": []}, "it is nobody else's business"
    for _ in range(2):
        assert elsewhere.http.delete(f"/me/muted/{ben.me['id']}").status_code == 204
    assert muted(anna)["people"] == [carl.me["id"]]
    elsewhere.http.close()


def test_muting_everybody_and_privacy_do_not_disturb_each_other(server: RunningServer) -> None:
    anna = server.client("Anna")
    assert anna.http.put("/me/privacy", json={"show_presence": False, "accept_requests": True}).is_success
    assert anna.http.put("/me/muted", json={"everybody": True}).status_code == 204
    assert anna.http.get("/me/privacy").json() == {"show_presence": False, "accept_requests": True}
    assert anna.http.put("/me/privacy", json={"show_presence": True, "accept_requests": True}).is_success
    assert muted(anna)["everybody"]
    assert anna.http.put("/me/muted", json={"everybody": False}).is_success
    assert not muted(anna)["everybody"]


def test_what_cannot_be_muted_is_refused(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = server.client("Anna")

    def code(answer: Any) -> Any:
        return answer.json()["code"]

    assert code(anna.http.put(f"/me/muted/{anna.me['id']}")) == "that_is_you"
    assert code(anna.http.put("/me/muted/bot-1")) == "not_a_person"
    assert code(anna.http.put("/me/muted/nobody")) == "not_found"
    assert code(anna.http.put("/me/muted", json={"everybody": "yes"})) == "unreadable"
    with server.http() as visitor:
        assert code(visitor.get("/me/muted")) == "sign_in"


def test_deleting_an_account_deletes_its_mutes(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    assert anna.http.put(f"/me/muted/{ben.me['id']}").is_success
    assert ben.http.delete("/me").is_success
    assert muted(anna)["people"] == []
