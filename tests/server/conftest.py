"""One server for all tests of a file; tests that disturb it start their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from server.backing_services import PostgreSQL, Redis, new_database
from server.running_server import RunningServer

from sandmandala.server.settings import Settings


@dataclass(frozen=True)
class Storage:
    """The kind of database under test."""

    kind: str
    port: int = 0

    def __call__(self) -> dict[str, Any]:
        """Settings for a new database."""
        return {"database": new_database(self.port)} if self.kind == "postgresql" else {}


# Tests for which the database makes a difference. Security checks, for example, never reach it.
ON_BOTH = {
    "test_changes",
    "test_crash",
    "test_openapi",
    "test_fuzz",
    "test_challenges",
    "test_history",
    "test_bot_accounts",
    "test_bot_match",
    "test_event_stream",
    "test_live_games",
    "test_lobby_filters",
    "test_matchmaking",
    "test_search_store",
    "test_idempotency",
    "test_migrations",
    "test_accounts",
    "test_blocks",
    "test_friends",
    "test_mutes",
    "test_talk",
    "test_alert_mails",
    "test_alert_delivery",
    "test_alert_requests",
    "test_alerts",
    "test_sessions",
    "test_play",
    "test_practice",
    "test_puzzles",
    "test_repetition",
    "test_ratings",
    "test_reviews",
    "test_storage",
    "test_editor_tables",
    "test_sweeper",
    "test_tables",
}
# These are about storage itself. With PostgreSQL, the others are for `make proof`.
QUICK_ON_POSTGRESQL = {
    "test_blocks",
    "test_changes",
    "test_idempotency",
    "test_live_games",
    "test_migrations",
    "test_play",
    "test_search_store",
    "test_storage",
    "test_sweeper",
    "test_tables",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "storage" in metafunc.fixturenames:
        file = metafunc.module.__name__.rpartition(".")[2]
        marks = [pytest.mark.services, *[pytest.mark.thorough] * (file not in QUICK_ON_POSTGRESQL)]
        kinds = ["sqlite", pytest.param("postgresql", marks=marks)] if file in ON_BOTH else ["sqlite"]
        metafunc.parametrize("storage", kinds, indirect=True, scope="module")


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that all test processes share."""
    base = tmp_path_factory.getbasetemp()
    return base if worker_id == "master" else base.parent


@pytest.fixture(scope="session")
def postgresql(shared_folder: Path) -> Iterator[int]:
    with PostgreSQL(shared_folder).used() as port:
        yield port


@pytest.fixture(scope="session")
def redis(shared_folder: Path) -> Iterator[str]:
    with Redis(shared_folder).used() as port:
        yield f"redis://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def storage(request: pytest.FixtureRequest) -> Storage:
    if request.param == "sqlite":
        return Storage("sqlite")
    return Storage("postgresql", request.getfixturevalue("postgresql"))


@pytest.fixture
def url(tmp_path: Path, storage: Storage) -> str:
    """The URL of a new database."""
    return Settings(data=str(tmp_path / "some" / "where"), **storage()).database_url()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, storage: Storage) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("server"), **storage())
    yield server
    server.stop()


@pytest.fixture
def run_alerts(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Run a test with a push service, and some workers on one database."""
    from server.alert_services import alert_workers
    from server.push_service import push_service

    with push_service() as service:

        def run(test: Callable[..., Coroutine[Any, Any, None]], workers: int = 1) -> None:
            async def work() -> None:
                async with alert_workers(url, monkeypatch, workers) as found:
                    await test(found, service)

            asyncio.run(work())

        yield run


@pytest.fixture(scope="module")
def described(server: RunningServer) -> Any:
    """The API as the server describes it."""
    from server.described_api import DescribedApi  # importing takes seconds: not while collecting tests

    return DescribedApi(f"{server.address}/api/docs/openapi.json")
