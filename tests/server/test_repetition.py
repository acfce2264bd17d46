"""One's own mistakes come back: from a review that was looked at, judged again, at the right time."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from server.conftest import Storage
from server.fake_reviews import TINY
from server.in_process_server import InProcessServer
from server.running_server import Client
from server.test_history import finished
from server.test_puzzles import HOUR, get, later
from server.test_review_api import next_state

from sandmandala.server import server_time
from sandmandala.server.learning import repetitions
from sandmandala.server.reviews import reviewer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, storage: Storage) -> Iterator[InProcessServer]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(reviewer._BUDGETS, "quick", TINY)
        reviewer._fingerprint.cache_clear()
        server = InProcessServer(tmp_path_factory.mktemp("server"), **storage())
        yield server
        server.stop()
    reviewer._fingerprint.cache_clear()


@pytest.fixture(scope="module")
def reviewed(server: InProcessServer) -> tuple[str, list[Client], Any]:
    """A random game with mistakes of the first player; a small budget may mark none in a short one."""
    for _ in range(6):
        table, people = finished(server, "patterns")
        with people[0].socket() as tab:
            tab.send("review", table=table)
            next_state(tab, "ready")
        review = get(people[0], f"/tables/{table}/review")["review"]
        if mistakes(review, seat_of(people[0], table)):
            break
    return table, people, review


Reviewed = tuple[str, list[Client], Any]


def mistakes(review: Any, seat: int) -> list[int]:
    """The plies of the five costliest mistakes."""
    found = [
        one for one in review["decisions"] if one["seat"] == seat and one["mark"] in ("mistake", "blunder")
    ]
    return [one["ply"] for one in sorted(found, key=lambda one: -one["loss"]["win"])[:5]]


def seat_of(client: Client, table: str) -> int:
    sitting = get(client, f"/tables/{table}")["sitting"]
    return next(int(one["seat"]) for one in sitting if one["person"]["id"] == client.me["id"])


def note(client: Client, table: str) -> Any:
    return client.http.post("/me/repetition/reviews", json={"table": table})


def test_mistakes_of_a_review_come_back(
    server: InProcessServer, reviewed: Reviewed, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, ben), review = reviewed
    seat = seat_of(anna, table)
    expected = mistakes(review, seat)
    assert expected, "random moves have mistakes"
    stranger = server.client("Stranger")
    for client in (anna, anna, stranger):
        assert note(client, table).status_code == 204, "it may be sent again"
    assert get(stranger, "/me/repetition")["total"] == get(ben, "/me/repetition")["total"] == 0
    assert get(anna, "/me/repetition")["due"] == 0
    later(monkeypatch, 4.1)
    items = get(anna, "/me/repetition")["items"]
    assert sorted(item["ply"] for item in items) == sorted(expected)
    item = items[0]
    path = f"/me/mistakes/{table}/{item['ply']}"
    shown = get(anna, path)
    assert (shown["seat"], shown["position"]["ply"]) == (seat, item["ply"] - 1)
    decision = review["decisions"][item["ply"] - 1]
    assert decision["move"] in shown["legal"]
    assert get(stranger, path)["code"] == "nothing_to_repeat"
    assert get(anna, f"{path}/moves", move=decision["move"])["move"] == decision["move"]

    def answer(move: str, due: int = item["due"]) -> Any:
        return anna.http.post(f"{path}/answer", json={"move": move, "due": due}).json()

    wrong = answer(decision["move"])
    assert (wrong["outcome"], wrong["better"], wrong["played"]) == ("same", None, None)
    assert wrong["item"]["stage"] == 0
    assert 3.9 * HOUR < wrong["item"]["due"] - get(anna, "/me/repetition")["now"] <= 4 * HOUR
    assert answer(decision["move"]) == wrong, "an answer that got lost may be sent again"
    right = answer(decision["best"])
    assert (right["outcome"], right["better"]) == ("best", decision["best"])
    assert right["item"] == wrong["item"], "it was forgotten, whatever is tried afterwards"
    assert answer("nonsense")["code"] == "unreadable"
    later(monkeypatch, 4.1)
    due = wrong["item"]["due"]
    with ThreadPoolExecutor(2) as pool:
        tabs = [Client.known(server, anna) for _ in range(2)]
        form = {"move": decision["best"], "due": due}
        said = list(pool.map(lambda tab: tab.http.post(f"{path}/answer", json=form).json(), tabs))
        for tab in tabs:
            tab.http.close()
    assert {one["item"]["stage"] for one in said} == {1}, "two tabs count once"
    assert 23 * HOUR < said[0]["item"]["due"] - get(anna, "/me/repetition")["now"] <= 24 * HOUR
    shown = anna.post(f"{path}/solution", due=said[0]["item"]["due"])
    assert (shown["better"], shown["played"]) == (decision["best"], decision["move"])
    assert shown["item"] == said[0]["item"], "it was not due"
    for item in items:
        anna.http.delete(f"/me/repetition/{item['id']}")
    note(anna, table)
    assert get(anna, "/me/repetition")["total"] == 0, "what was removed does not come back"


def test_the_whole_schedule(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    store = server._app.state.learning.repetitions
    dora = server.client("Dora").me["id"]
    server.do(store.add(dora, [("puzzle:0123456789ab", "mandala")], server_time.now()))
    waits = []
    item = server.do(store.find(dora, "puzzle:0123456789ab"))
    while item.due is not None:
        waits.append(round((item.due - server_time.now()) / HOUR))
        assert server.do(store.answer(dora, item.id, item.due, "right", server_time.now())) == item, (
            "too early"
        )
        later(monkeypatch, (item.due - server_time.now()) / HOUR + 0.01)
        item = server.do(store.answer(dora, item.id, item.due, "right", server_time.now()))
    assert waits == [4, 24, 72, 168, 336, 720, 2160, 4320]
    assert server.do(store.summary(dora, server_time.now())) == (0, None, 0)
    assert server.do(store.answer(dora, item.id, 0, "wrong", server_time.now())) == item, "it is learnt"


def test_what_comes_back_is_bounded(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repetitions, "MOST_ACTIVE", 5)
    monkeypatch.setattr(repetitions, "MOST_DONE", 3)
    store, emil = server._app.state.learning.repetitions, server.client("Emil").me["id"]
    for number in range(9):
        server.do(store.add(emil, [(f"puzzle:{number:012x}", "mandala")], 1000 * number))
    assert server.do(store.summary(emil, 10**13)).due == 5
    for item in server.do(store.due(emil, 10**13, 10)):
        server.do(store.remove(emil, item.id, 5))
    server.do(store.add(emil, [("puzzle:aaaaaaaaaaaa", "mandala")], 0))
    assert len(server.do(store.all(emil))) == 4


def test_refusals(server: InProcessServer, reviewed: Reviewed) -> None:
    table, (anna, _), _ = reviewed
    other, _ = finished(server, "patterns")
    assert note(anna, other).json()["code"] == "not_reviewed"
    assert note(anna, "nothing").json()["code"] == "no_such_table"
    for ply in (1, 999):
        assert get(anna, f"/me/mistakes/{table}/{ply}")["code"] == "nothing_to_repeat"
    assert anna.http.delete("/me/repetition/chess:1").json()["code"] == "unreadable"
    with server.http() as stranger:
        assert stranger.get("/me/repetition").json()["code"] == "sign_in"
