"""Outages of Redis, of the database, and of a worker: games continue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from server.backing_services import PostgreSQL, Redis, new_database
from server.running_server import RunningServer, Socket

pytestmark = pytest.mark.services


class Pair(NamedTuple):
    """Two servers with their own database and Redis."""

    near: RunningServer
    far: RunningServer
    postgresql: PostgreSQL
    redis: Redis


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    postgresql, redis = PostgreSQL(tmp_path), Redis(tmp_path)
    with postgresql.used() as port, redis.used() as other_port:
        shared = {"database": new_database(port), "redis": f"redis://127.0.0.1:{other_port}"}
        # The first server's bots are so slow that they would move only after it is killed.
        near, far = RunningServer(tmp_path, bot_pause="60", **shared), RunningServer(tmp_path, **shared)
        yield Pair(near, far, postgresql, redis)
        for server in (near, far):
            server.stop()


def state_after(tab: Socket, number: int) -> Any:
    """The state once the log has an entry with this number."""
    while (state := tab.next("state"))["number"] < number:
        pass
    return state


def test_redis_and_the_database_go_away(pair: Pair) -> None:
    anna, ben = pair.near.client("Anna"), pair.far.client("Ben")
    table = anna.open_table(game="mandala", options={"beginner": 0})["table"]["id"]
    ben.join(table)
    with ExitStack() as tabs:
        sockets = [tabs.enter_context(person.socket()) for person in (anna, ben)]
        states = [socket.watch(table) for socket in sockets]

        def move(turn: int, number: int) -> None:
            legal = states[turn]["legal"]
            sockets[turn].send("move", table=table, after=number - 1, move=legal[0])
            states[:] = [state_after(socket, number) for socket in sockets]

        move(0, 1)
        with pair.redis.away():
            move(1, 2)  # the other worker sees it anyway, a little later
        move(0, 3)
        with pair.postgresql.away():
            sockets[1].send("move", table=table, after=3, move=states[1]["legal"][0])
            assert sockets[1].next("refused")["code"] == "not_stored"
        states[1] = sockets[1].watch(table, seen=3)
        assert states[1]["number"] == 3, "what was not stored has not happened"
        move(1, 4)


@pytest.mark.thorough
def test_a_worker_dies_while_its_bot_thinks(pair: Pair) -> None:
    anna, ben = pair.near.client("Anna"), pair.far.client("Ben")
    spec = {"game": "flowers", "seats": 3, "bots": [1, None, None], "options": {"beginner": 0}}
    table = ben.open_table(**spec)["table"]["id"]
    with ben.socket() as tab:
        tab.watch(table)
        with anna.socket() as other:
            anna.join(table)  # the game begins, and the bot with it
            other.watch(table)
            wait_for_all(tab, thinking=("seat", 0), presence=("here", [False, True, True]))
            pair.near.kill()
        # The other worker restarts the bot, and sees that Anna is gone.
        wait_for_all(tab, state=("number", 1), presence=("here", [False, True, False]))


def wait_for_all(tab: Socket, **wanted: tuple[str, Any]) -> None:
    """Wait for a message of each type with these values, in any order."""
    while wanted:
        message = tab.next(*wanted)
        name, value = wanted[message["type"]]
        if message[name] == value:
            del wanted[message["type"]]
