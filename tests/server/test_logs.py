"""The server's log: every fault, as text or JSON, and never a secret."""

from __future__ import annotations

import json
import logging
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from server.running_server import RunningServer
from thorough_cases import rest_thorough

from sandmandala.server.logs import RateLimit

PASSWORD = "correct horse battery"
NAME = "Annabelle"


@pytest.mark.slow
@pytest.mark.parametrize("form", rest_thorough(["text", "json"]))
def test_faults_are_logged_and_secrets_are_not(tmp_path: Path, form: str) -> None:
    with (tmp_path / "log").open("w+") as log:
        server = RunningServer(tmp_path, log, log=form)
        anna = server.client("Anna")
        made = anna.open_table(game="patterns", public=False)
        table, key = made["table"]["id"], made["key"]
        token = anna.post("/me/tokens", label="program")["code"]
        with closing(sqlite3.connect(tmp_path / "sandmandala.sqlite")) as database, database:
            (secret,) = database.execute("SELECT secret FROM tables").fetchone()
            for name in ("people", "tables"):
                database.execute(f"ALTER TABLE {name} RENAME TO {name}_elsewhere")
        cookie = anna.http.cookies["sandmandala"]
        headers = {"Authorization": f"Bearer {token}"}
        form_sent = {"login": NAME, "password": PASSWORD}
        answers = [
            anna.http.get(f"/tables/{table}/record", params={"key": key}),
            anna.http.post("/sign-in", json=form_sent),
            anna.http.post("/me", json={"name": NAME}),
            httpx.get(server.address + "/api/v1/me", headers=headers),
        ]
        server.stop()
        log.seek(0)
        written = log.read()
    for answer in answers:
        assert answer.status_code == 500
        assert answer.json()["code"] == "failed"
        assert "sqlite" not in answer.text
    for hidden in (key, PASSWORD, NAME, token, cookie, secret.hex()):
        assert hidden not in written
    assert "no such table" in written
    if form == "json":
        events = [json.loads(line) for line in written.splitlines()]
        failed = [event for event in events if event["event"] == "a request failed"]
        # One line for each type of error: reading fails, and then writing.
        assert [event["path"] for event in failed] == [f"/api/v1/tables/{table}/record", "/api/v1/me"]
        assert {"level", "timestamp", "method", "exception"} <= failed[0].keys()


class Log:
    """The events that a rate limit lets through."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self._limit = RateLimit()
        monkeypatch.setattr("time.monotonic", lambda: self.now)

    def __call__(self, event: str, **values: Any) -> dict[str, Any] | None:
        try:
            passed: dict[str, Any] = self._limit(None, "warning", {"event": event, **values})
        except structlog.DropEvent:
            return None
        return passed

    def library(self, message: str) -> str | None:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, message, (), None)
        return record.getMessage() if self._limit.filter(record) else None


def test_repeated_events_are_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    assert log("Redis is away") == {"event": "Redis is away"}
    for _ in range(7):
        log.now += 8
        assert log("Redis is away") is None
    assert log("a bot failed") == {"event": "a bot failed"}
    log.now += 8
    assert log("Redis is away") == {"event": "Redis is away", "suppressed": 7}
    log.now += 60
    assert log("Redis is away") == {"event": "Redis is away"}


def test_another_kind_of_failure_is_logged_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    assert log("a bot failed", exc_info=OSError())
    assert log("a bot failed", exc_info=KeyError())
    assert log("a bot failed", exc_info=KeyError("another")) is None
    try:
        raise OSError
    except OSError:
        assert log("a bot failed", exc_info=True) is None


def test_libraries_are_limited_too_and_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    assert log.library("Task exception was never retrieved") == "Task exception was never retrieved"
    assert log.library("Task exception was never retrieved") is None
    log.now += 60
    assert (
        log.library("Task exception was never retrieved")
        == "Task exception was never retrieved (suppressed since: 1)"
    )
    for number in range(3000):
        log.library(f"something about {number}")
    assert len(log._limit._events) == 1000


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_unwritable_log_stops_nothing(form: str) -> None:
    program = f"""
from sandmandala.server.logs import set_up_logs
import structlog
set_up_logs({form!r})
structlog.get_logger().warning("the disk is full")
print("goes on")
"""
    command = [sys.executable, "-c", program]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, check=False)
    assert ended.stdout == b"goes on\n"
