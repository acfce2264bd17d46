"""Practice: playing on from a position of a finished game, against bots."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from server.running_server import Client, RunningServer
from server.table_services import ANNA, BEN, CARL, first_move, started_table, table_services
from server.test_history import finished, replay
from thorough_cases import rest_thorough

from sandmandala.games.rules import all_games
from sandmandala.records import Game, is_good, read_record, verify
from sandmandala.server.server_time import now
from sandmandala.server.spec import Practice, TableSpec
from sandmandala.server.tables import playing, proposals, seating
from sandmandala.server.tables.lists import TableLists
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.table import Table
from sandmandala.server.tables.viewing import info_of

HERE = "127.0.0.1"


def practise(person: Client, table: str, **form: Any) -> Any:
    """Open a practice table and contribute to its deal. Returns its information."""
    made = person.post(f"/tables/{table}/practice", **{"level": 1, **form})
    return person.post(f"/tables/{made['table']['id']}/contribution", value="ab" * 16)


@pytest.mark.parametrize("game", rest_thorough(all_games(), keep=["mandala"]))
def test_a_practice_game_from_beginning_to_end(server: RunningServer, game: str) -> None:
    source, (anna, _) = finished(server, game)
    info = practise(anna, source, ply=7, level=2)
    assert info["practice"] == {"table": source, "ply": 7, "seat": 0}
    assert (info["status"], info["spec"]["rated"], info["spec"]["public"]) == ("playing", False, False)
    assert [one["person"]["name"] for one in info["sitting"]] == ["Anna", "Sprout"]
    table = info["id"]
    assert anna.http.get(f"/tables/{table}").json()["practice"] == info["practice"]
    (listed,) = anna.http.get(f"/people/{anna.me['id']}/tables", params={"status": "playing"}).json()
    assert listed["practice"] == info["practice"]
    before = replay(anna, table, seat=0)[0]["view"]
    assert before == replay(anna, source, seat=0)[7]["view"], "she knows what she knew"
    with anna.socket() as tab:
        state, choice = tab.watch(table), random.Random(3)
        while state.get("info", info)["status"] == "playing":
            if "legal" in state:
                tab.send("move", table=table, after=state["number"], move=choice.choice(state["legal"]))
            state = tab.next("state")
    record = read_record(anna.http.get(f"/tables/{table}/record").text)
    assert record.practice
    assert is_good(verify(record))
    played = Game.from_record(record)
    assert played.is_over
    assert played.view(0, 0) == before
    lines = anna.http.get(f"/people/{anna.me['id']}/games").text.splitlines()
    assert '"practice":true' in lines[0]
    assert '"practice"' not in lines[1]
    results = anna.http.get(f"/people/{anna.me['id']}/results").json()
    assert [row["won"] + row["shared"] + row["lost"] for row in results["games"]] == [1], (
        "practice does not count"
    )


def test_what_is_refused_changes_nothing(server: RunningServer) -> None:
    source, (anna, _) = finished(server, "mandala")
    dora, last = server.client("Dora"), len(replay(anna, source)) - 1
    private, _ = finished(server, "patterns", public=False)
    going_on = anna.open_table(game="patterns", hot_seat=True)["table"]["id"]
    for table, form, code in (
        ("nothing", {"ply": 0}, "no_such_table"),
        (private, {"ply": 0}, "private_table"),
        (going_on, {"ply": 0}, "not_over"),
        (source, {"ply": last + 1}, "no_such_ply"),
        (source, {"ply": last}, "over_there"),
        (source, {"ply": -1}, "unreadable"),
        (source, {"ply": 3, "level": 7}, "unreadable"),
        (source, {"ply": 3, "level": 0}, "unreadable"),
        (source, {"ply": 3, "seat": 2}, "no_such_seat"),
        (source, {"ply": 3, "rated": True}, "unreadable"),
    ):
        assert dora.refused(f"/tables/{table}/practice", **{"level": 1, **form})["code"] == code
    with server.http() as stranger:
        answer = stranger.post(f"/tables/{source}/practice", json={"ply": 3, "level": 1})
    assert answer.json()["code"] == "sign_in"
    for status in ("open", "playing"):
        assert dora.http.get(f"/people/{dora.me['id']}/tables", params={"status": status}).json() == []


def test_a_request_that_is_sent_again_opens_one_table(server: RunningServer) -> None:
    source, (anna, _) = finished(server, "patterns")
    form, headers = {"ply": 4, "level": 1}, {"Idempotency-Key": "again"}
    made = [anna.http.post(f"/tables/{source}/practice", json=form, headers=headers).json() for _ in range(2)]
    assert made[0] == made[1]


async def over(service: Tables, spec: TableSpec, *others: Any) -> Table:
    """A game that Anna and the others have finished, or from which all but Anna have resigned."""
    table = await started_table(service, spec, *others)
    for _ in range(12):
        assert table.session
        mover = (ANNA, *others)[table.session.to_move or 0].id
        await service.do(table.id, playing.move, mover, table.number, first_move(table))
    for person in others:
        await service.do(table.id, playing.resign, person.id, table.number)
    return table


def test_seats_and_bots_of_a_game_for_three(url: str) -> None:
    async def work() -> None:
        async with table_services(url) as (service,):
            source = await over(service, TableSpec("flowers", seats=3), BEN, CARL)
            assert source.session
            for ply, seat, bots in (
                (6, None, (4, None, 4)),  # by default it is the person's own seat
                (6, 2, (4, 4, None)),
                (source.session.game.ply, 0, (None, 4, 4)),  # they have resigned in the last position
            ):
                table = await service.open_practice(source, BEN, ply, seat, 4, HERE, None)
                expected = Practice(source.id, ply, 1 if seat is None else seat)
                assert (table.spec.bots, table.practice) == (bots, expected)
            for_two = await over(service, TableSpec("flowers"), BEN)
            assert for_two.session
            for ply in (6, 7):  # whoever did not play continues for the seat to move
                table = await service.open_practice(for_two, CARL, ply, None, 1, HERE, None)
                assert table.practice == Practice(for_two.id, ply, for_two.session.game.mover(ply + 1))

    asyncio.run(work())


def test_workers_and_restarts_deal_the_same_practice_game(url: str) -> None:
    async def work() -> None:
        async with table_services(url, 2) as (service, other):
            source = await over(service, TableSpec("mandala"), BEN)
            table = await service.open_practice(source, ANNA, 5, 0, 1, HERE, None)
            await other.get(table.id)
            await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
            assert table.session
            assert source.session
            assert table.session.game.view(0) == source.session.game.view(0, 5)
            assert table.session.game.position() != source.session.game.position(5), (
                "hidden cards are dealt again"
            )
            stored = await other.store.load(table.id, now())
            assert stored
            assert stored.session
            assert stored.session.game.state_bytes() == table.session.game.state_bytes()
            (listed,) = await TableLists(other.store.engine).by_ids([table.id], now())
            assert listed.practice == info_of(table, now()).practice == table.practice

            await service.do(table.id, playing.resign, ANNA.id, table.number)
            await service.do(table.id, proposals.propose, ANNA.id, "rematch", None)
            following = await other.get(table.next or "")
            await other.do(following.id, seating.contribute, ANNA.id, "22" * 16)
            assert following.practice == table.practice
            assert following.session
            assert following.session.game.view(0) == table.session.game.view(0, 0), "the same position"
            assert following.session.game.position() != table.session.game.position(0), "another deal"

    asyncio.run(work())
