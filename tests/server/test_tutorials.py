"""Tutorials over REST: what a player of them needs, and nothing that the learner may not know."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from learn.tutorial_files import GOOD, spoiled
from server.running_server import RunningServer
from structlog.testing import capture_logs

from sandmandala.games.manifest import manifests
from sandmandala.learn.library import Library
from sandmandala.server.refusal import RefusalError
from sandmandala.server.settings import Settings, UnusableSettingError
from sandmandala.server.tutorials import Tutorials

IDS = list(Library().files())


@pytest.fixture(scope="module")
def http(server: RunningServer) -> Iterator[httpx.Client]:
    with server.http() as client:
        yield client


def tutorial(http: httpx.Client, id: str) -> Any:
    return http.get(f"/tutorials/{id}").raise_for_status().json()


def test_the_list_has_the_tutorials_of_all_games(http: httpx.Client) -> None:
    found = http.get("/tutorials").raise_for_status().json()
    assert [one["id"] for one in found] == IDS
    assert list(dict.fromkeys(one["game"] for one in found)) == list(manifests())
    assert all(one["title"]["en"] and one["about"]["de"] and one["steps"] > 3 for one in found)


@pytest.mark.parametrize("id", IDS)
def test_a_tutorial_goes_from_position_to_position(http: httpx.Client, id: str) -> None:
    found = tutorial(http, id)
    steps = found["steps"]
    assert len(steps) == found["info"]["steps"]
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        question = step["question"]
        plies = next(iter(question["outcomes"].values())) if question else step["plies"]
        if question:
            assert set(question["outcomes"]) <= set(question["legal"])
            assert step["view"]["to_move"] == found["seat"]
            assert plies[0]["seat"] == found["seat"]
        if following and following["scene"] == step["scene"]:
            assert following["view"] == (plies[-1]["view"] if plies else step["view"])


@pytest.mark.parametrize("id", IDS)
def test_only_what_the_learner_sees_is_sent(http: httpx.Client, id: str) -> None:
    found = tutorial(http, id)
    for step in found["steps"]:
        outcomes = step["question"]["outcomes"].values() if step["question"] else []
        for view in [step["view"], *(ply["view"] for plies in [step["plies"], *outcomes] for ply in plies)]:
            assert view["seat"] == found["seat"]
            if view["to_move"] is not None:
                others = (player for seat, player in enumerate(view["players"]) if seat != found["seat"])
                assert all("hand" not in player for player in others)


def asked(found: Any) -> int:
    return next(number for number, step in enumerate(found["steps"]) if step["question"])


def test_a_try_says_what_it_would_do_or_why_it_is_illegal(http: httpx.Client) -> None:
    def tried(move: str, step: int) -> Any:
        return http.get("/tutorials/mandala/moves", params={"step": step, "move": move}).json()

    step = asked(tutorial(http, "mandala"))
    legal = tried("m1y", step)
    assert (legal["move"], legal["rule"]) == ("M1Y", None)
    assert [event["event"] for event in legal["events"]] == ["mountain", "draw"]
    assert "cards" not in legal["events"][1], "nobody knows what will be drawn"
    illegal = tried("F1R1", step)
    assert (illegal["move"], illegal["rule"], illegal["events"]) == ("F1R1", "M5", [])
    assert illegal["reason"]["colour"] == "R"
    assert tried("nonsense", step)["code"] == "unreadable"
    assert tried("M1Y", 0)["code"] == "not_found", "nothing is asked there"
    assert tried("M1Y", 999)["code"] == "not_found"
    assert http.get("/tutorials/nothing").json()["code"] == "not_found"
    assert http.get("/tutorials/nothing/moves", params={"step": 0, "move": "M1Y"}).status_code == 404


def test_a_try_is_told_in_its_usual_spelling(http: httpx.Client) -> None:
    """The board of Patterns does not know whether a try opens or swaps."""
    steps = tutorial(http, "patterns")["steps"]
    step = next(
        number for number, one in enumerate(steps) if one["question"] and "Sc4" in one["question"]["legal"]
    )
    answer = http.get("/tutorials/patterns/moves", params={"step": step, "move": "Pd4"}).json()
    assert (answer["move"], answer["rule"]) == ("Sd4", "P9")
    assert "Sd4" in steps[step]["question"]["answers"]


def test_a_host_adds_tutorials_and_malformed_ones_are_logged_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "our-club.toml").write_text(GOOD)
    (tmp_path / "form.toml").write_bytes(spoiled("mountain:m1", "moon"))
    (tmp_path / "rules.toml").write_bytes(spoiled('["M1Y", "F1G1"]', '["TR"]'))
    with capture_logs() as logs:
        found = Tutorials(str(tmp_path))
        asyncio.run(found.check())
    assert set(found.files()) - set(IDS) == {"our-club"}
    assert [(Path(log["file"]).name, log["place"], log["log_level"]) for log in logs] == [
        ("form.toml", "scene 1, step 1, show", "error"),
        ("rules.toml", "scene 1, record", "error"),
    ]
    assert asyncio.run(found.find("our-club")).id == "our-club"
    with pytest.raises(RefusalError):
        asyncio.run(found.find("rules"))


def test_a_folder_that_does_not_exist_stops_the_server(tmp_path: Path) -> None:
    with pytest.raises(UnusableSettingError, match="--tutorials or SANDMANDALA_TUTORIALS"):
        Settings(tutorials=str(tmp_path / "nowhere"))
