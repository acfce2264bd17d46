"""The description of the interface is true: whatever is asked for, sensible or not, is answered so."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from server.running_server import RunningServer
from server.test_history import finished

from sandmandala.records import is_good, read_record, verify

EXAMPLES = 12  # for each operation, sensible ones and others
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
Headers = Callable[[], dict[str, str]]


@pytest.fixture(scope="module")
def document(server: RunningServer) -> Any:
    return schemathesis.openapi.from_url(f"{server.address}/api/docs/openapi.json")


def member(server: RunningServer) -> dict[str, str]:
    """The headers of a program that plays for somebody."""
    return {"Authorization": "Bearer " + server.client("Anna").post("/me/tokens", label="program")["code"]}


def hold_to_it(
    operation: Any, mode: GenerationMode, headers: Headers, examples: int = EXAMPLES, **fixed: Any
) -> set[int]:
    """Ask, and hold the answers against the description; which statuses came."""
    came: set[int] = set()

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode, **fixed))
    def ask(case: Any) -> None:
        came.add(case.call_and_validate(headers=headers(), checks=CHECKS).status_code)

    try:
        ask()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE
        assert not [*operation.iter_parameters(), *operation.body], "it can be asked for wrongly"
    return came


def _in_turn(headers: list[Headers]) -> Headers:
    turns = itertools.cycle(headers)
    return lambda: next(turns)()


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_answer_is_as_described(server: RunningServer, document: Any, mode: GenerationMode) -> None:
    """Strangers and members take turns."""
    one, came = member(server), set()
    for found in document.get_all_operations():
        operation = found.ok()
        headers = (lambda: member(server)) if operation.label == "DELETE /api/v1/me" else lambda: one
        came |= hold_to_it(operation, mode, _in_turn([dict, headers]))
    expected = {200, 201, 204, 400, 401, 404} if mode is GenerationMode.POSITIVE else {400, 401}
    assert expected <= came, "no kind of answer went untried"
    assert httpx.get(server.address + "/healthz").json()["status"] == "ok"


def test_what_exists_is_shown_as_described(server: RunningServer, document: Any) -> None:
    """Random ids lead nowhere, so these are given."""
    over, (anna, ben) = finished(server, "flowers", rated=True)
    playing = anna.open_table(game="mandala", bots=[None, 1], clock={"type": "game", "seconds": 600})
    private = ben.open_table(game="patterns", public=False, clock={"type": "days", "days": 3})
    waiting = ben.open_table(game="patterns")
    tables = [over, *(made["table"]["id"] for made in (playing, private, waiting))]
    people = [anna.me["id"], "bot-1"]
    token = anna.post("/me/tokens", label="program")["code"]
    turns = itertools.cycle([{"Authorization": f"Bearer {token}"}, {}])
    came: dict[str, set[int]] = {}
    for found in document.get_all_operations():
        operation = found.ok()
        if "{id}" in operation.path and "/me/" not in operation.path:
            for id in people if "/people/" in operation.path else tables:
                statuses = hold_to_it(
                    operation, GenerationMode.POSITIVE, lambda: next(turns), 4, path_parameters={"id": id}
                )
                came.setdefault(operation.label, set()).update(statuses)
    assert came["GET /api/v1/tables/{id}/record"] == {200, 403, 409}
    assert came["GET /api/v1/people/{id}"] == {200}
    assert {200, 401, 403, 409} <= came["POST /api/v1/tables/{id}/join"]


def test_every_game_is_sound_afterwards(server: RunningServer) -> None:
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
