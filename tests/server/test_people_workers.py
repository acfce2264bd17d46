"""Friends, presence, blocks and phrases across workers, on PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from server.backing_services import new_database
from server.running_server import Client, RunningServer
from server.test_friends import ask, next_list, secured
from server.test_talk import block, said_before


@pytest.fixture(scope="module")
def servers(
    tmp_path_factory: pytest.TempPathFactory, postgresql: int, redis: str
) -> Iterator[list[RunningServer]]:
    """Two servers at two addresses, so that a test can choose who is served by which."""
    shared = {"database": new_database(postgresql), "redis": redis}
    servers = [RunningServer(tmp_path_factory.mktemp("server"), **shared) for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()


def known(server: RunningServer, other: Client) -> Client:
    """The same person at another worker."""
    server.clients.append(same := Client.known(server, other))
    return same


def test_people_at_two_workers_know_each_other(servers: list[RunningServer]) -> None:
    near, far = servers
    anna, ben = secured(near, "Anna"), secured(far, "Ben")
    with anna.socket() as annas:
        annas.send("follow_friends")
        annas.next("friends")
        assert ask(ben, anna)["friend"] == "asked"
        assert next_list(annas, lambda list: list["requests"])
        assert ask(anna, ben)["friend"] == "friends"
        with ben.socket() as bens:
            bens.send("follow_friends")
            assert next_list(bens, lambda list: list["friends"] and list["friends"][0]["here"])
            assert next_list(annas, lambda list: list["friends"] and list["friends"][0]["here"])
            with known(near, ben).socket():  # a second tab, at the other worker
                pass
            table = ben.open_table(game="mandala")["table"]["id"]
            carl = far.client("Carl")
            carl.join(table)
            seen = next_list(annas, lambda list: list["friends"][0]["playing"])
            assert seen["friends"][0]["playing"][0]["id"] == table
            assert seen["friends"][0]["here"], "one tab fewer is not away"
        assert next_list(annas, lambda list: not list["friends"][0]["here"])


def test_phrases_cross_workers_and_blocks_hold_there(servers: list[RunningServer]) -> None:
    near, far = servers
    anna, ben, carl = secured(near, "Anna"), secured(far, "Ben"), far.client("Carl")
    table = anna.open_table(game="mandala")["table"]["id"]
    ben.join(table)
    with anna.socket() as annas, ben.socket() as bens, carl.socket() as carls:
        for tab in (annas, bens, carls):
            tab.watch(table)
        annas.send("say", table=table, phrase="good_luck")
        assert [tab.next("said")["phrase"] for tab in (annas, bens, carls)] == ["good_luck"] * 3
        block(known(far, anna), ben)
        annas.send("say", table=table, phrase="hello")
        assert [tab.next("said")["phrase"] for tab in (annas, carls)] == ["hello"] * 2
        bens.send("say", table=table, phrase="smile")
        assert [tab.next("said")["phrase"] for tab in (bens, carls)] == ["smile"] * 2
        assert [one["phrase"] for one in said_before(annas)] == ["good_luck", "hello"]
        assert [one["phrase"] for one in said_before(bens)] == ["good_luck", "smile"]


def test_a_person_has_one_pace_at_all_workers(servers: list[RunningServer]) -> None:
    near, far = servers
    anna, ben = near.client("Anna"), near.client("Ben")
    table = anna.open_table(game="mandala")["table"]["id"]
    ben.join(table)
    with anna.socket() as here, known(far, anna).socket() as there:
        for tab in (here, there):
            tab.watch(table)
        for tab in (here, there, here, there):
            tab.send("say", table=table, phrase="hello")
            for hearing in (here, there):
                assert hearing.next("said", "refused")["type"] == "said"
        for tab in (here, there):
            tab.send("say", table=table, phrase="sorry")
            assert tab.next("said", "refused")["code"] == "too_much_said"


@pytest.mark.thorough
def test_who_was_at_a_killed_worker_is_gone(servers: list[RunningServer]) -> None:
    near, far = servers
    anna, ben = secured(near, "Anna"), secured(far, "Ben")
    ask(anna, ben)
    ask(ben, anna)
    with anna.socket() as annas, ben.socket():
        annas.send("follow_friends")
        assert next_list(annas, lambda list: list["friends"][0]["here"])
        far.kill()
        assert next_list(annas, lambda list: not list["friends"][0]["here"])
    far.start()
