"""The OpenAPI description is true: all answers to valid and invalid requests follow it."""

from __future__ import annotations

import itertools
import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.in_process_server import InProcessServer
from server.running_server import A_DAY, RunningServer
from server.test_history import finished

from sandmandala.records import is_good, read_record, verify
from sandmandala.server import api
from sandmandala.server.api import docs_page
from sandmandala.server.messages import PROTOCOL_VERSION

Headers = Callable[[], dict[str, str]]


def member(server: RunningServer) -> dict[str, str]:
    """The headers of a program with a token."""
    return {"Authorization": "Bearer " + server.client("Anna").post("/me/tokens", label="program")["code"]}


def _in_turn(headers: list[Headers]) -> Headers:
    turns = itertools.cycle(headers)
    return lambda: next(turns)()


@pytest.mark.thorough
def test_every_answer_is_as_described(server: RunningServer, described: Any) -> None:
    """With and without a token in turn."""
    one, came = member(server), set()
    for operation in described.operations():
        headers = (lambda: member(server)) if operation.label == "DELETE /api/v1/me" else lambda: one
        came |= described.hold_to_it(operation, True, _in_turn([dict, headers]))
    assert {200, 201, 204, 400, 401, 404} <= came, "no kind of answer went untried"
    assert httpx.get(server.address + "/healthz").json()["status"] == "ok"


@pytest.mark.thorough
def test_what_exists_is_shown_as_described(server: RunningServer, described: Any) -> None:
    """Random ids would not exist, so these are given."""
    over, (anna, ben) = finished(server, "flowers", rated=True, clock=A_DAY)
    playing = anna.open_table(game="mandala", bots=[None, 1], clock={"type": "game", "seconds": 600})
    private = ben.open_table(game="patterns", public=False, clock={"type": "days", "days": 3})
    waiting = ben.open_table(game="patterns")
    tables = [over, *(made["table"]["id"] for made in (playing, private, waiting))]
    people = [anna.me["id"], "bot-1"]
    token = anna.post("/me/tokens", label="program")["code"]
    turns = itertools.cycle([{"Authorization": f"Bearer {token}"}, {}])
    came: dict[str, set[int]] = {}
    for operation in described.operations():
        if "{id}" in operation.path and "/me/" not in operation.path:
            for id in people if "/people/" in operation.path else tables:
                statuses = described.hold_to_it(
                    operation, True, lambda: next(turns), 4, path_parameters={"id": id}
                )
                came.setdefault(operation.label, set()).update(statuses)
    assert came["GET /api/v1/tables/{id}/record"] == {200, 403, 409}
    assert came["GET /api/v1/people/{id}"] == {200}
    assert {200, 401, 403, 409} <= came["POST /api/v1/tables/{id}/join"]


def test_every_game_is_valid_afterwards(server: RunningServer) -> None:
    _, (anna, _) = finished(server, "patterns")
    lines = [json.loads(line) for line in anna.http.get("/games").text.splitlines()]
    assert lines
    assert all(is_good(verify(read_record(json.dumps(line["record"])))) for line in lines)


def test_the_page_names_every_operation_and_fetches_nothing(server: RunningServer) -> None:
    page = httpx.get(server.address + "/api/docs").text
    document = httpx.get(server.address + "/api/docs/openapi.json").json()
    for path, item in document["paths"].items():
        for method in item:
            assert f"{method.upper()} {path}<" in page
    assert "http" not in page


def test_the_description_has_msgspecs_schema_of_every_structure() -> None:
    made = docs_page.with_own_schemas({"components": {"schemas": {}}})["components"]["schemas"]
    for module in api._MODULES:
        own = [kind for kind in vars(module).values() if getattr(kind, "__module__", "") == module.__name__]
        structures = {kind.__name__ for kind in own if docs_page._is_structure(kind)}
        assert structures <= made.keys(), module.__name__


def test_the_page_about_live_play_is_about_the_version_that_the_server_speaks() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    versions = re.findall(r"(?:describes|New in) version (\d+)", page)
    assert versions[:2] == [str(PROTOCOL_VERSION)] * 2


def test_the_first_request_does_not_block_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The description is rendered in a thread, and once."""
    made, threads = docs_page.with_own_schemas, []

    def noted(document: dict[str, Any]) -> dict[str, Any]:
        threads.append(threading.current_thread())
        return made(document)

    monkeypatch.setattr(docs_page, "with_own_schemas", noted)
    server = InProcessServer(tmp_path)
    loop = server.do(_current_thread())
    answers = [
        httpx.get(f"{server.address}/api/docs{path}") for path in ("/openapi.json", "/", "/openapi.json")
    ]
    server.stop()
    assert [answer.status_code for answer in answers] == [200] * 3
    assert answers[0].content == answers[2].content
    assert len(threads) == 1
    assert threads[0] is not loop


async def _current_thread() -> threading.Thread:
    return threading.current_thread()
