"""Quick matches, over real sockets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from server.conftest import Storage
from server.running_server import Client, RunningServer, Socket

VALUE = "00" * 16


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, storage: Storage) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("server"), **storage(), bot_offer="0.3", arrival="1")
    yield server
    server.stop()


@pytest.fixture
def tabs() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def search(tab: Socket, name: str = "tab", **form: Any) -> None:
    tab.send("search", **{"game": "mandala", "tempo": "rapid", "tab": name, **form})


def tab_of(person: Client, tabs: ExitStack) -> Socket:
    return tabs.enter_context(person.socket())


def searching_pair(server: RunningServer, tabs: ExitStack, **form: Any) -> tuple[list[Client], list[Socket]]:
    people = [server.client(name) for name in ("Anna", "Ben")]
    sockets = [tab_of(person, tabs) for person in people]
    for socket in sockets:
        search(socket, **form)
    return people, sockets


def matched(tab: Socket) -> str:
    while True:
        ended = tab.next("search_ended", "refused")
        assert ended["type"] == "search_ended", ended
        if ended["why"] == "matched":
            return str(ended["table"])


@pytest.mark.parametrize("seats", [2, 3])
def test_people_who_look_for_the_same_meet(server: RunningServer, tabs: ExitStack, seats: int) -> None:
    people = [server.client(f"P{number}") for number in range(seats)]
    sockets = [tab_of(person, tabs) for person in people]
    for socket in sockets:
        search(socket, game="flowers", seats=seats, tempo="blitz")
    [table] = {matched(socket) for socket in sockets}
    for socket in sockets:
        info = socket.watch(table)["info"]
        assert info["spec"]["rated"]
        assert info["spec"]["clock"] == {
            "type": "game",
            "seconds": 300,
            "increment": 5,
        }
        assert {one["person"]["id"] for one in info["sitting"]} == {one.me["id"] for one in people}
    begin_game(table, *sockets)
    for socket in sockets:
        socket.send("notify")
        assert socket.next("notices")["search"] is None, "the search is over when the game begins"


def begin_game(table: str, *tabs: Socket) -> None:
    """Come to a table, until its game has begun."""
    for tab in tabs:
        tab.watch(table)
        tab.send("contribute", table=table, value=VALUE)
    for tab in tabs:
        while tab.next("state")["info"]["status"] != "playing":
            pass


def test_whoever_searches_again_is_led_to_the_game_that_has_just_begun(
    server: RunningServer, tabs: ExitStack
) -> None:
    form: dict[str, Any] = {"game": "patterns", "tempo": "days", "rated": False}
    people, (anna, ben) = searching_pair(server, tabs, **form)
    table = matched(anna)
    assert matched(ben) == table
    begin_game(table, anna, ben)
    carl = tab_of(server.client("Carl"), tabs)
    search(carl, **form)
    carl.next("searching")
    for person in people:
        elsewhere = tab_of(person, tabs)
        search(elsewhere, "other", **form)
        assert matched(elsewhere) == table, "they may not know that it has begun"
    anna.send("resign", table=table, after=0)
    for tab in (anna, ben):
        while tab.next("state")["info"]["status"] != "over":
            pass
    search(anna, **form)
    assert matched(anna) == matched(carl) != table, "a game that is over holds nobody"
    anna.send("stop_search")


def test_whoever_has_moved_or_looks_for_something_else_is_free_to_search(
    server: RunningServer, tabs: ExitStack
) -> None:
    form = {"game": "mandala", "tempo": "days", "rated": False}
    _, both = searching_pair(server, tabs, **form)
    table = matched(both[0])
    begin_game(table, *both)
    states = [tab.watch(table) for tab in both]
    mover = next(number for number, state in enumerate(states) if state["info"]["turn"] in state["seats"])
    both[mover].send("move", table=table, after=0, move=states[mover]["legal"][0])
    while "info" in both[mover].next("state"):
        pass  # until the move comes back
    search(both[mover], "second", **form)
    assert both[mover].next("searching", "search_ended")["type"] == "searching"
    other = both[1 - mover]
    search(other, "second", **{**form, "tempo": "blitz"})
    assert other.next("searching", "search_ended")["type"] == "searching"
    for tab in both:
        tab.send("stop_search")


@pytest.mark.parametrize(
    ("other"), [{"game": "patterns"}, {"tempo": "days"}, {"rated": False}], ids=["game", "tempo", "rated"]
)
def test_people_who_look_for_something_else_do_not_meet(
    server: RunningServer, tabs: ExitStack, other: dict[str, Any]
) -> None:
    people = [server.client(name) for name in ("Anna", "Ben", "Carl")]
    anna, ben, carl = (tab_of(person, tabs) for person in people)
    search(anna)
    anna.next("searching")
    search(ben, **other)
    ben.next("searching")
    search(carl)
    assert matched(anna) == matched(carl)
    ben.send("notify")
    assert ben.next("notices")["search"] is not None
    for tab in (anna, ben, carl):
        tab.send("stop_search")
        tab.next("search_ended")


def test_no_bot_is_offered_at_once(tmp_path: Path, tabs: ExitStack) -> None:
    server = RunningServer(tmp_path, bot_offer="600")
    tab = tab_of(server.client("Anna"), tabs)
    tab.send("take_bot")
    assert tab.next("refused")["code"] == "not_searching"
    search(tab)
    assert tab.next("searching")["bot"] is None
    tab.send("take_bot")
    assert tab.next("refused")["code"] == "no_bot_offered"
    tabs.close()
    server.stop()


def test_a_bot_is_offered_while_the_search_goes_on(server: RunningServer, tabs: ExitStack) -> None:
    anna = server.client("Anna")
    tab = tab_of(anna, tabs)
    search(tab, game="patterns", tempo="classical", rated=False)
    while (searching := tab.next("searching"))["bot"] is None:
        pass
    assert searching["bot"] == 2
    tab.send("take_bot")
    ended = tab.next("search_ended")
    assert ended["why"] == "bot"
    info = tab.watch(ended["table"])["info"]
    assert info["spec"]["bots"] == [None, 2]
    assert not info["spec"]["rated"]
    tab.send("notify")
    assert tab.next("notices")["search"] is None


def test_a_search_goes_on_after_a_reload_and_ends_with_the_tab(
    server: RunningServer, tabs: ExitStack
) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    with anna.socket() as first:
        search(first, "old", game="patterns")
        first.next("searching")
        while first.next("searching")["bot"] is None:
            pass
    with anna.socket() as reloaded:
        search(reloaded, "old", game="patterns")
        assert reloaded.next("searching")["waited"] >= 300, "as long as before"
        other = tab_of(anna, tabs)
        other.send("notify")
        assert other.next("notices")["search"]["tab"] == "old", "all tabs know"
    ben_tab = tab_of(ben, tabs)
    search(ben_tab, game="patterns")
    ben_tab.next("searching")
    carl = tab_of(server.client("Carl"), tabs)
    search(carl, game="patterns")
    assert matched(ben_tab) == matched(carl), "nobody is paired with a closed tab"


def test_one_search_in_whatever_tab(server: RunningServer, tabs: ExitStack) -> None:
    anna = server.client("Anna")
    first, second = tab_of(anna, tabs), tab_of(anna, tabs)
    search(first, "first", tempo="days")
    first.next("searching")
    search(second, "second", tempo="blitz")
    news = first.next("searching")
    while news["tab"] != "second":
        news = first.next("searching")
    assert news["tempo"] == "blitz"
    first.send("stop_search")
    assert second.next("search_ended")["why"] == "stopped", "from any tab"


def test_a_search_ends_when_another_game_begins_and_on_signing_out(
    server: RunningServer, tabs: ExitStack
) -> None:
    anna = server.client("Anna")
    tab = tab_of(anna, tabs)
    search(tab, game="patterns")
    tab.next("searching")
    anna.open_table(game="mandala", bots=[None, 1])
    assert tab.next("search_ended")["why"] == "stopped"
    search(tab, game="patterns")
    tab.next("searching")
    assert anna.http.post("/sign-out").is_success
    ben, carl = (tab_of(server.client(name), tabs) for name in ("Ben", "Carl"))
    for socket in (ben, carl):
        search(socket, game="patterns")
    assert matched(ben) == matched(carl)


@pytest.mark.parametrize("how", ["stays away", "stops", "leaves"])
def test_an_absent_opponent_strands_nobody(server: RunningServer, tabs: ExitStack, how: str) -> None:
    people, sockets = searching_pair(server, tabs, game="patterns", tempo="blitz")
    table = matched(sockets[0])
    assert matched(sockets[1]) == table
    sockets[0].watch(table)
    sockets[0].send("contribute", table=table, value=VALUE)
    if how == "stops":
        sockets[1].send("stop_search")
    elif how == "leaves":
        assert people[1].http.delete(f"/tables/{table}/join").is_success
    again = sockets[0].next("searching")
    assert again["again"]
    assert sockets[1].next("search_ended")["why"] == ("missed" if how == "stays away" else "stopped")
    assert people[0].http.get(f"/tables/{table}").status_code == 404
    carl = tab_of(server.client("Carl"), tabs)
    search(carl, game="patterns", tempo="blitz")
    assert matched(sockets[0]) == matched(carl) != table
    for socket in (sockets[0], carl):
        socket.send("stop_search")


@pytest.mark.parametrize(
    "form",
    [
        {"game": "chess"},
        {"seats": 3},
        {"tempo": "bullet"},
        {"tab": ""},
        {"tab": "a b"},
        {"rated": "yes"},
        {"rating": 2000},
    ],
)
def test_a_search_that_cannot_be_is_refused(
    server: RunningServer, tabs: ExitStack, form: dict[str, Any]
) -> None:
    tab = tab_of(server.client("Anna"), tabs)
    tab.send("search", **{"game": "mandala", "tempo": "rapid", "tab": "tab", **form})
    assert tab.next("refused")["code"] == "unreadable"
    tab.send("notify")
    assert tab.next("notices") == {"type": "notices", "search": None, "challenges": []}


def test_visitors_without_a_name_cannot_search(server: RunningServer) -> None:
    from websockets.sync.client import connect

    with connect(server.address.replace("http", "ws") + "/live") as connection:
        tab = Socket(connection)
        for message in ("stop_search", "take_bot", "notify"):
            tab.send(message)
            assert tab.next("refused")["code"] == "sign_in"
        search(tab)
        assert tab.next("refused")["code"] == "sign_in"
