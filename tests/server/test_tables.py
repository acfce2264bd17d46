"""Tables: joining, leaving, proposals, and refusals."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from server.running_server import Client, RunningServer, Socket


def two_at(server: RunningServer, tabs: ExitStack, **spec: Any) -> tuple[str, list[Socket], list[Any]]:
    """A table with two people, their tabs, and their first states; the player to move comes first."""
    people = [server.client("Anna"), server.client("Ben")]
    table = people[0].open_table(**spec)["table"]["id"]
    people[1].join(table)
    sockets = [tabs.enter_context(person.socket()) for person in people]
    states = [socket.watch(table) for socket in sockets]
    if "legal" not in states[0]:
        sockets, states = sockets[::-1], states[::-1]
    return table, sockets, states


def alone_at(server: RunningServer, tabs: ExitStack, **spec: Any) -> tuple[str, Socket, Any]:
    """A table with a person, who begins, and a weak bot; and the person's first state."""
    anna = server.client("Anna")
    table = anna.open_table(bots=[None, 1], options={"beginner": 0}, **spec)["table"]["id"]
    tab = tabs.enter_context(anna.socket())
    return table, tab, my_turn(tab, tab.watch(table))


def my_turn(tab: Socket, state: Any) -> Any:
    while "legal" not in state:
        state = tab.next("state")
    return state


def move(tab: Socket, state: Any, number: int = 0) -> Any:
    tab.send("move", table=state["table"], after=state["number"], move=state["legal"][number])
    return tab.next("state", "refused")


# --- coming and going


def test_a_table_starts_when_it_is_full(server: RunningServer) -> None:
    anna, ben, carl = (server.client(name) for name in ("Anna", "Ben", "Carl"))
    table = anna.open_table(game="flowers", seats=3)["table"]["id"]
    assert ben.join(table, seat=2)["status"] == "open"
    assert ben.refused(f"/tables/{table}/join", seat=1)["code"] == "already_seated"
    assert carl.refused(f"/tables/{table}/join", seat=2)["code"] == "seat_taken"
    info = carl.join(table)
    assert info["status"] == "playing"
    assert [one["person"]["name"] for one in info["sitting"]] == ["Anna", "Carl", "Ben"]
    assert server.client("Dora").refused(f"/tables/{table}/join")["code"] == "game_begun"


