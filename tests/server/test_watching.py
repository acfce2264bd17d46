"""Watching: everything is sent once, and open views for spectators are delayed."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from server.in_process_server import InProcessServer
from server.running_server import PATIENCE, Socket
from server.test_tables import move, my_turn, two_at

from sandmandala.server.spec import Moved, TableSpec, checked_spec
from sandmandala.server.tables import spectator_delay
from sandmandala.server.tables.clocks import DelayedViews
from sandmandala.server.tables.table import Table, Watcher

LONG = 10**12


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    server = InProcessServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


def test_a_watcher_who_arrives_while_a_move_is_stored_gets_it_once(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = server.tables.store.writer
    append, stored = writer.append, asyncio.Event()

    async def slowly(row: Any) -> bool:
        await stored.wait()
        return await append(row)

    async def go_on() -> None:
        stored.set()

    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="mandala")
        monkeypatch.setattr(writer, "append", slowly)
        first.send("move", table=table, after=0, move=state["legal"][0])
        found = server.table(table)
        while not found.lock.locked():
            time.sleep(0.001)
        third = tabs.enter_context(server.client("Carl").socket())
        assert third.watch(table)["number"] == 0, "nobody hears of it before it is stored"
        server.do(go_on())
        assert first.next("state")["number"] == 1
        monkeypatch.undo()
        move(second, my_turn(second, second.next("state")))
        told = [[one["number"] for one in third.next("state")["changes"]] for _ in range(2)]
        assert told == [[1], [2]]


def round_of_moves(sockets: list[Socket], states: list[Any], count: int) -> list[Any]:
    """Moves that complete no mandala."""
    for _ in range(count):
        turn = next(number for number, state in enumerate(states) if "legal" in state)
        sockets[turn].send(
            "move", table=states[turn]["table"], after=states[turn]["number"], move=states[turn]["legal"][0]
        )
        states = [socket.next("state") for socket in sockets]
    return states


def has_hands(state: Any) -> bool:
    return all("hand" in player for player in state["view"]["players"])


def nothing_new(tab: Socket) -> bool:
    tab.send("ping")
    return bool(tab.next("state", "pong")["type"] == "pong")


@pytest.mark.parametrize("game", ["mandala", "flowers"])
def test_spectators_see_open_hands_with_a_delay(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(spectator_delay, "ROUNDS", 2)
    monkeypatch.setattr(spectator_delay, "DELAY", LONG)
    with ExitStack() as tabs:
        table, sockets, states = two_at(server, tabs, game=game, spectators="open")
        watching = tabs.enter_context(server.client("Carl").socket())
        first = watching.watch(table)
        assert not has_hands(first)
        states = round_of_moves(sockets, states, 8)
        assert nothing_new(watching), "the rounds are over, but not the minute"
        again = watching.watch(table)
        assert (again["number"], again["view"], again["changes"]) == (0, first["view"], [])
        assert again["behind"] == 8
        monkeypatch.setattr(spectator_delay, "DELAY", 0)
        states = round_of_moves(sockets, states, 1)
        seen = watching.next("state")
        game_played = server.table(table).session.game
        assert has_hands(seen)
        assert seen["view"] == json.loads(json.dumps(game_played.open_view(seen["ply"])))
        assert [one["number"] for one in seen["changes"]] == list(range(1, seen["number"] + 1))
        since = [game_played.mover(ply) for ply in range(seen["ply"] + 1, game_played.ply + 1)]
        assert min(since.count(0), since.count(1)) == 2, "a full round or two lie between"
        assert "clock" not in seen
        plies = server.client("Dora").http.get(f"/tables/{table}/replay").json()["plies"]
        assert [ply["view"] for ply in plies][-1] == seen["view"]
        assert len(plies) == seen["ply"] + 1
        for tab, state in zip(sockets, states, strict=True):
            assert not has_hands(tab.watch(table)), "never open to those who play"
            assert state["number"] == 9
        sockets[0].send("resign", table=table, after=9)
        over = watching.next("state")
        assert over["number"] == 10
        assert has_hands(over)
        assert [one["number"] for one in over["changes"]] == list(range(seen["number"] + 1, 11))


def test_delayed_updates_arrive_without_a_move(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectator_delay, "ROUNDS", 1)
    monkeypatch.setattr(spectator_delay, "DELAY", 1500)
    with ExitStack() as tabs:
        table, sockets, states = two_at(server, tabs, game="mandala", spectators="open")
        watching = tabs.enter_context(server.client("Carl").socket())
        watching.watch(table)
        round_of_moves(sockets, states, 4)
        seen = [watching.next("state")["number"]]
        while seen[-1] < 2:
            seen.append(watching.next("state")["number"])
        assert seen == sorted(set(seen))


def test_a_position_that_just_became_old_enough_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """It became so between the update and setting the next alarm."""
    monkeypatch.setattr(spectator_delay, "ROUNDS", 1)
    told: list[bytes] = []

    async def look() -> None:
        spec = checked_spec(TableSpec("mandala", spectators="open"))
        table = Table("t", spec, bytes(32), "anna", "key", 0)
        table.status, session = "playing", table.new_session([], 0)
        table.session = session
        for at in range(4):
            session.apply(Moved(session.to_move or 0, session.game.legal_moves()[0]), at)
        table.watchers = [Watcher(told.append, "carl", told=1)]
        DelayedViews().attend(table)
        while not told:
            await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(look(), PATIENCE))
    assert [json.loads(one)["number"] for one in told] == [2]


@pytest.mark.parametrize(
    "spec",
    [
        {"rated": True, "clock": {"type": "game", "seconds": 600}},
        {"clock": {"type": "days", "days": 1}},
        {"game": "patterns"},
        {},
    ],
)
def test_when_open_means_public_until_the_end(server: InProcessServer, spec: Any) -> None:
    """In rated games, with days for each move, and without hidden information; the last is delayed."""
    with ExitStack() as tabs:
        asked = {"game": "mandala", "spectators": "open", **spec}
        table, sockets, states = two_at(server, tabs, **asked)
        round_of_moves(sockets, states, 2)
        seen = tabs.enter_context(server.client("Carl").socket()).watch(table)
        assert seen["number"] == (2 if spec else 0)
        assert ("behind" in seen) == (not spec)
        assert not has_hands(seen)
