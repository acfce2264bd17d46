"""Playing at tables, over real sockets of a real server."""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import Any

import pytest
from server.running_server import RunningServer, Socket
from thorough_cases import rest_thorough

from sandmandala import Game
from sandmandala.games.rules import all_games, rules_of

CASES = [(name, seats) for name in all_games() for seats in rules_of(name).seat_counts]


def play_on(tabs: list[Socket], table: str, states: list[Any], choice: random.Random) -> Any:
    """Make random moves until the game is over. Returns the last state of the first tab."""
    while "legal" in (turn := next((state for state in states if "legal" in state), dict[str, Any]())):
        tab = tabs[states.index(turn)]
        tab.send("move", table=table, after=turn["number"], move=choice.choice(turn["legal"]))
        states = [tab.next("state") for tab in tabs]
    return states[0]


@pytest.mark.parametrize(("name", "seats"), rest_thorough(CASES, keep=[("mandala", 2), ("flowers", 4)]))
def test_people_play_a_whole_game(server: RunningServer, name: str, seats: int) -> None:
    people = [server.client(f"Player {seat}") for seat in range(seats)]
    table = people[0].open_table(game=name, seats=seats)["table"]["id"]
    for person in people[1:]:
        info = person.join(table)
    assert info["status"] == "playing"
    with ExitStack() as tabs:
        sockets = [tabs.enter_context(person.socket()) for person in people]
        states = [socket.watch(table) for socket in sockets]
        last = play_on(sockets, table, states, random.Random(f"{name} {seats}"))
    assert last["info"]["status"] == "over"
    info = last["info"]
    record = Game.new(name, seats, info["spec"]["options"], bytes.fromhex(info["secret"]))
    assert record.commitment == info["commitment"]
    assert info["result"]["reason"] == "finished"
