"""/healthz while the database is down, full, slow or deleted."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.backing_services import new_database
from server.blackhole_proxy import BlackholeProxy
from server.in_process_server import InProcessServer
from server.running_server import PATIENCE, RunningServer
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from sandmandala.server.api import health
from sandmandala.server.settings import Settings
from sandmandala.server.storage import open_database


def health_of(server: RunningServer) -> httpx.Response:
    return httpx.get(server.address + "/healthz", timeout=PATIENCE, verify=False)  # certificates load slowly


def wait_for(server: RunningServer, status: int) -> dict[str, Any]:
    deadline = time.monotonic() + PATIENCE
    while (answer := health_of(server)).status_code != status:
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.1)
    told: dict[str, Any] = answer.json()
    return told


@contextmanager
def stopped(server: RunningServer) -> Iterator[RunningServer]:
    try:
        yield server
    finally:
        server.stop()


def test_a_silent_network_to_postgresql_is_noticed_and_survived(tmp_path: Path, postgresql: int) -> None:
    with BlackholeProxy(postgresql) as network, capture_logs() as logs:
        database = new_database(postgresql).replace(f":{postgresql}/", f":{network.port}/")
        server = InProcessServer(tmp_path, database=database, database_timeout=1.0)
        with stopped(server):
            anna = server.client("Anna")
            assert wait_for(server, 200)["status"] == "ok"
            network.silent = True
            told = wait_for(server, 503)
            assert (told["status"], told["reason"][:12]) == ("failing", "The database")
            assert anna.http.post("/me", json={"name": "Anne"}).status_code >= 500, "not acknowledged"
            network.silent = False
            wait_for(server, 200)
            assert anna.post("/me", name="Annie")["name"] == "Annie"
    assert {"the health check failed", "a request failed"} <= {log["event"] for log in logs}


@pytest.mark.parametrize("moment", ["in a transaction", "at its end", "between two"])
def test_a_connection_that_goes_silent_is_replaced(postgresql: int, moment: str) -> None:
    async def lose_it(engine: AsyncEngine) -> None:
        async with engine.begin() as connection:
            await connection.execute(text("CREATE TABLE things (id INTEGER)"))
            network.silent = moment != "between two"
            if moment == "in a transaction":
                await connection.execute(text("SELECT 1"))
        network.silent = True
        async with engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

    async def work(url: str) -> None:
        engine = open_database(url, timeout=1.0)
        with pytest.raises((TimeoutError, SQLAlchemyError)):
            await lose_it(engine)
        network.silent = False
        async with engine.begin() as connection:
            assert (await connection.execute(text("SELECT 1"))).scalar() == 1
        await engine.dispose()

    with BlackholeProxy(postgresql) as network:
        database = new_database(postgresql).replace(f":{postgresql}/", f":{network.port}/")
        asyncio.run(asyncio.wait_for(work(Settings(database=database).database_url()), PATIENCE))


@pytest.mark.slow
def test_a_full_disk_is_survived_and_a_lost_file_noticed(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as log, stopped(RunningServer(tmp_path, log)) as server:
        anna = server.client("Anna")
        assert wait_for(server, 200)["status"] == "ok"
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, most))
        assert wait_for(server, 503)["reason"] == "The database cannot be written."
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        wait_for(server, 200)
        assert anna.post("/me", name="Annie")["name"] == "Annie"
        (tmp_path / "sandmandala.sqlite").rename(tmp_path / "elsewhere")
        told = wait_for(server, 503)
        assert (told["status"], told["reason"]) == ("failing", "The database file is gone.")


def test_it_answers_while_the_database_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One attempt at a time, and the next one works again."""
    monkeypatch.setattr(health, "_PATIENCE", 0.05)
    monkeypatch.setattr(health, "_FRESH", 0.0)
    server = InProcessServer(tmp_path)
    with stopped(server):
        writer, attempts, released = server.writer, 0, asyncio.Event()
        change = writer.change

        async def hang(statements: Any) -> bool:
            nonlocal attempts
            attempts += 1
            await released.wait()
            return await change(statements)

        monkeypatch.setattr(writer, "change", hang)
        while not attempts:  # it reads before it writes, which may take longer than its patience
            assert health_of(server).json()["reason"] == "The database does not answer."
        for _ in range(3):
            assert health_of(server).json()["reason"] == "The database does not answer."
        assert attempts == 1
        server.call(released.set)
        wait_for(server, 200)


def test_the_database_is_not_asked_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_FRESH", 1000.0)
    server = InProcessServer(tmp_path)
    with stopped(server):
        wait_for(server, 200)
        monkeypatch.setattr(server.writer, "change", None)
        answer = health_of(server)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
