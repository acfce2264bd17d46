"""Alerts with several workers on one PostgreSQL and one Redis, one of which is killed."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from server.backing_services import new_database
from server.push_service import Browser, push_service
from server.running_server import A_DAY, PATIENCE, RunningServer
from sqlalchemy import func, select

from sandmandala.server.settings import Settings
from sandmandala.server.storage import open_database
from sandmandala.server.storage.schema import alerts

PEOPLE = 5


def in_outbox(url: str, which: Any) -> int:
    async def count() -> int:
        engine = open_database(url)
        async with engine.connect() as connection:
            found = await connection.scalar(select(func.count()).select_from(alerts).where(which))
        await engine.dispose()
        return int(found or 0)

    return asyncio.run(count())


def wait_until(url: str, which: Any, count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while in_outbox(url, which) < count:
        assert time.monotonic() < deadline, "the outbox is not as it should be"
        time.sleep(0.1)


@pytest.mark.thorough
def test_a_killed_worker_loses_and_doubles_no_alert(tmp_path: Path, postgresql: int, redis: str) -> None:
    """It dies when its alerts wait in the outbox: another worker sends each of them, once."""
    shared = {"database": new_database(postgresql), "redis": redis, "local_push": "1"}
    url = Settings(data=str(tmp_path), database=shared["database"]).database_url()
    with push_service() as service:
        dying, other = (RunningServer(tmp_path / name, **shared) for name in ("a", "b"))
        anna, looking = dying.client("Anna"), other.client("Looking")
        browsers = [Browser(service, f"p{number}") for number in range(PEOPLE)]
        tables = []
        for browser in [*browsers, Browser(service, "looking")]:
            person = looking if browser.path.endswith("looking") else dying.client("Ben")
            assert person.http.post("/me/alerts/browsers", json=browser.form).status_code == 204
            tables.append(anna.open_table(game="patterns", clock=A_DAY)["table"]["id"])
            person.join(tables[-1])
        with looking.socket() as elsewhere, anna.socket() as tab:
            elsewhere.watch(tables[-1])
            for table in tables:
                tab.send("resign", table=table, after=0)
            wait_until(url, alerts.c.kind == "over", PEOPLE)
            dying.kill()
            came = [service.next() for _ in range(PEOPLE)]
            assert sorted(one.path for one in came) == sorted(one.path for one in browsers)
            for one in came:
                browser = next(browser for browser in browsers if browser.path == one.path)
                assert "Patterns with Anna" in browser.decrypt(one)["body"]
            wait_until(url, alerts.c.due.is_(None), PEOPLE)
            assert service.arrived.empty(), "nor is anybody told who looks at another worker"
        other.stop()
        for client in dying.clients:
            client.http.close()