def test_leaving_frees_the_seat_and_the_host_closes_the_table(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    table = anna.open_table(game="flowers", seats=3)["table"]["id"]
    ben.join(table)
    assert ben.http.delete(f"/tables/{table}/join").is_success
    assert [one["person"] for one in ben.http.get(f"/tables/{table}").json()["sitting"]][1:] == [None, None]
    assert anna.http.delete(f"/tables/{table}/join").is_success
    assert anna.http.get(f"/tables/{table}").status_code == 404


def test_a_private_table_needs_its_link(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    made = anna.open_table(game="patterns", public=False)
    table, key = made["table"]["id"], made["key"]
    assert table not in [one["id"] for one in ben.http.get("/tables?most=100").json()]
    assert ben.http.get(f"/tables/{table}").status_code == 403
    assert ben.refused(f"/tables/{table}/join", key="wrong")["code"] == "private_table"
    with ben.socket() as tab:
        assert tab.watch(table)["code"] == "private_table"
        assert tab.watch(table, key=key)["info"]["id"] == table
    assert ben.join(table, key=key)["status"] == "playing"
    assert ben.http.get(f"/tables/{table}").is_success, "who plays there needs no key"


@pytest.mark.parametrize(
    ("spec", "word"),
    [
        ({"game": "chess"}, "no game"),
        ({"game": "mandala", "seats": 3}, "cannot be played with 3"),
        ({"game": "mandala", "options": {"colour": "red"}}, "colour"),
        ({"game": "mandala", "bots": [1]}, "each of the 2 seats"),
        ({"game": "mandala", "bots": [1, 2]}, "left for a person"),
        ({"game": "mandala", "bots": [None, 7]}, "bots"),
        ({"game": "mandala", "rated": True, "hot_seat": True}, "cannot be rated"),
        ({"game": "mandala", "clock": {"type": "game", "seconds": 1}}, "seconds"),
        ({"game": "mandala", "surprise": 1}, "surprise"),
        ({}, "game"),
    ],
)
def test_invalid_tables(server: RunningServer, spec: Any, word: str) -> None:
    assert word in str(server.client("Anna").refused("/tables", **spec))


# --- moves


def test_a_move_is_played_once(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="mandala")
        for _ in range(3):  # a triple click
            first.send("move", table=table, after=state["number"], move=state["legal"][0])
        assert first.next("state")["number"] == 1
        assert [first.next("refused")["code"] for _ in range(2)] == ["gone_on"] * 2
        assert second.next("state")["number"] == 1


def test_illegal_moves(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, other) = two_at(server, tabs, game="mandala")
        second.send("move", table=table, after=other["number"], move=state["legal"][0])
        assert second.next("refused")["code"] == "not_your_turn"
        first.send("move", table=table, after=0, move="TR")
        refused = first.next("refused")
        assert (refused["code"], refused["rule"], refused["table"]) == ("illegal_move", "M10", table)
        first.send("move", table=table, after=0, move="nonsense")
        assert first.next("refused")["code"] == "unreadable"
        assert move(first, state)["number"] == 1, "nothing had changed"


def test_after_a_reconnect_a_client_gets_exactly_what_it_missed(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="patterns")
        for tab, other in ((first, second), (second, first), (first, second)):
            move(tab, state)
            state = my_turn(other, other.next("state"))
        again = second.watch(table, seen=1)
        assert [change["number"] for change in again["changes"]] == [2, 3]
        assert again["view"] == state["view"]
        assert second.watch(table, seen=3)["changes"] == []
        assert [change["number"] for change in second.watch(table)["changes"]] == [1, 2, 3]


def test_a_change_leaves_out_defaults(server: RunningServer) -> None:
    """By default it is a move, and so were all entries before it."""
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="patterns")
        (change,) = move(first, state)["changes"]
        assert set(change) == {"number", "seat", "move", "events"}
        first.send("ask", table=table, what="take_back")
        second.next("asked")
        second.send("answer", table=table, what="take_back", yes=True)
        (change,) = first.next("state")["changes"]
        assert change == {"number": 2, "ply": 0, "kind": "take_back"}
        (change,) = move(first, first.watch(table))["changes"]
        assert (change["number"], change["ply"]) == (3, 1)


def test_a_new_name_does_not_resend_the_view(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    table = anna.open_table(game="mandala")["table"]["id"]
    ben.join(table)
    with anna.socket() as tab:
        before = tab.watch(table)
        assert ben.http.patch("/me", json={"name": "Benno"}).is_success
        told = tab.next("state")
        assert [one["person"]["name"] for one in told["info"]["sitting"]] == ["Anna", "Benno"]
        assert (told["number"], told["ply"], told["seats"]) == (0, 0, before["seats"])
        assert not {"view", "legal", "changes"}.intersection(told)


# --- proposals


def test_against_a_bot_a_move_is_taken_back_at_once(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game="mandala")
        first = state
        my_turn(tab, move(tab, state, 3))
        tab.send("ask", table=table, what="take_back")
        back = tab.next("state")
        assert back["changes"] == [{"number": 3, "ply": 0, "kind": "take_back"}]
        assert (back["ply"], back["view"], back["legal"]) == (0, first["view"], first["legal"])
        assert my_turn(tab, move(tab, back))["ply"] == 2


def test_among_people_a_move_is_taken_back_by_consent(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="patterns")
        move(first, state)
        second.next("state")
        first.send("ask", table=table, what="take_back")
        assert second.next("asked")["waiting"] == [1 - state["view"]["seat"]]
        second.send("answer", table=table, what="take_back", yes=False)
        assert first.next("asked")["settled"] is None
        assert first.next("asked")["settled"] is False
        first.send("ask", table=table, what="take_back")
        second.next("asked")
        second.next("asked")
        second.send("answer", table=table, what="take_back", yes=True)
        assert first.next("state")["ply"] == 0


def why_no_take_back(tab: Socket, table: str, after: int) -> str | None:
    tab.send("may_take_back", table=table, after=after)
    answer = tab.next("may_take_back", "refused")
    assert (answer["table"], answer["number"]) == (table, after)
    code: str | None = answer["code"]
    return code


def test_moves_that_revealed_something_are_not_taken_back(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, _), (state, _) = two_at(server, tabs, game="mandala")
        move(first, state)
        first.send("ask", table=table, what="take_back")
        assert first.next("refused")["code"] == "seen_since"


def test_a_player_can_ask_whether_a_move_can_be_taken_back(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="mandala")
        assert why_no_take_back(first, table, 0) == "nothing_to_take_back"
        move(first, state)
        assert why_no_take_back(first, table, 1) == "seen_since"
        assert why_no_take_back(second, table, 1) == "nothing_to_take_back"
        assert why_no_take_back(first, table, 0) == "gone_on"
        table, (first, _), (state, _) = two_at(server, tabs, game="patterns")
        move(first, state)
        assert why_no_take_back(first, table, 1) is None
        table, tab, state = alone_at(server, tabs, game="mandala")
        state = my_turn(tab, move(tab, state))
        assert why_no_take_back(tab, table, state["number"]) is None
        table, tab, state = alone_at(server, tabs, game="patterns", rated=True)
        assert why_no_take_back(tab, table, state["number"]) == "rated_take_back"


@pytest.mark.parametrize("game", ["mandala", "patterns"])
def test_in_a_rated_game_moves_stand(server: RunningServer, game: str) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game=game, rated=True)
        move(tab, state)
        tab.send("ask", table=table, what="take_back")
        assert tab.next("refused")["code"] == "rated_take_back"


def test_resigning_and_a_rematch_with_seats_rotated(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="patterns")
        first.send("ask", table=table, what="rematch")
        assert first.next("refused")["code"] == "not_over"
        first.send("resign", table=table, after=0)
        info = second.next("state")["info"]
        assert info["result"]["reason"] == "resigned"
        assert info["result"]["winners"] == [1 - state["view"]["seat"]]
        assert len(info["secret"]) == 64
        first.send("ask", table=table, what="rematch")
        second.next("asked")
        second.send("answer", table=table, what="rematch", yes=True)
        following = second.next("state")["info"]["next"]
        again = second.watch(following)["info"]
        names = [one["person"]["name"] for one in info["sitting"]]
        assert [one["person"]["name"] for one in again["sitting"]] == names[::-1]
        assert again["status"] == "open", "it begins when both have contributed to the deal"
        for number, tab in enumerate((first, second)):
            tab.send("contribute", table=following, value=f"{number:032}")
        assert second.next("state")["info"]["sitting"][names[::-1].index("Anna")]
        while (state := second.next("state"))["info"]["status"] == "open":
            pass
        assert state["info"]["status"] == "playing"


def test_duplicate_deals_the_same_again(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, tab, state = alone_at(server, tabs, game="mandala", duplicate=True)
        tab.send("resign", table=table, after=state["number"])
        while "info" not in (over := tab.next("state")):
            pass
        tab.send("ask", table=table, what="rematch")
        while not (following := tab.next("state").get("info", {}).get("next")):
            pass
        # The bot may have moved there before we watch: skip messages about the old table.
        while (again := tab.watch(following))["table"] != following:
            pass
        assert again["info"]["commitment"] == over["info"]["commitment"]
        assert again["seats"] == [1]
        tab.send("unwatch", table=table)


def test_one_screen_for_two(server: RunningServer) -> None:
    anna = server.client("Anna")
    with anna.socket() as tab:
        table = anna.open_table(game="mandala", hot_seat=True)["table"]["id"]
        state = tab.watch(table)
        assert state["seats"] == [0, 1]
        for _ in range(4):
            assert state["view"]["seat"] is None
            assert not any("hand" in player for player in state["view"]["players"])
            for seat, view in enumerate(state["views"]):  # the player who has moved sees what they drew
                assert view["seat"] == seat
                assert ["hand" in player for player in view["players"]] == [seat == 0, seat == 1]
            state = move(tab, state)
        tab.send("resign", table=table, after=state["number"])
        over = tab.next("state")
        assert "views" not in over
        assert all("hand" in player for player in over["view"]["players"])


def test_a_spectator_sees_the_public_view(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, _), (state, _) = two_at(server, tabs, game="mandala")
        watching = tabs.enter_context(server.client("Carl").socket())
        seen = watching.watch(table)
        assert seen["seats"] == []
        assert "legal" not in seen
        assert not any("hand" in player for player in seen["view"]["players"])
        move(first, state)
        assert watching.next("state")["number"] == 1
        watching.send("move", table=table, after=1, move="M1R")
        assert watching.next("refused")["code"] == "not_a_player"


def test_closed_to_spectators(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, _, _ = two_at(server, tabs, game="mandala", spectators="none")
        watching = tabs.enter_context(server.client("Carl").socket())
        assert "view" not in watching.watch(table)


def test_consent_that_comes_too_late(server: RunningServer) -> None:
    with ExitStack() as tabs:
        table, (first, second), (state, _) = two_at(server, tabs, game="patterns")
        move(first, state)
        first.send("ask", table=table, what="take_back")
        assert second.next("asked")["settled"] is None
        first.send("resign", table=table, after=1)
        assert wait_for_end(second)["result"]["reason"] == "resigned"
        second.send("answer", table=table, what="take_back", yes=True)
        assert second.next("refused")["code"] == "not_asked"
        told = [first.next("asked") for _ in range(2)]
        assert [(len(one["waiting"]), one["settled"]) for one in told] == [(1, None), (0, False)]


def wait_for_end(tab: Socket) -> Any:
    while "info" not in (state := tab.next("state")) or state["info"]["status"] != "over":
        pass
    return state["info"]


# --- names


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "!!", "Аnna", "x" * 61])
def test_invalid_names(server: RunningServer, name: str) -> None:
    """The second to last begins with a Cyrillic letter."""
    anna: Client = server.client("Anna")
    assert anna.http.patch("/me", json={"name": name}).status_code == 400
