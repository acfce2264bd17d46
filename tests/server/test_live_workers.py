"""Live games at two workers: counts of watchers, and one match of bots that survives a killed worker."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from server.backing_services import new_database
from server.running_server import PATIENCE, Client, RunningServer, Socket
from websockets.sync.client import connect

pytestmark = pytest.mark.slow


@pytest.fixture
def servers(tmp_path: Path, postgresql: int, redis: str) -> Iterator[list[RunningServer]]:
    shared = {"database": new_database(postgresql), "redis": redis, "bot_match": "1"}
    servers = [RunningServer(tmp_path / str(number), **shared) for number in range(2)]
    yield servers
    for server in servers:
        server.stop()


@contextmanager
def visitor(server: RunningServer) -> Iterator[Socket]:
    """A tab without a name."""
    with connect(server.address.replace("http", "ws") + "/live", compression=None) as connection:
        yield Socket(connection)


class Lists:
    """What a tab knows of the lists that it follows."""

    def __init__(self, tab: Socket, *lists: str) -> None:
        self.tab, self.tables = tab, dict[str, dict[str, Any]]()
        for which in lists:
            tab.send("follow", which=which)

    def wait(self, which: str, found: Any) -> dict[str, Any]:
        """Wait until a list is as wanted."""
        deadline = time.monotonic() + PATIENCE
        while not (which in self.tables and found(self.tables[which])):
            assert time.monotonic() < deadline, self.tables
            message = self.tab.next("tables")
            known = {} if message["whole"] else self.tables[message["which"]]
            kept = {id: one for id, one in known.items() if id not in message["gone"]}
            self.tables[message["which"]] = kept | {one["id"]: one for one in message["tables"]}
        return self.tables[which]


def test_watchers_at_both_workers_are_counted(servers: list[RunningServer]) -> None:
    anna, ben = servers[0].client("Anna"), servers[1].client("Ben")
    with ExitStack() as tabs:
        lists = [Lists(tabs.enter_context(visitor(server)), "live", "featured") for server in servers]
        table = anna.open_table(game="patterns")["table"]["id"]
        ben.join(table)
        for server in servers:
            watcher = tabs.enter_context(visitor(server))
            watcher.watch(table)
            glancer = tabs.enter_context(visitor(server))
            state = glancer.watch(table, glance=True)
            assert state["seats"] == []
        carl = Client.known(servers[1], servers[0].client("Carl"))
        for person in (anna, ben, carl):
            tabs.enter_context(person.socket()).watch(table)
        for one in lists:
            for which in ("live", "featured"):
                one.wait(which, lambda found: found.get(table, {}).get("watching") == 3)
        private = anna.open_table(game="patterns", public=False)
        ben.join(private["table"]["id"], key=private["key"])
        later = anna.open_table(game="mandala")["table"]["id"]
        ben.join(later)
        for one in lists:
            one.wait("live", lambda found: set(found) == {table, later})
            text = json.dumps(one.tab.traffic)
            assert private["table"]["id"] not in text
            assert private["key"] not in text


@pytest.mark.thorough
def test_one_match_of_bots_goes_on_when_a_worker_is_killed(servers: list[RunningServer]) -> None:
    with ExitStack() as tabs:
        doomed, staying = (tabs.enter_context(visitor(server)) for server in servers)
        lists = [Lists(tab, "featured") for tab in (doomed, staying)]
        (id,) = lists[0].wait("featured", bool)
        assert set(lists[1].wait("featured", bool)) == {id}, "there is one"
        assert lists[1].tables["featured"][id]["bot_match"]
        doomed.watch(id, glance=True)
        staying.watch(id, glance=True)
        while doomed.next("state")["ply"] < 1:
            pass
        servers[0].kill()
        ply = staying.watch(id, glance=True)["ply"]
        while staying.next("state")["ply"] < ply + 2:
            pass
        assert set(lists[1].tables["featured"]) == {id}
        info = staying.watch(id)["info"]
        assert [one["person"]["level"] for one in info["sitting"]] == [4, 3]
        with servers[1].http() as http:
            assert http.get("/tables?status=playing").json() == []
            assert http.get("/people/bot-4/tables?status=playing").json() == []
        servers[0].start()
