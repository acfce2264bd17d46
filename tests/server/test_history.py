"""After a game: records, replays, streams, ratings."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import ExitStack
from typing import Any

import pytest
from server.running_server import A_DAY, Client, RunningServer
from server.table_services import BEN, started_table, table_services
from server.test_play import play_on
from server.tied_games import TIES, tied_game

from sandmandala.games.rules import OPEN
from sandmandala.games.views import view
from sandmandala.records import Game, is_good, read_record, verify
from sandmandala.server.spec import TableSpec
from sandmandala.server.tables import playing


def finished(server: RunningServer, game: str, **spec: object) -> tuple[str, list[Client]]:
    """A finished game between two people."""
    people = [server.client("Anna"), server.client("Ben")]
    made = people[0].open_table(game=game, **spec)
    table = made["table"]["id"]
    people[1].join(table, key=made["key"])
    with ExitStack() as tabs:
        sockets = [tabs.enter_context(person.socket()) for person in people]
        play_on(sockets, table, [socket.watch(table) for socket in sockets], random.Random(table))
    return table, people


@pytest.mark.parametrize("game", ["mandala", "patterns", "flowers"])
def test_a_record_verifies_and_a_replay_shows_what_each_seat_saw(server: RunningServer, game: str) -> None:
    table, (anna, _) = finished(server, game)
    info = anna.http.get(f"/tables/{table}").json()
    for form in ("json", "text"):
        answer = anna.http.get(f"/tables/{table}/record", params={"form": form})
        assert "attachment" in answer.headers["content-disposition"]
        record = read_record(answer.text)
        assert is_good(verify(read_record(answer.text)))
        assert (record.secret, record.commitment) == (info["secret"], info["commitment"])
        assert record.players == ("Anna", "Ben")
    played = Game.from_record(record)
    for seat in (None, 0, 1):
        params = {} if seat is None else {"seat": seat}
        plies = anna.http.get(f"/tables/{table}/replay", params=params).json()["plies"]
        viewer = OPEN if seat is None else seat
        expected = [view(played.state(ply)[0], viewer) for ply in range(played.ply + 1)]
        assert [ply["view"] for ply in plies] == json.loads(json.dumps(expected))
        assert [ply["move"] for ply in plies[1:]] == list(record.moves)


def test_no_record_before_the_end(server: RunningServer) -> None:
    anna = server.client("Anna")
    table = anna.open_table(game="mandala", bots=[None, 1])["table"]["id"]
    answer = anna.http.get(f"/tables/{table}/record")
    assert answer.status_code == 409
    assert answer.json()["why"] == "The game is not over yet."
    assert anna.http.get(f"/tables/{table}").json().get("secret") is None


MOVES = 4  # no game can be over by then; Patterns can be after a few more (P10)


def replay(person: Client, table: str, **params: int) -> Any:
    answer = person.http.get(f"/tables/{table}/replay", params=params)
    return answer.json()["plies"] if answer.is_success else answer.json()["code"]


@pytest.mark.parametrize("game", ["mandala", "patterns", "flowers"])
def test_before_the_end_players_replay_from_their_own_seat(server: RunningServer, game: str) -> None:
    anna, ben, carl = (server.client(name) for name in ("Anna", "Ben", "Carl"))
    table = anna.open_table(game=game)["table"]["id"]
    assert replay(anna, table) == "not_begun"
    ben.join(table)
    seen: list[list[Any]] = [[], [], []]  # by Anna, Ben, and Carl, a spectator
    with ExitStack() as tabs:
        sockets = [tabs.enter_context(person.socket()) for person in (anna, ben, carl)]
        states = [socket.watch(table) for socket in sockets]
        for number in range(MOVES):
            for views, state in zip(seen, states, strict=True):
                views.append((state["view"], [one["events"] for one in state["changes"]]))
            turn = next(seat for seat in (0, 1) if "legal" in states[seat])
            sockets[turn].send("move", table=table, after=number, move=states[turn]["legal"][0])
            states = [socket.next("state") for socket in sockets]
    for seat, person in enumerate((anna, ben, carl)):
        plies = replay(person, table)
        assert [ply["view"] for ply in plies[:MOVES]] == [view for view, _ in seen[seat]]
        assert [ply["events"] for ply in plies[1:MOVES]] == [events for _, (events,) in seen[seat][1:]]
        assert [ply["ply"] for ply in replay(person, table, **{"from": 2})] == [2, 3, 4]
        assert replay(person, table, seat=1) == (plies if seat == 1 else "own_seat_only")
    assert replay(anna, table, seat=2) == "no_such_seat"


def test_before_the_end_at_one_screen_and_behind_closed_doors(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    table = anna.open_table(game="mandala", hot_seat=True)["table"]["id"]
    assert not any("hand" in player for player in replay(anna, table)[0]["view"]["players"])
    assert replay(anna, table, seat=0) == "own_seat_only"
    table = anna.open_table(game="mandala", bots=[None, 1], spectators="none")["table"]["id"]
    assert "hand" in replay(anna, table)[0]["view"]["players"][0]
    assert replay(ben, table) == "players_only"


def test_games_as_lines_of_json(server: RunningServer) -> None:
    table, (anna, ben) = finished(server, "patterns")
    private, (carl, _) = finished(server, "patterns", hot_seat=False)
    for path, expected in ((f"/people/{anna.me['id']}/games", {table}), ("/games", {table, private})):
        lines = [json.loads(line) for line in ben.http.get(path).text.splitlines()]
        assert expected <= {line["table"] for line in lines}
        assert all(is_good(verify(read_record(json.dumps(line["record"])))) for line in lines)
        assert [line["ended"] for line in lines] == sorted((line["ended"] for line in lines), reverse=True)
    assert carl.http.get("/people/nobody/games").status_code == 404


def test_only_rated_games_change_ratings(server: RunningServer) -> None:
    _, (anna, _) = finished(server, "patterns")
    assert anna.http.get(f"/people/{anna.me['id']}").json()["ratings"] == []
    table, people = finished(server, "patterns", rated=True, clock=A_DAY)
    winners = people[0].http.get(f"/tables/{table}").json()["result"]["winners"]
    ratings = [person.http.get(f"/people/{person.me['id']}").json()["ratings"][0] for person in people]
    assert [(one["game"], one["seats"], one["games"]) for one in ratings] == [("patterns", 2, 1)] * 2
    if len(winners) == 1:
        assert ratings[winners[0]]["rating"] > ratings[1 - winners[0]]["rating"]


def test_bots_are_rated_too(server: RunningServer) -> None:
    anna = server.client("Anna")
    table = anna.open_table(game="mandala", bots=[None, 2], rated=True)["table"]["id"]
    with anna.socket() as tab:
        tab.send("resign", table=table, after=tab.watch(table)["number"])
        while "info" not in (state := tab.next("state", "refused")):
            if state["type"] == "refused":  # the bot was faster
                tab.send("resign", table=table, after=tab.watch(table)["number"])
    assert anna.http.get("/people/bot-2").json()["ratings"][0]["games"] == 1


@pytest.mark.parametrize("game", TIES)
def test_a_result_says_how_a_tie_was_broken(url: str, game: str) -> None:
    """Also when it is loaded again; a resigned game was not decided by the rules."""

    async def work() -> None:
        async with table_services(url, 2) as (near, far):
            table = await tied_game(near, game)
            result = table.result
            assert result
            assert result.tie_break
            assert len(set(result.scores)) == 1
            assert result.tie_break.tied == (0, 1)
            expected = {
                "mandala": ("M18", (11, 10), (1,)),  # fewer cards in the cup
                "patterns": ("P12", (), (0, 1)),
                "flowers": ("F17", (16, 6), (0,)),  # more cards in hand
            }
            found = result.tie_break.rule, result.tie_break.counts, result.winners
            assert found == expected[game]
            assert (await far.get(table.id)).result == result
            resigned = await started_table(near, TableSpec(game), BEN)
            await near.do(resigned.id, playing.resign, BEN.id, 0)
            assert resigned.result
            assert resigned.result.tie_break is None

    asyncio.run(work())
