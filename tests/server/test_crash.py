"""Crashes: everything acknowledged is there, nothing twice, and games continue."""

from __future__ import annotations

import json
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from server.conftest import Storage
from server.raw_sockets import eventually
from server.running_server import PATIENCE, Client, RunningServer
from websockets.exceptions import WebSocketException

from sandmandala.records import is_good, read_record, verify

GAMES = 6
CRASHES = 10
FEWER_CRASHES = 4  # the server is the same, only the database differs


class Player:
    """Plays its seat at random, through crashes, and remembers what was acknowledged."""

    def __init__(self, person: Client, table: str) -> None:
        self.person, self.table = person, table
        self.acknowledged: dict[int, list[Any]] = {}  # the events of each entry, as received
        self.over = False
        self.fault: BaseException | None = None

    def play(self) -> None:
        choice = random.Random(self.table + self.person.me["id"])
        while not self.over:
            try:
                with self.person.socket() as tab:
                    self._follow(tab, tab.watch(self.table), choice)
            except (WebSocketException, OSError, EOFError):
                time.sleep(0.05)  # the server is down; reconnect
            except BaseException as fault:
                self.fault = fault
                raise

    def _follow(self, tab: Any, state: Any, choice: random.Random) -> None:
        while True:
            if state["type"] == "refused":  # sent twice, or crossed with another state
                state = tab.watch(self.table)
                continue
            for change in state.get("changes", []):
                known = self.acknowledged.setdefault(change["number"], change["events"])
                if state.get("info", {}).get("status") != "over":  # then hands are open
                    assert known == change["events"], "an acknowledged move has changed"
            if state.get("info", {}).get("status") == "over":
                self.over = True
                return
            if "legal" in state:
                move = choice.choice(state["legal"])
                tab.send("move", table=self.table, after=state["number"], move=move)
            state = tab.next("state", "refused")


def wait_for_moves(players: list[Player], entries: int) -> None:
    """Wait until this many more entries have been acknowledged, or all games are over."""

    def count() -> int:
        return sum(len(player.acknowledged) for player in players)

    goal = count() + entries
    assert eventually(lambda: count() >= goal or all(player.over for player in players))


@pytest.mark.slow
def test_kill_nine_ten_times(tmp_path: Path, storage: Storage) -> None:
    server = RunningServer(tmp_path, **storage())
    players = []
    for _ in range(GAMES):
        anna, ben = server.client("Anna"), server.client("Ben")
        table = anna.open_table(game="mandala")["table"]["id"]
        ben.join(table)
        players += [Player(anna, table), Player(ben, table)]
    threads = [threading.Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    moment = random.Random(7)
    for _ in range(CRASHES if storage.kind == "sqlite" else FEWER_CRASHES):
        wait_for_moves(players, moment.randint(1, 20))
        server.kill()
        server.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert [player.fault for player in players] == [None] * len(players)
    assert all(player.over for player in players)
    for player in players:
        text = player.person.http.get(f"/tables/{player.table}/record").text
        record = read_record(text)
        assert is_good(verify(record))
        assert sorted(player.acknowledged) == list(range(1, len(record.moves) + 1)), "none lost, none doubled"
    server.stop()


@pytest.mark.slow
def test_a_restart_says_goodbye_and_bots_continue(tmp_path: Path, storage: Storage) -> None:
    server = RunningServer(tmp_path, **storage())
    anna = server.client("Anna")
    table = anna.open_table(game="flowers", seats=3, bots=[None, 1, 1])["table"]["id"]
    with anna.socket() as tab:
        state = tab.watch(table)
        server.process.terminate()
        assert tab.next("bye")["again_in"] > 0
    server.kill()
    server.start()
    with anna.socket() as tab:
        state = tab.watch(table, seen=state["number"])
        while "legal" not in state:
            state = tab.next("state")
        assert json.dumps(state["view"])
    server.stop()
