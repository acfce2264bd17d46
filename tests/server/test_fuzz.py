"""Nonsense over the socket: every message gets an answer or a clean close, and every game stays valid."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from server.running_server import RunningServer
from server.test_play import play_on
from server.test_tables import two_at
from websockets.exceptions import ConnectionClosed

from sandmandala.records import is_good, read_record, verify

WORDS: list[Any] = [
    None,
    "",
    0,
    -1,
    10**30,
    1.5,
    True,
    [],
    {},
    "x" * 3000,
    "\x00",
    "💮",
    "move",
    "watch",
    "a" * 16,
]
KEYS = ["type", "table", "after", "move", "seen", "key", "what", "seat", "yes", "depth", "extra"]
TYPES = ["watch", "unwatch", "move", "resign", "ask", "answer", "review", "stop_review", "ping", "state", ""]


def nonsense(choice: random.Random, table: str) -> str | bytes:
    """Messages that clients mostly should not send."""
    kind = choice.randrange(5)
    if kind == 0:
        return choice.randbytes(choice.randrange(1, 60))
    if kind == 1:
        return json.dumps(choice.choice(WORDS))
    message: dict[str, Any] = {"type": choice.choice(TYPES), "table": choice.choice([table, "nowhere", 7])}
    for _ in range(choice.randrange(4)):
        message[choice.choice(KEYS)] = choice.choice([*WORDS, table])
    text = json.dumps(message)
    return text[: choice.randrange(len(text))] if kind == 2 else text


@pytest.mark.parametrize("seed", range(4))
def test_nonsense_harms_neither_the_server_nor_a_game(server: RunningServer, seed: int) -> None:
    choice = random.Random(seed)
    print(f"seed {seed}")
    with ExitStack() as tabs:
        table, sockets, states = two_at(server, tabs, game="flowers")
        stranger = server.client("Mallory")
        for _ in range(6):  # any of these messages may close the connection
            with stranger.socket() as tab:
                try:
                    for _ in range(60):
                        tab.connection.send(nonsense(choice, table))
                    tab.send("ping")
                    tab.next("pong")
                except ConnectionClosed:
                    pass
        assert sockets[0].watch(table)["number"] == 0, "a stranger has changed nothing"
        states = [socket.watch(table) for socket in sockets]
        last = play_on(sockets, table, states, choice)
        assert last["info"]["status"] == "over"
    record = read_record(stranger.http.get(f"/tables/{table}/record").text)
    assert is_good(verify(record))
    assert httpx.get(server.address + "/healthz").json()["status"] == "ok"


def test_players_who_send_out_of_order_and_for_others(server: RunningServer) -> None:
    choice = random.Random(9)
    with ExitStack() as tabs:
        table, sockets, states = two_at(server, tabs, game="mandala")
        for number in range(30):
            turn = 0 if "legal" in states[0] else 1
            for tab in sockets:  # the past, the future, and a seat of the other
                late = choice.choice([*range(number), number + 1, number + 2])
                tab.send("move", table=table, after=late, move=states[turn]["legal"][0])
            sockets[1 - turn].send("move", table=table, after=number, move=states[turn]["legal"][0])
            sockets[1 - turn].send("resign", table=table, after=number + 2 + choice.randrange(9))
            move = choice.choice(states[turn]["legal"])
            sockets[turn].send("move", table=table, after=number, move=move)
            states = [socket.next("state") for socket in sockets]
            assert [state["number"] for state in states] == [number + 1] * 2
            if "info" in states[0]:
                break
        assert number > 10
