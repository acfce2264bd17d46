"""examples/table_bot.py plays complete games at the tables of a real server."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from server.running_server import PATIENCE, Client, RunningServer, Socket

from sandmandala.records import is_good, read_record, verify

EXAMPLE = Path(__file__).parents[2] / "examples" / "table_bot.py"


def bot(server: RunningServer, *tables: str) -> tuple[Client, subprocess.Popen[str]]:
    """A running bot, and the person it plays for."""
    owner = server.client("Robot")
    token = owner.post("/me/tokens", label="table bot")["code"]
    command = [sys.executable, str(EXAMPLE), server.address, token, *tables]
    return owner, subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


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


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 65


@pytest.mark.parametrize("game", ["mandala", "patterns", "flowers"])
def test_a_whole_game_at_a_given_table(server: RunningServer, game: str) -> None:
    anna = server.client("Anna")
    table = anna.open_table(game=game)["table"]["id"]
    owner, process = bot(server, table)
    with process, anna.socket() as tab:
        assert play_against(tab, table)
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert table in said
    record = read_record(anna.http.get(f"/tables/{table}/record").text)
    assert is_good(verify(record))
    assert record.players == ("Anna", "Robot")
    assert owner.http.get("/me").json() == owner.me


@pytest.mark.slow
def test_it_finds_a_table_and_continues_after_a_restart_of_the_server(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    _, process = bot(server)
    anna = server.client("Anna")
    table = anna.open_table(game="flowers")["table"]["id"]
    with process:
        with anna.socket() as tab:
            assert not play_against(tab, table, moves=3)
        server.kill()
        server.start()
        with anna.socket() as tab:
            assert play_against(tab, table)
        assert process.stdout
        while table not in (line := process.stdout.readline()):
            assert line
        process.terminate()
    assert "winners" in line
    server.stop()
