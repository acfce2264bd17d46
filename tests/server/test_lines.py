"""Lines: moves played on from a position of a finished game."""

from __future__ import annotations

from typing import Any

import pytest
from server.running_server import Client, RunningServer
from server.test_history import finished, replay
from thorough_cases import rest_thorough


def line(person: Client, table: str, **params: Any) -> Any:
    return person.http.get(f"/tables/{table}/line", params=params).json()


@pytest.mark.parametrize("game", rest_thorough(["mandala", "patterns", "flowers"], keep=["mandala"]))
def test_a_line_starts_from_the_position_and_shows_each_step(server: RunningServer, game: str) -> None:
    table, (anna, _) = finished(server, game)
    plies = replay(anna, table)
    (start,) = line(anna, table, ply=5)["plies"]
    assert (start["ply"], start["move"], start["events"]) == (5, None, [])
    assert start["view"] == plies[5]["view"]
    played = [plies[6]["move"]]
    shown = line(anna, table, ply=5, moves=",".join(played))
    assert shown["stopped"] is None
    assert [one["ply"] for one in shown["plies"]] == [5, 6]
    step = shown["plies"][1]
    assert (step["move"], step["seat"]) == (plies[6]["move"], plies[6]["seat"])
    assert [one["event"] for one in step["events"]][:1] == [one["event"] for one in plies[6]["events"]][:1]
    assert shown == line(anna, table, ply=5, moves=",".join(played)), "the draws are always the same"
    assert set(played) <= set(line(anna, table, ply=5)["legal"])
    (last,) = line(anna, table, ply=len(plies) - 1)["plies"]
    assert last["view"] == plies[-1]["view"]


def test_a_line_stops_where_a_move_is_not_possible(server: RunningServer) -> None:
    table, (anna, _) = finished(server, "patterns")
    first = replay(anna, table)[1]["move"]
    for moves, code in ((f"{first},{first}", "illegal_move"), (f"{first},nonsense", "unreadable")):
        shown = line(anna, table, ply=0, moves=moves)
        assert [one["ply"] for one in shown["plies"]] == [0, 1]
        assert shown["stopped"]["code"] == code
    last = len(replay(anna, table)) - 1
    assert line(anna, table, ply=last, moves=first)["stopped"]["code"] == "illegal_move"


def test_no_line(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    playing = anna.open_table(game="mandala", hot_seat=True)["table"]["id"]
    assert line(anna, playing, ply=0)["code"] == "not_over", "it would show the hands"
    table, _ = finished(server, "patterns", public=False)
    assert line(ben, table, ply=0)["code"] == "private_table"
    table, _ = finished(server, "patterns")
    assert line(ben, table, ply=1000)["code"] == "unreadable"
    assert line(ben, table, ply=-1)["code"] == "unreadable"
    assert line(ben, table, ply=0, moves="x" * 401)["code"] == "unreadable"
    assert line(ben, "nothing", ply=0)["code"] == "no_such_table"
