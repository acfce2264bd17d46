"""The position editor: checks of positions, and the best move."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from server.running_server import RunningServer
from server.test_history import finished, replay
from thorough_cases import rest_thorough

from sandmandala.editor import read_known
from sandmandala.editor.description import editor_info
from sandmandala.games.rules import all_games, rules_of
from sandmandala.review.facts import facts_of

every_game = pytest.mark.parametrize("game", all_games())
MANDALA = "mandala1=R1K1/G2/- mandala2=O1Y1/-/P1 hand=R2G1P1/?5 dealt=R1O1/?2 turn=0"
OVER = "mandala1=-/-/- mandala2=R1/-/- hand=K1/K1 river=ROYGPK/- dealt=R2/K2 turn=0 phase=over"


def check(server: RunningServer, game: str, text: str, **form: Any) -> Any:
    """A check by somebody without a name."""
    with server.http() as http:
        answer = http.post(f"/editor/{game}/check", json={"text": text, **form})
    assert answer.status_code == 200, answer.text
    return answer.json()


@every_game
def test_the_description_begins_with_a_possible_position(server: RunningServer, game: str) -> None:
    for seats in rules_of(game).seat_counts:
        with server.http() as http:
            info = http.get(f"/editor/{game}", params={"seats": seats}).json()
        assert (info["game"], info["seats"]) == (game, seats)
        found = check(server, game, info["start"])
        assert found["problem"] is None
        assert found["text"] == info["start"]
        ids = [place["id"] for word in info["words"] for part in word["parts"] for place in part]
        assert sorted(found["values"]) == sorted(ids)


@every_game
def test_a_check_shows_what_the_seat_sees(server: RunningServer, game: str) -> None:
    start = read_known(game, editor_info(game).start)
    found = check(server, game, f"  {start.text} ")
    expected = start.played_from()
    assert found["view"] == expected.view(start.seat)
    assert (found["seat"], found["to_move"], found["over"]) == (start.seat, start.to_move, False)
    assert (found["unknown"], found["known_seats"]) == (start.unknown, list(start.known_seats))
    assert found["legal"] == expected.legal_moves()
    assert (found["open_view"] is None) == bool(start.unknown)
    whole = check(server, game, expected.position(), seat=1)
    assert (whole["seat"], whole["unknown"]) == (1, 0)
    assert whole["view"] == expected.view(1)
    assert whole["open_view"] == expected.open_view()


def test_a_wrong_position_is_not_loaded_and_names_the_place(server: RunningServer) -> None:
    nothing = {"text": "", "values": {}, "view": None, "open_view": None, "legal": [], "seat": None}
    for text, kind, word, place, rule, said in (
        ("", "unreadable", "mandala1", None, None, "lacks the word 'mandala1'"),
        ("\x00💥=1", "unreadable", None, None, None, "Cannot read the word"),
        (MANDALA.replace("?5", "?x"), "unreadable", "hand", "hand/1", None, "as cards"),
        (MANDALA.replace("?5", "?9"), "impossible", "hand", "hand/1", None, "at most 8"),
        (MANDALA.replace("R1K1/G2", "R1G1/G2"), "impossible", "mandala1", None, "M5", "two areas"),
        (MANDALA + " idle=1" * 300, "unreadable", None, None, None, "at most 2000 characters"),
    ):
        found = check(server, "mandala", text)
        problem = found["problem"]
        assert (problem["kind"], problem["word"], problem["place"], problem["rule"]) == (
            kind,
            word,
            place,
            rule,
        )
        assert said in problem["why"]["en"]
        assert problem["why"]["de"] != problem["why"]["en"]
        assert {key: found[key] for key in nothing} == nothing
    assert "unknown cards" in check(server, "mandala", MANDALA, seat=1)["problem"]["why"]["en"]
    with server.http() as http:
        assert http.post("/editor/chess/check", json={"text": ""}).json()["code"] == "not_found"
        assert http.get("/editor/mandala", params={"seats": 3}).json()["code"] == "unreadable"
        assert http.post("/editor/mandala/check", json={"text": "x" * 5000}).json()["code"] == "unreadable"


@every_game
def test_the_best_move_is_legal_and_has_reasons(server: RunningServer, game: str) -> None:
    start = read_known(game, editor_info(game).start)
    with server.http() as http:
        answer = http.post(f"/editor/{game}/advice", json={"text": start.text})
        advice = answer.json()
    assert answer.status_code == 200, advice
    assert advice["seat"] == start.to_move
    assert advice["move"] in start.played_from().legal_moves()
    assert advice["move"] in advice["why"]
    best = advice["candidates"][0]
    assert (best["move"], best["chance"], best["margin"]) == (
        advice["move"],
        advice["chance"],
        advice["margin"],
    )
    assert advice["because"] is None or advice["because"]["fact"] in {fact.name for fact in facts_of(game)}


def test_what_gets_no_advice(server: RunningServer) -> None:
    anna = server.client("Anna")
    for text, code in (
        (MANDALA.replace("R2", "R20"), "bad_position"),
        ("nonsense", "bad_position"),
        (MANDALA.replace("turn=0", "turn=1"), "turn_unknown"),
        (OVER, "over_there"),
    ):
        assert anna.refused("/editor/mandala/advice", text=text)["code"] == code
    refused = anna.refused("/editor/mandala/advice", text=MANDALA.replace("R1K1/G2", "R1G1/G2"))
    assert (refused["rule"], refused["why"][:4]) == ("M5", "M5: ")


def test_one_best_move_at_a_time(server: RunningServer) -> None:
    anna = server.client("Anna")

    def ask() -> httpx.Response:
        return anna.http.post("/editor/mandala/advice", json={"text": MANDALA})

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: ask(), range(4)))
    codes = [answer.json().get("code") for answer in answers]
    assert None in codes, "somebody got an answer"
    assert set(codes) <= {None, "hint_running"}
    assert "hint_running" in codes
    assert ask().status_code == 200, "afterwards one may ask again"


@pytest.mark.parametrize("game", rest_thorough(all_games(), keep=["flowers"]))
def test_positions_of_finished_games(server: RunningServer, game: str) -> None:
    table, (anna, _) = finished(server, game)
    plies = replay(anna, table)
    for ply in (0, len(plies) // 2, len(plies) - 1):
        for seat in (None, 0, 1):
            params = {"ply": ply} | ({} if seat is None else {"seat": seat})
            given = anna.http.get(f"/tables/{table}/position", params=params).json()
            assert (given["game"], given["seat"]) == (game, seat)
            found = check(server, game, given["text"], seat=seat)
            assert found["problem"] is None
            if seat is None:
                assert found["open_view"] == plies[ply]["view"]
            else:
                assert found["view"] == replay(anna, table, seat=seat)[ply]["view"]
    for params, code in (
        ({"ply": len(plies)}, "no_such_ply"),
        ({"ply": 0, "seat": 3}, "no_such_seat"),
        ({"ply": -1}, "unreadable"),
    ):
        assert anna.http.get(f"/tables/{table}/position", params=params).json()["code"] == code
    going_on = anna.open_table(game=game, hot_seat=True)["table"]["id"]
    assert anna.http.get(f"/tables/{going_on}/position", params={"ply": 0}).json()["code"] == "not_over"


@every_game
def test_positions_of_puzzles_that_are_over(server: RunningServer, game: str) -> None:
    anna = server.client("Anna")
    puzzle = anna.http.get("/puzzles/next", params={"game": game}).json()["puzzle"]
    address = f"/puzzles/{puzzle['id']}/position"
    assert anna.http.get(address).json()["code"] == "puzzle_open"
    with server.http() as stranger:
        assert stranger.get(address).json()["code"] == "puzzle_open"
    anna.post(f"/puzzles/{puzzle['id']}/solution")
    given = anna.http.get(address).json()
    found = check(server, game, given["text"], seat=given["seat"])
    assert found["view"] == puzzle["position"]["view"]
    assert found["legal"] == puzzle["legal"]
    assert anna.http.get(address, params={"turn": 99}).json()["code"] == "unreadable"
