"""Out of time: the others are asked whether a bot plays on; otherwise the seat loses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from server.backing_services import new_database
from server.in_process_server import InProcessServer
from server.running_server import Client, Socket
from server.test_tables import alone_at, move, my_turn, two_at

from sandmandala.server.server_time import now
from sandmandala.server.tables import clocks, proposals

CLOCK = {"type": "game", "seconds": 60}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    server = InProcessServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "GRACE", 0)


def run_out(server: InProcessServer, table: str) -> None:
    """Let the player to move run out of time, as if the turn had begun long ago."""

    async def work() -> None:
        found = await server.tables.get(table)
        assert found.session
        found.session.since -= 40 * 86_400_000
        server.tables.booted -= 86_400_000
        server.tables.attend(found)

    server.do(work())


def late(server: InProcessServer, tabs: ExitStack, **spec: Any) -> tuple[str, Socket, Socket, Any]:
    """A table of two where the first is out of time, and the question to the second."""
    table, (first, second), (state, _) = two_at(server, tabs, **{"game": "mandala", "clock": CLOCK, **spec})
    run_out(server, table)
    asked = second.next("asked")
    assert (asked["what"], asked["by"], asked["seat"]) == ("replace", None, state["view"]["seat"])
    assert asked["waiting"] == [1 - state["view"]["seat"]]
    assert asked == first.next("asked")
    return table, first, second, state


def test_a_bot_plays_on_if_the_other_agrees(server: InProcessServer) -> None:
    with ExitStack() as tabs:
        table, first, second, state = late(server, tabs)
        seat = state["view"]["seat"]
        assert second.watch(table)["type"] == "state"
        assert second.next("asked")["seconds"] == 60, "who comes back is asked too"
        assert move(first, state)["code"] == "time_up"
        second.send("answer", table=table, what="replace", yes=True)
        changed = second.next("state")
        assert [(one["kind"], one["seat"]) for one in changed["changes"]] == [("replace", seat)]
        assert my_turn(second, changed)["view"]["to_move"] == 1 - seat, "the bot has moved"
        first.send("move", table=table, after=2, move="M1R")
        assert first.next("refused")["code"] == "not_your_turn"


def test_the_seat_loses_if_the_other_says_no(server: InProcessServer) -> None:
    with ExitStack() as tabs:
        table, first, second, state = late(server, tabs)
        first.send("answer", table=table, what="replace", yes=True)
        assert first.next("refused")["code"] == "not_asked"
        second.send("answer", table=table, what="replace", yes=False)
        over = first.next("state")
        assert over["info"]["result"]["reason"] == "time"
        assert over["info"]["result"]["lost"] == [state["view"]["seat"]]


def test_the_seat_loses_if_nobody_answers(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "MILLISECONDS_TO_ANSWER", 0)
    with ExitStack() as tabs:
        _, first, second, _ = late(server, tabs)
        assert first.next("state")["info"]["result"]["reason"] == "time"
        assert second.next("asked")["settled"] is False


def test_with_days_for_a_move_there_is_a_day_to_answer(server: InProcessServer) -> None:
    with ExitStack() as tabs:
        table, _, second, _ = late(server, tabs, clock={"type": "days", "days": 2})
        left = second.watch(table)["clock"]["left"]
        assert sorted(left) == [0, 2 * 86_400_000]
        assert second.next("asked")["seconds"] == 86_400


def test_against_bots_alone_it_is_lost_at_once(server: InProcessServer) -> None:
    with ExitStack() as tabs:
        table, tab, _ = alone_at(server, tabs, game="mandala", clock=CLOCK)
        run_out(server, table)
        while "info" not in (over := tab.next("state")):
            pass
        assert over["info"]["result"]["reason"] == "time"
        assert not any('"asked"' in text for text in tab.traffic)


def test_the_question_lapses_when_the_game_continues_otherwise(server: InProcessServer) -> None:
    with ExitStack() as tabs:
        table, first, second, _ = late(server, tabs)
        first.send("resign", table=table, after=0)
        assert second.next("state")["info"]["result"]["reason"] == "resigned"
        assert second.next("asked")["settled"] is False
        second.send("answer", table=table, what="replace", yes=True)
        assert second.next("refused")["code"] == "not_asked"


def test_disconnected_players_get_a_short_grace_once(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "GRACE", 600_000)
    with ExitStack() as tabs, ExitStack() as lost:
        people = [server.client("Anna"), server.client("Ben")]
        spec = {"game": "patterns", "clock": CLOCK, "options": {"beginner": 1}}  # so seat 0 allots
        table = people[0].open_table(**spec)["table"]["id"]
        people[1].join(table)
        other = tabs.enter_context(people[1].socket())
        tab = lost.enter_context(people[0].socket())
        other.watch(table)
        state = tab.watch(table)
        session = server.table(table).session
        assert session
        session.since = now() - 61_000  # out of time for a second, if the alarm went off now
        lost.close()  # the connection is cut: the alarm is reset
        while other.next("presence")["here"] != [False, True]:
            pass
        with people[0].socket() as again:
            again.send("move", table=table, after=0, move=state["legal"][0])
            assert other.next("state")["number"] == 1, "in time, thanks to the grace"
        after = server.table(table).session
        assert after
        assert -10_000 < after.left[0] < 0, "what was used of it is gone"
        move(other, my_turn(other, other.watch(table)))
        tab = tabs.enter_context(people[0].socket())
        tab.watch(table)  # back again, and the time is up
        assert other.next("asked")["by"] is None


# --- across restarts and workers


def test_the_question_survives_a_restart(tmp_path: Path) -> None:
    server = InProcessServer(tmp_path)
    with ExitStack() as tabs:
        table, _, _, _ = late(server, tabs)
        people = server.clients[-2:]
    server.stop()
    server.start()
    with ExitStack() as tabs:
        sockets = [tabs.enter_context(Client.known(server, person).socket()) for person in people]
        states = [socket.watch(table) for socket in sockets]
        turn = 0 if "legal" in states[0] else 1
        assert sockets[1 - turn].next("asked")["by"] is None
        sockets[1 - turn].send("answer", table=table, what="replace", yes=False)
        assert sockets[turn].next("state")["info"]["result"]["reason"] == "time"
    server.stop()


@pytest.mark.thorough
def test_the_others_answer_at_another_worker(tmp_path: Path, postgresql: int, redis: str) -> None:
    shared = {"database": new_database(postgresql), "redis": redis}
    servers = [InProcessServer(tmp_path, **shared) for _ in range(2)]
    try:
        with ExitStack() as tabs:
            anna, ben = servers[0].client("Anna"), servers[1].client("Ben")
            spec = {"game": "mandala", "clock": CLOCK, "options": {"beginner": 0}}
            table = anna.open_table(**spec)["table"]["id"]
            ben.join(table)
            first, second = (tabs.enter_context(person.socket()) for person in (anna, ben))
            for tab in (first, second):
                assert tab.watch(table)["info"]["status"] == "playing"
            run_out(servers[0], table)
            asked = second.next("asked")
            assert (asked["by"], asked["seat"], asked["waiting"]) == (None, 0, [1])
            second.send("answer", table=table, what="replace", yes=True)
            for tab in (first, second):
                # A worker may first have to compare itself with the database.
                while "changes" not in (state := tab.next("state")):
                    assert state["info"]["status"] == "playing"
                assert [one["kind"] for one in state["changes"]] == ["replace"]
            assert "legal" in my_turn(second, second.next("state")), "the bot has moved"
    finally:
        for server in servers:
            server.stop()


# --- offers of a rematch


def offered(server: InProcessServer, tabs: ExitStack, **spec: Any) -> tuple[str, Socket, Socket]:
    """A finished game after which the first player offers a rematch."""
    table, (first, second), (state, _) = two_at(server, tabs, game="patterns", **spec)
    first.send("resign", table=table, after=state["number"])
    for tab in (first, second):
        assert tab.next("state")["info"]["status"] == "over"
    first.send("ask", table=table, what="rematch")
    return table, first, second


@pytest.mark.parametrize("clock", [{"type": "none"}, {"type": "days", "days": 2}])
def test_an_offer_of_a_rematch_lapses(server: InProcessServer, clock: Any) -> None:
    with ExitStack() as tabs:
        table, first, second = offered(server, tabs, clock=clock)
        seconds = proposals.MILLISECONDS_FOR_REMATCH // 1000 if clock["type"] == "none" else 86_400
        assert first.next("asked")["seconds"] == seconds
        second.send("unwatch", table=table)

        async def wait_long() -> None:
            """As if the offer had been made this long ago."""
            found = await server.tables.get(table)
            offer = found.proposals["rematch"]
            found.proposals = {"rematch": replace(offer, until=now() - 1)}
            server.tables.attend(found)

        server.do(wait_long())
        assert first.next("asked")["settled"] is False
        second.watch(table)
        second.send("ping")
        assert second.next("asked", "pong")["type"] == "pong", "nobody is asked any more"
        first.send("ask", table=table, what="rematch")
        assert first.next("asked")["settled"] is None, "it can be offered again"


def test_an_offer_can_be_withdrawn(server: InProcessServer) -> None:
    with ExitStack() as tabs:
        table, first, second = offered(server, tabs)
        for tab in (first, second):
            assert tab.next("asked")["settled"] is None
        first.send("answer", table=table, what="rematch", yes=False)
        for tab in (first, second):
            assert tab.next("asked")["settled"] is False
        second.send("answer", table=table, what="rematch", yes=True)
        assert second.next("refused")["code"] == "not_asked"
