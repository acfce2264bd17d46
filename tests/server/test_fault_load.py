"""Faults under load, with one server on SQLite and with three workers. `make faults` runs longer."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from server.backing_services import PostgreSQL, Redis, new_database
from server.fault_check import Usage, assert_returned, findings_of, read_all, usage_of
from server.fault_load import Load
from server.in_process_server import InProcessServer
from server.raw_sockets import eventually
from server.running_server import RunningServer
from server.test_workers import workers_of
from structlog.testing import capture_logs

from sandmandala.server.settings import Settings
from sandmandala.server.storage import Writer

pytestmark = [pytest.mark.slow, pytest.mark.thorough, pytest.mark.services]
FULL = os.environ.get("SANDMANDALA_FAULTS") == "full"
TABLES, ROUNDS = (16, 4) if FULL else (4, 1)
WORKERS = 3
# How long a fault itself lasts, in seconds.
FREEZE = 3.0  # longer than PostgreSQL has to answer
LEASE = 10.5  # longer than a worker's claim to a bot's turn
DAY = 86_400_000_000_000  # nanoseconds
FAULTY_COMMITS = 60


class Server(NamedTuple):
    """A server with its own services."""

    server: RunningServer
    url: str
    usage: Callable[..., Usage]
    before: Usage
    postgresql: PostgreSQL
    redis: Redis


@contextmanager
def server_at(
    folder: Path, postgresql_port: int = 0, redis_port: int = 0, **settings: str
) -> Iterator[Callable[[PostgreSQL, Redis], Server]]:
    with (folder / "log").open("w") as log:
        server = RunningServer(folder, log, **settings)
        port = int(server.address.rpartition(":")[2])

        def usage(*processes: int) -> Usage:
            """Of these processes, or of all that serve."""
            serving = workers_of(server) if postgresql_port else [server.process.pid]
            return usage_of([*processes] or serving, port, postgresql_port, redis_port)

        try:
            Load(server, TABLES, "warming up").finish()
            before, chosen = usage(), Settings(data=str(folder), database=settings.get("database", ""))
            yield lambda *services: Server(server, chosen.database_url(), usage, before, *services)
        finally:
            server.stop()


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Three workers."""
    folder = tmp_path_factory.mktemp("crew")
    postgresql, redis = PostgreSQL(folder), Redis(folder)
    with postgresql.used() as port, redis.used() as redis_port:
        settings = {"workers": str(WORKERS), "database": new_database(port), "database_timeout": "1"}
        settings["redis"] = f"redis://127.0.0.1:{redis_port}"
        with server_at(folder, port, redis_port, **settings) as made:
            yield made(postgresql, redis)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite."""
    folder = tmp_path_factory.mktemp("alone")
    with server_at(folder) as made:
        yield made(PostgreSQL(folder), Redis(folder))


def endure(
    server: RunningServer,
    url: str,
    name: str,
    faults: Sequence[Callable[[Load], None]],
    forgetful: float = 0.0,
) -> None:
    """Play while faults happen, and compare the database with what players were told."""
    load, moment = Load(server, TABLES, name, forgetful), random.Random(name)
    for fault in [*faults] * ROUNDS:
        load.play_on(moment.randint(5, 30))
        fault(load)
    load.finish()
    found = findings_of(load, read_all(url))
    print(f"{name}: {len(faults) * ROUNDS} faults, {found}")
    found.assert_good()


# --- three workers


def is_complete(crew: Server, without: int) -> bool:
    """Whether all workers are running: connecting to Redis is the last step of their start."""
    now = workers_of(crew.server)
    return len(now) == WORKERS and without not in now and all(crew.usage(pid).redis for pid in now)


def kill_each_worker(crew: Server, load: Load) -> None:
    for victim in workers_of(crew.server):
        os.kill(victim, signal.SIGKILL)
        assert eventually(partial(is_complete, crew, victim))
        load.play_on(5)


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def freeze_a_worker(crew: Server, load: Load) -> None:
    with frozen(workers_of(crew.server)[0]):
        time.sleep(LEASE)


def restart(service: str, crew: Server, load: Load) -> None:
    with getattr(crew, service).away():
        pass


def kill(service: str, crew: Server, load: Load) -> None:
    with getattr(crew, service).killed():
        load.notice()


def freeze(service: str, crew: Server, load: Load) -> None:
    with getattr(crew, service).frozen():
        time.sleep(FREEZE)


WITH_WORKERS: dict[str, list[Callable[[Server, Load], None]]] = {
    "workers": [kill_each_worker, freeze_a_worker],
    "PostgreSQL": [partial(fault, "postgresql") for fault in (restart, kill, freeze)],
    "Redis": [partial(fault, "redis") for fault in (restart, kill, freeze)],
}


@pytest.mark.parametrize("name", WITH_WORKERS)
def test_with_three_workers(crew: Server, name: str) -> None:
    endure(crew.server, crew.url, name, [partial(fault, crew) for fault in WITH_WORKERS[name]])
    assert_returned(crew.before, crew.usage, WORKERS)


def test_answers_get_lost_with_three_workers(crew: Server) -> None:
    endure(crew.server, crew.url, "answers get lost", [lambda load: load.play_on(30)], forgetful=0.3)
    assert_returned(crew.before, crew.usage, WORKERS)


# --- one server


def kill_the_server(alone: Server, load: Load) -> None:
    alone.server.kill()
    alone.server.start()


def freeze_the_server(alone: Server, load: Load) -> None:
    with frozen(alone.server.process.pid):
        time.sleep(FREEZE)


def fill_the_disk(alone: Server, load: Load) -> None:
    """Neither the database nor the log can be written."""
    pid = alone.server.process.pid
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, most))
    try:
        load.notice()
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


def test_with_one_server(alone: Server) -> None:
    faults = [partial(fault, alone) for fault in (kill_the_server, freeze_the_server, fill_the_disk)]
    endure(alone.server, alone.url, "one server", faults)
    assert_returned(alone.before, alone.usage, 1)


def test_answers_get_lost_with_one_server(alone: Server) -> None:
    endure(alone.server, alone.url, "answers get lost", [lambda load: load.play_on(30)], forgetful=0.3)
    assert_returned(alone.before, alone.usage, 1)


# --- from inside


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[tuple[InProcessServer, str]]:
    server = InProcessServer(tmp_path)
    yield server, Settings(data=str(tmp_path)).database_url()
    server.stop()


@contextmanager
def failing_commits(writer: Writer, is_stored: bool) -> Iterator[Callable[[], int]]:
    """Every third commit fails, although it `is_stored` or not. Yields the number of commits."""
    backend: Any = writer._backend
    commit, tried = backend.commit, 0

    async def faulty(rows: list[Any], changes: Sequence[Any]) -> list[bool]:
        nonlocal tried
        tried += 1
        done = list(await commit(rows, changes)) if is_stored or tried % 3 else []
        if tried % 3 == 0:
            raise sqlite3.OperationalError("disk I/O error")
        return done

    backend.commit = faulty
    try:
        yield lambda: tried
    finally:
        backend.commit = commit


@pytest.mark.parametrize("is_stored", [False, True], ids=["not stored", "stored"])
def test_commits_fail(inside: tuple[InProcessServer, str], is_stored: bool) -> None:
    server, url = inside

    def fail(load: Load) -> None:
        with failing_commits(server.writer, is_stored) as tried:
            assert eventually(lambda: tried() >= FAULTY_COMMITS)

    with capture_logs():
        endure(server, url, "commits fail", [fail])


def test_the_clock_jumps(inside: tuple[InProcessServer, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Forwards and back, at tables with clocks: nobody runs out of time."""
    server, url = inside
    true_time = time.time_ns

    def jump(load: Load) -> None:
        for jumped in (DAY, -DAY, 0):
            monkeypatch.setattr(time, "time_ns", lambda jumped=jumped: true_time() + jumped)
            monkeypatch.setattr(time, "time", lambda jumped=jumped: (true_time() + jumped) / 1e9)
            load.play_on(20)

    with capture_logs():
        endure(server, url, "the clock jumps", [jump])
