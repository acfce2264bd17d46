"""Faults under load, on SQLite and with three workers. `make faults` does the same for longer."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from server.fault_check import Usage, assert_returned, findings_of, read_all, usage_of
from server.fault_load import Load
from server.house import PATIENCE, House
from server.services import PostgreSQL, Redis, new_database
from server.test_workers import workers_of

from sandmandala.server.settings import Settings

FULL = os.environ.get("SANDMANDALA_FAULTS") == "full"
TABLES, ROUNDS = (24, 8) if FULL else (4, 1)
WORKERS = 3
FREEZE = 4.0  # seconds, longer than a command may take
LEASE = 10.5  # seconds, longer than a worker's claim to a bot's turn


class Crew(NamedTuple):
    """A server with what belongs to it alone."""

    house: House
    url: str
    postgresql: PostgreSQL
    redis: Redis
    usage: Callable[[], Usage]
    before: Usage


@pytest.fixture(scope="module")
def crew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    folder = tmp_path_factory.mktemp("crew")
    postgresql, redis = PostgreSQL(folder), Redis(folder)
    with postgresql.used() as port, redis.used() as redis_port:
        database = new_database(port)
        house = House(
            folder,
            workers=str(WORKERS),
            database=database,
            database_timeout="1",
            redis=f"redis://127.0.0.1:{redis_port}",
        )
        own_port = int(house.address.rpartition(":")[2])

        def usage() -> Usage:
            return usage_of(workers_of(house), own_port, port, redis_port)

        Load(house, TABLES, "warming up").finish()
        yield Crew(house, Settings(database=database).database_url(), postgresql, redis, usage, usage())
        house.stop()


def restarted(service: PostgreSQL | Redis) -> None:
    with service.away():
        pass


def killed(service: PostgreSQL | Redis) -> None:
    with service.killed():
        time.sleep(0.2)


def frozen(service: PostgreSQL | Redis) -> None:
    with service.frozen():
        time.sleep(FREEZE)


def kill_each_worker(crew: Crew) -> None:
    for victim in workers_of(crew.house):
        os.kill(victim, signal.SIGKILL)
        wait_for_workers(crew.house, victim)


def wait_for_workers(house: House, without: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while len(now := workers_of(house)) < WORKERS or without in now:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def freeze_a_worker(crew: Crew) -> None:
    victim = workers_of(crew.house)[0]
    os.kill(victim, signal.SIGSTOP)
    try:
        time.sleep(LEASE)
    finally:
        os.kill(victim, signal.SIGCONT)


FAULTS: dict[str, Callable[[Crew], None]] = {
    "each worker is killed": kill_each_worker,
    "a worker is frozen for longer than its lease": freeze_a_worker,
    "PostgreSQL is restarted": lambda crew: restarted(crew.postgresql),
    "PostgreSQL is killed": lambda crew: killed(crew.postgresql),
    "PostgreSQL is frozen": lambda crew: frozen(crew.postgresql),
    "Redis is restarted": lambda crew: restarted(crew.redis),
    "Redis is killed": lambda crew: killed(crew.redis),
    "Redis is frozen": lambda crew: frozen(crew.redis),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_under_load(crew: Crew, name: str, record_property: Callable[[str, object], None]) -> None:
    load, moment = Load(crew.house, TABLES, name), random.Random(name)
    for _ in range(ROUNDS):
        time.sleep(moment.uniform(0.3, 0.6))
        FAULTS[name](crew)
    load.finish()
    found = findings_of(load, read_all(crew.url))
    print(name, found)
    found.assert_good()
    assert_returned(crew.before, crew.usage, WORKERS)


@pytest.mark.parametrize("name", ["answers get lost"])
def test_answers_get_lost(crew: Crew, name: str) -> None:
    load = Load(crew.house, TABLES, name, forgetful=0.3)
    time.sleep(1.0 * ROUNDS)
    load.finish()
    found = findings_of(load, read_all(crew.url))
    print(name, found)
    found.assert_good()
    assert_returned(crew.before, crew.usage, WORKERS)
