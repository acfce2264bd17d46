"""Friends: asking, agreeing, who is here, and what nobody learns."""

from __future__ import annotations

import json
from typing import Any

import pytest
from server.running_server import Client, RunningServer, Socket

from sandmandala.server.relations import friends as limits


def friend_path(other: Client) -> str:
    return f"/me/friends/{other.me['id']}"


def secured(server: RunningServer, name: str) -> Client:
    """A person with a recovery code, who is no guest."""
    client = server.client(name)
    client.post("/me/recovery")
    return client


def ask(one: Client, other: Client) -> Any:
    return one.http.put(friend_path(other)).json()


def befriend(one: Client, other: Client) -> None:
    assert ask(one, other)["friend"] == "asked"
    assert ask(other, one)["friend"] == "friends"


def standing(one: Client, other: Client) -> Any:
    return one.http.get(f"/people/{other.me['id']}/standing").json()


def names(list: Any, which: str) -> list[str]:
    return [one["person"]["name"] for one in list[which]]


def friends_of(client: Client) -> Any:
    return client.http.get("/me/friends").json()


def next_list(tab: Socket, accept: Any) -> Any:
    """The next list of friends that fits."""
    while True:
        if accept(found := tab.next("friends")):
            return found


def test_two_people_become_friends_and_part(server: RunningServer) -> None:
    anna, ben = secured(server, "Anna"), secured(server, "Ben")
    assert standing(anna, ben) == {"friend": "none", "blocked": False}
    assert ask(anna, ben) == ask(anna, ben) == {"friend": "asked", "blocked": False}
    assert (standing(anna, ben)["friend"], standing(ben, anna)["friend"]) == ("asked", "asks")
    assert names(friends_of(anna), "asked") == ["Ben"]
    assert names(friends_of(ben), "requests") == ["Anna"]
    assert ask(ben, anna)["friend"] == "friends"
    for one, other in ((anna, ben), (ben, anna)):
        found = friends_of(one)
        assert names(found, "friends") == [other.me["name"]]
        assert found["requests"] == found["asked"] == []
    assert anna.http.delete(friend_path(ben)).status_code == 204
    assert anna.http.delete(friend_path(ben)).status_code == 404
    assert friends_of(ben)["friends"] == []
    assert standing(ben, anna)["friend"] == "none"


def test_both_ask_at_the_same_time(server: RunningServer) -> None:
    anna, ben = secured(server, "Anna"), secured(server, "Ben")
    befriend(anna, ben)
    assert len(friends_of(anna)["friends"]) == len(friends_of(ben)["friends"]) == 1


def test_nobody_learns_that_they_were_declined(server: RunningServer) -> None:
    anna, ben = secured(server, "Anna"), secured(server, "Ben")
    ask(anna, ben)
    before = friends_of(anna)
    assert ben.http.delete(friend_path(anna)).status_code == 204
    assert standing(ben, anna)["friend"] == "none"
    assert ben.http.delete(friend_path(anna)).status_code == 404
    assert friends_of(anna) == before
    assert standing(anna, ben)["friend"] == "asked"
    # Asking again does not pester.
    assert anna.http.delete(friend_path(ben)).status_code == 204
    assert standing(anna, ben)["friend"] == "none"
    assert ask(anna, ben)["friend"] == "asked"
    assert friends_of(ben)["requests"] == []
    # Whoever declined may change their mind.
    assert ask(ben, anna)["friend"] == "friends"


def test_a_withdrawn_request_disappears(server: RunningServer) -> None:
    anna, ben = secured(server, "Anna"), secured(server, "Ben")
    ask(anna, ben)
    assert anna.http.delete(friend_path(ben)).status_code == 204
    assert friends_of(ben)["requests"] == friends_of(anna)["asked"] == []
    assert ask(ben, anna)["friend"] == "asked", "there is nothing to agree to"
    assert names(friends_of(anna), "requests") == ["Ben"]


def test_guests_ask_people_with_whom_they_have_played(server: RunningServer) -> None:
    anna, guest = secured(server, "Anna"), server.client("Guest")
    refused = guest.http.put(friend_path(anna))
    assert (refused.status_code, refused.json()["code"]) == (403, "guest_request")
    table = anna.open_table(game="mandala")["table"]["id"]
    assert guest.http.put(friend_path(anna)).json()["code"] == "guest_request"
    guest.join(table)
    assert ask(guest, anna)["friend"] == "asked"
    other = server.client("Other guest")
    assert ask(anna, other)["friend"] == "asked", "people with a password may ask guests"
    assert ask(other, anna)["friend"] == "friends"


def test_bad_requests_change_nothing(server: RunningServer) -> None:
    anna, gone = secured(server, "Anna"), secured(server, "Gone")
    assert gone.http.request("DELETE", "/me", json={}).status_code == 204
    for id, status, code in (
        (anna.me["id"], 409, "that_is_you"),
        ("bot-1", 409, "not_a_person"),
        ("nobody", 404, "not_found"),
        (gone.me["id"], 404, "not_found"),
        ("NO!", 400, "unreadable"),
    ):
        answer = anna.http.put(f"/me/friends/{id}")
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    ben = secured(server, "Ben")
    assert ben.http.put("/me/privacy", json={"accept_requests": False}).status_code == 204
    assert anna.http.put(friend_path(ben)).json()["code"] == "no_requests"
    assert anna.http.put("/me/privacy", json={"accept_requests": "no"}).status_code == 400
    assert anna.http.put("/me/privacy", json={"other": True}).status_code == 400
    assert friends_of(anna) == {"type": "friends", "friends": [], "requests": [], "asked": []}
    with server.http() as visitor:
        for path in ("/me/friends", "/me/blocked", "/me/privacy", f"/people/{anna.me['id']}/standing"):
            assert visitor.get(path).status_code == 401


