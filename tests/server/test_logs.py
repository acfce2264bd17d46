"""What a server writes about itself: every fault, in a form for people or machines, and never a secret."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from server.house import House

PASSWORD = "correct horse battery"
NAME = "Annabelle"


@pytest.mark.parametrize("form", ["text", "json"])
def test_faults_are_logged_and_secrets_are_not(tmp_path: Path, form: str) -> None:
    with (tmp_path / "log").open("w+") as log:
        house = type("Noted", (House,), {"stderr": log})(tmp_path, log=form)
        anna = house.visitor("Anna")
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
            httpx.get(house.address + "/api/v1/me", headers=headers),
            httpx.get(house.address + "/healthz"),
        ]
        house.stop()
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
        assert len(failed) == len(answers)
        assert failed[0]["path"] == f"/api/v1/tables/{table}/record"
        assert {"level", "timestamp", "method", "exception"} <= failed[0].keys()
