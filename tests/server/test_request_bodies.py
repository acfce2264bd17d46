"""Unreadable requests are refused and never cause an internal error."""

from __future__ import annotations

import itertools
from typing import Any

import httpx
import pytest
from server.running_server import RunningServer
from thorough_cases import rest_thorough

BODIES = {
    "deep": (b'{"name": ' + b"[" * 9000, "The body is nested too deeply."),
    "deep-object": (b'{"a":' * 3000, "The body is nested too deeply."),
    "value": (b'{"name": "\xff"}', "The body is not valid UTF-8."),
    "key": (b'{"na\xc3": 1}', "The body is not valid UTF-8."),
    "utf-16": ('{"name": "Anna"}'.encode("utf-16"), "This was not understood"),
    "surrogate": (b'{"name": "\\ud800", "code": "\\ud800-a"}', "This was not understood"),
    "surrogates": (b'{"login": "anna", "password": "\\ud800\\u0041 \\ud800"}', "This was not understood"),
    "number": (b'{"name": 1e999999, "x": ' + b"9" * 9000 + b"}", "This was not understood"),
}


@pytest.mark.parametrize("body", list(BODIES))
def test_a_body_that_cannot_be_read_is_refused(server: RunningServer, body: str) -> None:
    anna = server.client("Anna")
    content, why = BODIES[body]
    for path in ("/me", "/sign-in", "/recover", "/me/password", "/me/recovery", "/me/tokens", "/tables"):
        answer = anna.http.post(path, content=content, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "unreadable"), path
        assert answer.json()["why"].startswith(why), path


@pytest.mark.thorough
def test_nonsense_is_answered_as_described(server: RunningServer, described: Any) -> None:
    """With and without a token in turn. None of it reaches the database."""
    token = server.client("Anna").post("/me/tokens", label="program")["code"]
    turns, came = itertools.cycle([{}, {"Authorization": f"Bearer {token}"}]), set()
    for operation in described.operations():
        came |= described.hold_to_it(operation, False, lambda: next(turns))
    assert {400, 401} <= came, "no kind of answer went untried"
    assert httpx.get(server.address + "/healthz").json()["status"] == "ok"


STRANGE = [b"\xff", b"\xed\xa0\x80", b"%ff%00", b'"\\', b";=;", b"Bearer \xff", b"=" * 200]


@pytest.mark.parametrize("value", rest_thorough(STRANGE, keep=3), ids=repr)
def test_strange_headers_identify_nobody(server: RunningServer, value: bytes) -> None:
    headers = [(b"Cookie", b"sandmandala=" + value), (b"User-Agent", value), (b"Authorization", value)]
    for some in (headers[:2], headers, [(b"Authorization", b"Bearer " + value)]):
        assert httpx.get(server.address + "/api/v1/me", headers=some).status_code == 401
        answer = httpx.post(server.address + "/api/v1/me", headers=some, json={"name": "Anna"})
        assert answer.status_code == 201


QUERIES = ["status=%ff", "most=%ff", "most=%ed%a0%80", "%00=%00", "most=1&most=2", "most[]=1", "=", "&&;"]


@pytest.mark.parametrize("query", rest_thorough(QUERIES, keep=3))
def test_a_strange_query_causes_no_internal_error(server: RunningServer, query: str) -> None:
    for path in ("tables", "games", "people/bot-1/tables"):
        assert httpx.get(f"{server.address}/api/v1/{path}?{query}").status_code in (200, 400), path
