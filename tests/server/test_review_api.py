"""Reviews over the socket and REST."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from server.fake_reviews import PATIENCE, FakeReviewer
from server.in_process_server import InProcessServer
from server.running_server import Client, Socket
from server.test_history import finished
from server.test_link_previews import tags_of
from thorough_cases import rest_thorough

from sandmandala.review.budget import ReviewBudget
from sandmandala.server.reviews import reviewer, service

SMALL = ReviewBudget(search=4, all_moves=2, best_moves=2, draws=4, open_cards=2, solver_nodes=100)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    server = InProcessServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def fake(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> FakeReviewer:
    fake = FakeReviewer()
    monkeypatch.setattr(server._app.state.reviews, "_reviewer", fake.reviewer())
    return fake


def state_of(person: Client, table: str, **params: Any) -> Any:
    return person.http.get(f"/tables/{table}/review", params=params).json()


def next_state(tab: Socket, state: str) -> Any:
    while (message := tab.next("review", "refused")).get("state") != state:
        assert message["type"] == "review", message
    return message


def wait_until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_review_is_followed_over_the_socket_and_read_over_rest(
    server: InProcessServer, fake: FakeReviewer
) -> None:
    table, (anna, ben) = finished(server, "patterns")
    assert state_of(ben, table) == {
        **{"depth": "quick", "state": "absent", "done": 0, "total": 0, "code": None, "review": None}
    }
    with anna.socket() as tab, ben.socket() as other:
        for socket in (tab, other):
            socket.send("review", table=table)
            assert next_state(socket, "running")["table"] == table
        wait_until(lambda: state_of(ben, table)["done"] == 1)
        fake.go_on.set()
        for socket in (tab, other):
            next_state(socket, "ready")
    found = state_of(ben, table)
    assert (found["state"], found["review"]["engine"]["name"]) == ("ready", "fake")
    assert state_of(ben, table, depth="deep")["state"] == "absent"


def test_who_leaves_does_not_wait(
    server: InProcessServer, fake: FakeReviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_GRACE", 0.1)
    table, (anna, _) = finished(server, "patterns")
    with anna.socket() as tab:
        tab.send("review", table=table, depth="deep")
        next_state(tab, "running")
        tab.send("stop_review", table=table, depth="deep")
        wait_until(lambda: fake.stopped == ["deep"])
        tab.send("review", table=table)
        next_state(tab, "running")
    wait_until(lambda: fake.stopped == ["deep", "quick"])
    assert state_of(anna, table)["state"] == "absent"


def test_a_person_who_signs_out_follows_no_longer(
    server: InProcessServer, fake: FakeReviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_GRACE", 0.1)
    table, (anna, _) = finished(server, "patterns")
    with anna.socket() as tab:
        tab.send("review", table=table)
        next_state(tab, "running")
        assert anna.http.post("/sign-out").is_success
        wait_until(lambda: fake.stopped == ["quick"])


def test_refusals(server: InProcessServer, fake: FakeReviewer) -> None:
    anna, carl = server.client("Anna"), server.client("Carl")
    playing = anna.open_table(game="mandala", hot_seat=True)["table"]["id"]
    private, _ = finished(server, "patterns", public=False)
    with carl.socket() as tab:
        for table, code in ((playing, "not_over"), (private, "private_table"), ("nothing", "no_such_table")):
            tab.send("review", table=table)
            refused = tab.next("refused", "review")
            assert (refused["code"], refused["table"]) == (code, table)
            for path in ("review", "review.svg", "review.png", "line?ply=0", "judgement?ply=1&move=O"):
                answer = carl.http.get(f"/tables/{table}/{path}")
                assert (answer.json()["code"], answer.is_success) == (code, False)
        tab.send("review", table=playing, depth="deepest")
        assert tab.next("refused")["code"] == "unreadable"
        tab.send("stop_review", table=playing)  # has no effect
        tab.send("ping")
        tab.next("pong")
    table, _ = finished(server, "patterns")
    assert state_of(carl, table, depth="deepest")["code"] == "unreadable"
    for path in ("review.svg", "review.png"):
        answer = carl.http.get(f"/tables/{table}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_reviewed")
    assert fake.begun == []


@pytest.mark.parametrize("game", rest_thorough(["mandala", "patterns", "flowers"], keep=["patterns"]))
def test_a_real_review(server: InProcessServer, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setitem(reviewer._BUDGETS, "quick", SMALL)
    table, (anna, _) = finished(server, game)
    assert tags_of(server, f"/review/{table}")["image"].endswith("/icon-512.png")
    with anna.socket() as tab:
        tab.send("review", table=table)
        next_state(tab, "ready")
    found = state_of(anna, table)["review"]
    moves = anna.http.get(f"/tables/{table}/record").json()["moves"]
    assert [one["move"] for one in found["decisions"]] == moves
    assert [seat["player"] for seat in found["seats"]] == [None, None], "names are not stored"
    answer = anna.http.get(f"/tables/{table}/review.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    words = " ".join(ElementTree.fromstring(answer.text).itertext())
    for seat, name in enumerate(("Anna", "Ben")):
        assert f"{name} {found['scores'][seat]}" in words
    assert "of a win per decision" in words or "no decision counted" in words
    tags = tags_of(server, f"/review/{table}")
    assert "is over" in tags["description"]
    answer = httpx.get(tags["image"], timeout=PATIENCE)
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert struct.unpack(">I", answer.content[16:20]) == (2 * 820,)


def test_a_real_review_is_cancelled_within_a_decision(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would take minutes."""
    large = ReviewBudget(search=2000, all_moves=64, best_moves=64, draws=4, open_cards=2, solver_nodes=100)
    monkeypatch.setitem(reviewer._BUDGETS, "deep", large)
    table, (anna, _) = finished(server, "mandala")
    reviews = server._app.state.reviews
    with anna.socket() as tab:
        tab.send("review", table=table, depth="deep")
        while next_state(tab, "running")["done"] == 0:
            pass
        tab.send("stop_review", table=table, depth="deep")
        wait_until(lambda: reviews._queue._free > 0)
    assert state_of(anna, table, depth="deep")["state"] == "absent"


def judged(person: Client, table: str, **params: Any) -> Any:
    return person.http.get(f"/tables/{table}/judgement", params=params).json()


def test_a_move_that_somebody_tries_is_judged(server: InProcessServer, fake: FakeReviewer) -> None:
    table, (anna, ben) = finished(server, "patterns")
    legal = anna.http.get(f"/tables/{table}/line", params={"ply": 4}).json()["legal"]
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(judged, anna, table, ply=5, move=legal[0])
        wait_until(lambda: fake.judged == [(5, legal[0])])
        assert judged(anna, table, ply=5, move=legal[1])["code"] == "too_many", "one at a time"
        fake.go_on.set()
        found = first.result()
    assert (found["ply"], found["candidate"]["move"]) == (5, legal[0])
    assert found["better"] in legal
    assert judged(ben, table, ply=5, move=legal[0]) == found
    assert fake.judged == [(5, legal[0])], "it is remembered"
    for params, code in (
        ({"ply": 5, "move": "nonsense"}, "unreadable"),
        ({"ply": 2, "move": "X"}, "illegal_move"),
        ({"ply": 0, "move": legal[0]}, "unreadable"),
        ({"ply": 1000, "move": legal[0]}, "unreadable"),
        ({"ply": 5}, "unreadable"),
    ):
        assert judged(anna, table, **params)["code"] == code, params
