"""Several workers on one PostgreSQL and one Redis: people at all of them share the same tables."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.backing_services import new_database
from server.running_server import A_DAY, PATIENCE, Client, RunningServer, Socket
from server.test_crash import Player, wait_for_moves
from server.test_play import play_on

from sandmandala.records import is_good, read_record, verify

GAMES = 3
DEATHS = 3


@pytest.fixture(scope="module")
def shared(postgresql: int, redis: str) -> dict[str, str]:
    return {"database": new_database(postgresql), "redis": redis}


@pytest.fixture(scope="module")
def servers(
    tmp_path_factory: pytest.TempPathFactory, shared: dict[str, str]
) -> Iterator[list[RunningServer]]:
    """Two servers at two addresses, so that a test can choose who is served by which."""
    servers = [RunningServer(tmp_path_factory.mktemp("server"), **shared) for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()


def apart(
    servers: list[RunningServer], tabs: ExitStack, **spec: Any
) -> tuple[str, list[Client], list[Socket]]:
    """A table with one person at each server, both watching."""
    people = [servers[0].client("Anna"), servers[1].client("Ben")]
    table = people[0].open_table(**spec)["table"]["id"]
    sockets = [tabs.enter_context(person.socket()) for person in people]
    assert sockets[0].watch(table)["info"]["status"] == "open"
    people[1].join(table)
    assert sockets[0].next("state")["info"]["status"] == "playing", "who joins elsewhere is seen"
    return table, people, sockets


def wait_for(tab: Socket, type: str, **what: Any) -> Any:
    """The next message of a type with these values."""
    while True:
        message = tab.next(type, "refused")
        assert message["type"] == type, message
        if all(message.get(name) == value for name, value in what.items()):
            return message


@pytest.mark.parametrize("game", ["mandala", "patterns"])
def test_a_whole_game_across_workers(servers: list[RunningServer], game: str) -> None:
    with ExitStack() as tabs:
        table, people, sockets = apart(servers, tabs, game=game, rated=True, clock=A_DAY)
        states = [socket.watch(table) for socket in sockets]
        last = play_on(sockets, table, states, random.Random(game))
        assert last["info"]["status"] == "over"
        for person in people:
            record = read_record(person.http.get(f"/tables/{table}/record").text)
            assert is_good(verify(record))
            ratings = person.http.get(f"/people/{person.me['id']}").json()["ratings"]
            assert [one["games"] for one in ratings if one["game"] == game] == [1], "rated once, not twice"


def test_presence_names_and_leaving_across_workers(servers: list[RunningServer]) -> None:
    with ExitStack() as tabs:
        table, people, sockets = apart(servers, tabs, game="flowers", seats=2)
        sockets[1].watch(table)
        wait_for(sockets[0], "presence", here=[True, True])
        wait_for(sockets[1], "presence", here=[True, True])
        assert people[0].http.patch("/me", json={"name": "Annabel"}).is_success
        sitting = sockets[1].next("state")["info"]["sitting"]
        assert sitting[0]["person"]["name"] == "Annabel"
        sockets[1].send("unwatch", table=table)
        wait_for(sockets[0], "presence", here=[True, False])
        made = people[0].open_table(game="patterns")["table"]["id"]
        sockets[1].watch(made)
        assert people[0].http.delete(f"/tables/{made}/join").is_success
        assert sockets[1].next("state")["info"]["status"] == "dropped"


def test_consent_and_a_rematch_across_workers(servers: list[RunningServer]) -> None:
    with ExitStack() as tabs:
        # The other player allots the left-over tiles before the beginner moves.
        table, _, sockets = apart(servers, tabs, game="patterns", options={"beginner": 1})
        state, _ = [socket.watch(table) for socket in sockets]
        sockets[0].send("move", table=table, after=0, move=state["legal"][0])
        assert [socket.next("state")["number"] for socket in sockets] == [1, 1]
        sockets[0].send("ask", table=table, what="take_back")
        assert wait_for(sockets[1], "asked")["waiting"] == [1]
        sockets[1].send("answer", table=table, what="take_back", yes=False)
        for socket in sockets:
            wait_for(socket, "asked", settled=False)
        sockets[0].send("ask", table=table, what="take_back")
        wait_for(sockets[1], "asked", waiting=[1])
        sockets[1].send("answer", table=table, what="take_back", yes=True)
        for socket in sockets:
            assert socket.next("state")["ply"] == 0
            wait_for(socket, "asked", settled=True)
        sockets[1].send("resign", table=table, after=2)
        for socket in sockets:
            assert socket.next("state")["info"]["result"]["winners"] == [0]
        sockets[1].send("ask", table=table, what="rematch")
        wait_for(sockets[0], "asked", waiting=[0])
        sockets[0].send("answer", table=table, what="rematch", yes=True)
        following = {socket.next("state")["info"]["next"] for socket in sockets}
        assert len(following) == 1
        again = [socket.watch(*following) for socket in sockets]
        assert [state["seats"] for state in again] == [[1], [0]]


def test_a_bot_thinks_once_and_everyone_sees_it(servers: list[RunningServer]) -> None:
    with ExitStack() as tabs:
        people = [servers[0].client("Anna"), servers[1].client("Ben")]
        spec = {"game": "flowers", "seats": 3, "bots": [None, None, 1], "options": {"beginner": 0}}
        table = people[0].open_table(**spec)["table"]["id"]
        people[1].join(table)
        sockets = [tabs.enter_context(person.socket()) for person in people]
        states = [socket.watch(table) for socket in sockets]
        choice = random.Random(5)
        for _ in range(12):  # by turns Anna, Ben, and the bot
            while not any("legal" in state for state in states):
                states = [socket.next("state") for socket in sockets]
            turn = 0 if "legal" in states[0] else 1
            move = choice.choice(states[turn]["legal"])
            sockets[turn].send("move", table=table, after=states[turn]["number"], move=move)
            states = [socket.next("state") for socket in sockets]
        for socket in sockets:
            thoughts = [text for text in socket.traffic if '"thinking"' in text]
            moves = [text for text in socket.traffic if '"seat":2,"move":' in text]
            assert len(moves) <= len(thoughts) <= len(moves) + 1, "once for each of its moves"


def test_two_moves_at_the_same_time(servers: list[RunningServer]) -> None:
    """The log accepts one of two entries with the same number, and the other is refused."""
    with ExitStack() as tabs:
        anna = servers[0].client("Anna")
        table = anna.open_table(game="mandala", hot_seat=True)["table"]["id"]
        elsewhere = Client.known(servers[1], anna)
        sockets = [tabs.enter_context(person.socket()) for person in (anna, elsewhere)]
        states = [socket.watch(table) for socket in sockets]
        for number in range(12):
            for socket, move in zip(sockets, (states[0]["legal"][0], states[0]["legal"][-1]), strict=True):
                socket.send("move", table=table, after=number, move=move)
            states = [wait_for_number(socket, number + 1) for socket in sockets]
            assert states[0]["view"] == states[1]["view"]
        elsewhere.http.close()


def wait_for_number(tab: Socket, number: int) -> Any:
    while (state := tab.next("state"))["number"] != number:
        pass
    return state


def test_sitting_down_at_two_workers_at_once(servers: list[RunningServer]) -> None:
    for _ in range(5):
        anna, ben, carl = servers[0].client("Anna"), servers[0].client("Ben"), servers[1].client("Carl")
        table = anna.open_table(game="flowers", seats=3)["table"]["id"]
        carl.http.get(f"/tables/{table}")
        joins = [
            threading.Thread(target=person.join, args=(table,), kwargs={"seat": seat})
            for seat, person in ((1, ben), (2, carl))
        ]
        for join in joins:
            join.start()
        for join in joins:
            join.join()
        with ben.socket() as near, carl.socket() as far:
            for tab in (near, far):
                state = tab.watch(table)
                while state["info"]["status"] == "open":
                    state = tab.next("state")
                assert state["info"]["status"] == "playing"


_AFTER_A_JUMP = """
import time
true_time, jump = time.time_ns, {jump}
time.time_ns, time.time = lambda: true_time() + jump, lambda: (true_time() + jump) / 1e9
from sandmandala.cli import main
main(["serve"])
"""


@pytest.mark.thorough
@pytest.mark.parametrize("days", [1, -1])
def test_a_worker_that_starts_after_the_clock_jumped(
    servers: list[RunningServer], shared: dict[str, str], tmp_path: Path, days: int
) -> None:
    code = _AFTER_A_JUMP.format(jump=days * 86_400_000_000_000)
    late = type("Late", (RunningServer,), {"command": ("-c", code)})(tmp_path, **shared)
    try:
        with ExitStack() as tabs:
            spec: dict[str, Any] = {"game": "mandala", "clock": {"type": "game", "seconds": 600}}
            table, _, sockets = apart([servers[0], late], tabs, **spec)
            states = [socket.watch(table) for socket in sockets]
            for number in range(4):
                turn = 0 if "legal" in states[0] else 1
                move = states[turn]["legal"][0]
                sockets[turn].send("move", table=table, after=number, move=move)
                states = [wait_for_number(socket, number + 1) for socket in sockets]
                for left in (left for state in states for left in state["clock"]["left"]):
                    assert 300_000 < left <= 600_000, "nobody loses or gains hours"
            assert not any('"asked"' in text for socket in sockets for text in socket.traffic)
    finally:
        late.stop()


# --- workers of one server


@pytest.fixture
def crew(tmp_path: Path, postgresql: int, redis: str) -> Iterator[RunningServer]:
    """One address with two workers behind it."""
    server = RunningServer(tmp_path, workers="2", database=new_database(postgresql), redis=redis)
    yield server
    server.stop()


def workers_of(server: RunningServer) -> list[int]:
    """The worker processes; Python has one more, to track shared resources."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [pid for pid in map(int, children) if b"spawn_main" in command_of(pid)]