def test_a_person_asks_few_people_a_day(server: RunningServer) -> None:
    anna, ben = secured(server, "Anna"), secured(server, "Ben")
    for number in range(limits.REQUESTS_A_DAY):
        assert ask(anna, server.client(f"Guest {number}"))["friend"] == "asked"
    refused = anna.http.put(friend_path(ben))
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    # Withdrawing makes no room: it would be a way to ask everybody.
    first = friends_of(anna)["asked"][0]["person"]["id"]
    assert anna.http.delete(f"/me/friends/{first}").status_code == 204
    assert anna.http.put(friend_path(ben)).status_code == 429
    assert ask(ben, anna)["friend"] == "asked"
    assert ask(anna, ben)["friend"] == "friends", "agreeing is always possible"


def test_friends_see_who_is_here_and_what_they_play(server: RunningServer) -> None:
    anna, ben, carl = (secured(server, name) for name in ("Anna", "Ben", "Carl"))
    befriend(anna, ben)
    with anna.socket() as tab:
        tab.send("follow_friends")
        assert [one["here"] for one in tab.next("friends")["friends"]] == [False]
        with ben.socket():
            assert next_list(tab, lambda list: list["friends"][0]["here"])
            table = ben.open_table(game="patterns")["table"]["id"]
            carl.join(table)
            seen = next_list(tab, lambda list: list["friends"][0]["playing"])
            assert [one["id"] for one in seen["friends"][0]["playing"]] == [table]
            with ben.socket() as bens:
                bens.watch(table)
                bens.send("resign", table=table, after=0)
                assert next_list(tab, lambda list: not list["friends"][0]["playing"])
        assert not next_list(tab, lambda list: not list["friends"][0]["here"])["friends"][0]["playing"]
        assert ask(carl, anna)["friend"] == "asked"
        assert names(next_list(tab, lambda list: list["requests"]), "requests") == ["Carl"]
        ben.http.patch("/me", json={"name": "Benedict"})
        assert next_list(tab, lambda list: names(list, "friends") == ["Benedict"])
        tab.send("follow_friends", yes=False)


@pytest.mark.parametrize("spec", [{"public": False}, {"spectators": "none"}])
def test_games_that_others_may_not_watch_are_in_no_list_of_friends(
    server: RunningServer, spec: dict[str, Any]
) -> None:
    anna, ben, carl = (secured(server, name) for name in ("Anna", "Ben", "Carl"))
    befriend(anna, ben)
    made = ben.open_table(game="patterns", **spec)
    carl.join(made["table"]["id"], key=made["key"])
    public = ben.open_table(game="mandala")["table"]["id"]
    carl.join(public)
    (friend,) = friends_of(anna)["friends"]
    assert [one["id"] for one in friend["playing"]] == [public]
    assert made["table"]["id"] not in json.dumps(friends_of(anna))


def test_whoever_hides_is_not_here(server: RunningServer) -> None:
    anna, ben, carl = (secured(server, name) for name in ("Anna", "Ben", "Carl"))
    befriend(anna, ben)
    assert ben.http.get("/me/privacy").json() == {"show_presence": True, "accept_requests": True}
    table = ben.open_table(game="patterns")["table"]["id"]
    carl.join(table)
    with anna.socket() as tab, ben.socket():
        tab.send("follow_friends")
        assert next_list(tab, lambda list: list["friends"][0]["here"])["friends"][0]["playing"]
        ben.http.put("/me/privacy", json={"show_presence": False})
        hidden = next_list(tab, lambda list: not list["friends"][0]["here"])
        assert hidden["friends"][0]["playing"] == []
        assert friends_of(anna) == hidden
        ben.http.put("/me/privacy", json={"show_presence": True})
        assert next_list(tab, lambda list: list["friends"][0]["here"])


def test_strangers_learn_nothing(server: RunningServer) -> None:
    """Neither from lists nor from profiles: only friends are told who is here."""
    anna, ben, stranger = (secured(server, name) for name in ("Anna", "Ben", "Stranger"))
    befriend(anna, ben)
    ask(stranger, anna)
    with ben.socket(), anna.socket(), stranger.socket() as tab:
        tab.send("follow_friends")
        assert tab.next("friends") == friends_of(stranger)
        assert friends_of(stranger)["friends"] == []
        assert "here" not in stranger.http.get(f"/people/{ben.me['id']}").text
        assert standing(stranger, ben) == {"friend": "none", "blocked": False}
        tab.send("ping")
        tab.next("pong")
        assert not any(ben.me["id"] in message for message in tab.traffic)


def test_a_visitor_cannot_follow_friends(server: RunningServer) -> None:
    from websockets.sync.client import connect

    with connect(server.address.replace("http", "ws") + "/live", compression=None) as connection:
        tab = Socket(connection)
        tab.send("follow_friends")
        assert tab.next("refused")["code"] == "sign_in"


def test_deleting_an_account_deletes_its_relations(server: RunningServer) -> None:
    anna, ben, carl = (secured(server, name) for name in ("Anna", "Ben", "Carl"))
    befriend(anna, ben)
    ask(ben, carl)
    carl.http.put(f"/me/blocked/{ben.me['id']}")
    assert ben.http.request("DELETE", "/me", json={}).status_code == 204
    assert friends_of(anna)["friends"] == []
    assert carl.http.get("/me/blocked").json() == []
