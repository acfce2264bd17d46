"""Tables that play on from a position of the editor."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from server.running_server import Client, RunningServer
from server.table_services import ANNA, BEN, table_services
from server.test_editor import MANDALA, OVER, every_game

from sandmandala.editor import known_game, read_known
from sandmandala.editor.description import editor_info
from sandmandala.records import Game, is_good, read_record, verify
from sandmandala.server.server_time import now
from sandmandala.server.spec import Practice
from sandmandala.server.tables import playing, proposals, seating
from sandmandala.server.tables.lists import TableLists
from sandmandala.server.tables.viewing import info_of


def play_from(person: Client, game: str, text: str, **form: Any) -> Any:
    """Open a table. Returns its information and key."""
    return person.post(f"/editor/{game}/tables", **{"text": text, "seat": 0, "level": 1, **form})


@every_game
def test_playing_on_against_bots(server: RunningServer, game: str) -> None:
    anna, start = server.client("Anna"), editor_info(game).start
    made = play_from(anna, game, start, level=2)["table"]
    assert made["practice"] == {"table": None, "ply": 0, "seat": 0}
    assert (made["spec"]["rated"], made["spec"]["public"]) == (False, False)
    assert [one["person"]["name"] for one in made["sitting"]] == ["Anna", "Sprout"]
    table, choice = made["id"], random.Random(3)
    info = anna.post(f"/tables/{table}/contribution", value="ab" * 16)
    with anna.socket() as tab:
        state = tab.watch(table)
        while state.get("info", info)["status"] == "playing":
            if "legal" in state:
                tab.send("move", table=table, after=state["number"], move=choice.choice(state["legal"]))
            state = tab.next("state")
    record = read_record(anna.http.get(f"/tables/{table}/record").text)
    assert record.practice
    assert is_good(verify(record))
    played = Game.from_record(record)
    assert played.view(0, 0) == read_known(game, start).played_from().view(0)
    expected = known_game(game, start, *record.secret_and_contributions)
    assert record.start == expected.position(), "secret and contributions dealt the unknown cards"
    results = anna.http.get(f"/people/{anna.me['id']}/results").json()
    assert results["games"] == [], "practice does not count"


def test_playing_on_with_a_friend(server: RunningServer) -> None:
    anna, ben = server.client("Anna"), server.client("Ben")
    made = play_from(anna, "mandala", MANDALA, level=None)
    table, key = made["table"]["id"], made["key"]
    assert [bool(one["person"]) for one in made["table"]["sitting"]] == [True, False]
    assert ben.refused(f"/tables/{table}/join")["code"] == "private_table"
    anna.post(f"/tables/{table}/contribution", value="ab" * 16)
    info = ben.join(table, key=key)
    assert info["status"] == "playing"
    with anna.socket() as hers, ben.socket() as his:
        seen = [tab.watch(table)["view"]["players"] for tab in (hers, his)]
    assert seen[0][0]["hand"] == {"R": 2, "G": 1, "P": 1}
    assert "hand" not in seen[0][1]
    assert sum(seen[1][1]["hand"].values()) == 5
    other = play_from(ben, "mandala", read_known("mandala", MANDALA).completed(), seat=1, level=None)["table"]
    assert [one["person"] and one["person"]["name"] for one in other["sitting"]] == [None, "Ben"]


def test_what_is_refused_opens_no_table(server: RunningServer) -> None:
    dora = server.client("Dora")
    for form, code in (
        ({"text": MANDALA, "seat": 1}, "seat_unknown"),
        ({"text": MANDALA, "seat": 2}, "no_such_seat"),
        ({"text": MANDALA, "level": 7}, "unreadable"),
        ({"text": MANDALA.replace("R1K1", "-")}, "bad_position"),
        ({"text": OVER}, "over_there"),
        ({"text": MANDALA, "rated": True}, "unreadable"),
    ):
        assert dora.refused("/editor/mandala/tables", **{"seat": 0, **form})["code"] == code
    with server.http() as stranger:
        answer = stranger.post("/editor/mandala/tables", json={"text": MANDALA, "seat": 0})
    assert answer.json()["code"] == "sign_in"
    assert dora.http.get(f"/people/{dora.me['id']}/tables", params={"status": "open"}).json() == []


def test_a_request_that_is_sent_again_opens_one_table(server: RunningServer) -> None:
    anna, form = server.client("Anna"), {"text": MANDALA, "seat": 0, "level": 1}
    headers = {"Idempotency-Key": "again"}
    made = [anna.http.post("/editor/mandala/tables", json=form, headers=headers).json() for _ in range(2)]
    assert made[0] == made[1]


def test_workers_and_restarts_deal_the_same_game(url: str) -> None:
    """On both databases; a rematch begins from the same position, with another deal."""

    async def work() -> None:
        async with table_services(url, 2) as (service, other):
            known = read_known("mandala", MANDALA)
            table = await service.open_from_editor(known, ANNA, 0, None, "127.0.0.1", None)
            assert (table.practice, table.start) == (Practice(None, 0, 0), known.text)
            await other.do(table.id, seating.sit, BEN, None, table.key, "00" * 16)
            table = await service.do(table.id, seating.contribute, ANNA.id, "11" * 16)
            assert table.session
            assert table.session.game.view(0) == known.played_from().view(0)
            stored = await other.store.load(table.id, now())
            assert stored
            assert stored.session
            assert stored.session.game.state_bytes() == table.session.game.state_bytes()
            (listed,) = await TableLists(other.store.engine).by_ids([table.id], now())
            assert listed.practice == info_of(table, now()).practice == table.practice

            await service.do(table.id, playing.resign, ANNA.id, table.number)
            await service.do(table.id, proposals.propose, ANNA.id, "rematch", None)
            await service.do(table.id, proposals.answer, BEN.id, "rematch", True)
            following = await other.get(table.next or "")
            await other.do(following.id, seating.contribute, BEN.id, "33" * 16)
            following = await other.do(following.id, seating.contribute, ANNA.id, "22" * 16)
            assert following.practice == table.practice
            assert following.session
            assert following.session.game.view(0) == table.session.game.view(0, 0), "the same position"
            assert following.session.game.position() != table.session.game.position(0), "another deal"

    asyncio.run(work())