def command_of(pid: int) -> bytes:
    """The command line of a process; nothing if it has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


@pytest.mark.thorough
def test_kill_nine_of_a_worker_under_load(crew: RunningServer) -> None:
    players = []
    for _ in range(GAMES):
        anna, ben = crew.client("Anna"), crew.client("Ben")
        table = anna.open_table(game="flowers", seats=3, bots=[None, None, 1])["table"]["id"]
        ben.join(table)
        players += [Player(anna, table), Player(ben, table)]
    threads = [threading.Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    choice = random.Random(11)
    for _ in range(DEATHS):
        wait_for_moves(players, choice.randint(5, 30))
        victims = workers_of(crew)
        os.kill(choice.choice(victims), signal.SIGKILL)
        while len(set(workers_of(crew)) - set(victims)) == 0:
            time.sleep(0.05)
    for thread in threads:
        thread.join(PATIENCE)
    assert [player.fault for player in players] == [None] * len(players)
    assert all(player.over for player in players)
    for player in players:
        record = read_record(player.person.http.get(f"/tables/{player.table}/record").text)
        assert is_good(verify(record))
        assert sorted(player.acknowledged) == list(range(1, len(record.moves) + 1)), "none lost, none doubled"
    workers = workers_of(crew)
    crew.kill()
    deadline = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in workers):  # they do not continue alone
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.thorough
def test_all_workers_stop_together(crew: RunningServer) -> None:
    workers = workers_of(crew)
    assert len(workers) == 2
    with crew.client("Anna").socket() as tab:
        crew.process.terminate()
        assert tab.next("bye")["again_in"] > 0
    assert crew.process.wait(PATIENCE) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    with pytest.raises(httpx.ConnectError):
        httpx.get(crew.address + "/healthz")


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({}, "PostgreSQL"),
        ({"database": "postgresql://127.0.0.1:1/none"}, "Redis"),
        ({"database": "postgresql://127.0.0.1:1/none", "redis": "redis://127.0.0.1:1"}, "Is it running"),
    ],
)
def test_several_workers_need_something_to_share(tmp_path: Path, settings: dict[str, str], word: str) -> None:
    chosen = {"data": str(tmp_path), "port": "0", "workers": "2", **settings}
    environment = {f"SANDMANDALA_{name.upper()}": value for name, value in chosen.items()}
    said = subprocess.run(
        [sys.executable, "-m", "sandmandala", "serve"],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=PATIENCE,
        check=False,
    )
    assert said.returncode == 2
    assert word in said.stderr
    assert "Traceback" not in said.stderr
