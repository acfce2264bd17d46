"""examples/table_bot.py plays complete games at the tables of a real server."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from server.raw_sockets import eventually
from server.running_server import PATIENCE, Client, RunningServer, Socket
from server.test_bot_accounts import new_bot

from sandmandala.records import is_good, read_record, verify

EXAMPLE = Path(__file__).parents[2] / "examples" / "table_bot.py"
GAMES = ("mandala", "patterns", "flowers")


class Program:
    """The running example. Its lines are kept."""

    def __init__(self, address: str, token: str) -> None:
        command = [sys.executable, str(EXAMPLE), address, token]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: list[str] = []

    def says(self, *words: str) -> str:
        """Wait for a line with these words."""
        assert self.process.stdout
        while line := self.process.stdout.readline():
            self.lines.append(line)
            if all(word in line for word in words):
                return line
        raise AssertionError(f"it ended without {words}: {self.lines}")


@contextmanager
def program(server: RunningServer) -> Iterator[tuple[Client, str, Program]]:
    """A bot account, its token, and the example that plays for it."""
    owner = new_bot(server)
    token = owner.post("/me/tokens", label="table bot")["code"]
    found = Program(server.address, token)
    with found.process:
        try:
            found.says("ready as", "Robot")
            yield owner, token, found
        finally:
            found.process.terminate()


def play_against(tab: Socket, table: str, moves: int | None = None) -> bool:
    """Random moves until the game is over, or up to a number. Returns whether it is over."""
    choice = random.Random(table)
    state = tab.watch(table)
    while state.get("info", {}).get("status") != "over":
        if "legal" in state:
            if moves == 0:
                return False
            moves = moves and moves - 1
            tab.send("move", table=table, after=state["number"], move=choice.choice(state["legal"]))
        state = tab.next("state")
    return True


def challenged(anna: Client, robot: Client, **spec: Any) -> str:
    """A game that begins because the robot accepts a challenge."""
    anna.post(f"/people/{robot.me['id']}/challenges", **spec)
    path = f"/people/{anna.me['id']}/tables?status=open"
    assert eventually(lambda: bool(anna.http.get(path).json())), "the robot did not accept"
    (table,) = anna.http.get(path).json()
    anna.post(f"/tables/{table['id']}/contribution", value="11" * 16)
    return str(table["id"])


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 105


def test_whole_games_at_once_by_challenges_and_a_deleted_token(server: RunningServer) -> None:
    with program(server) as (robot, _, bot), ExitStack() as tabs:
        people = [server.client(f"Anna {number}") for number in range(len(GAMES))]
        tables = [challenged(anna, robot, game=game) for anna, game in zip(people, GAMES, strict=True)]
        sockets = [tabs.enter_context(anna.socket()) for anna in people]
        for tab, table in zip(sockets, tables, strict=True):
            assert not play_against(tab, table, moves=1), "all of them go on at the same time"
        for anna, tab, table in zip(people, sockets, tables, strict=True):
            tab.send("unwatch", table=table)
            assert play_against(tab, table)
            record = read_record(anna.http.get(f"/tables/{table}/record").text)
            assert is_good(verify(record))
            assert sorted(record.players) == sorted([anna.me["name"], "Robot"])
        seen = "".join(bot.lines) + "".join(bot.says("winners") for table in tables if table)
        assert all(table in seen for table in tables)
        (known,) = robot.http.get("/me/tokens").json()
        assert robot.http.delete(f"/me/tokens/{known['id']}").is_success
        _, said = bot.process.communicate(timeout=PATIENCE)
        assert "does not know this token" in said
        assert bot.process.returncode == 1


@pytest.mark.thorough
@pytest.mark.slow
def test_it_goes_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    with program(server) as (robot, _, bot):
        anna = server.client("Anna")
        table = challenged(anna, robot, game="flowers")
        with anna.socket() as tab:
            assert not play_against(tab, table, moves=3)
        server.kill()
        server.start()
        with anna.socket() as tab:
            assert play_against(tab, table)
        bot.says(table, "winners")
    server.stop()
