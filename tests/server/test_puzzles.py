"""Puzzles over REST: judged on the server, rated once, and their solutions kept until they are over."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace
from server.conftest import Storage
from server.in_process_server import InProcessServer
from server.running_server import Client
from server.sample_puzzles import THEMES, sample_puzzles

from sandmandala.games import chance, entry_points
from sandmandala.games.state_reader import StateReader
from sandmandala.puzzles.puzzle import Puzzle
from sandmandala.puzzles.solving import game_before
from sandmandala.server import server_time
from sandmandala.server.learning import puzzles as service

GAMES = ("mandala", "patterns", "flowers")
every_game = pytest.mark.parametrize("game", GAMES)
HOUR = 3_600_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, storage: Storage) -> Iterator[InProcessServer]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "shipped_puzzles", sample_puzzles)
        server = InProcessServer(tmp_path_factory.mktemp("server"), **storage())
        yield server
        server.stop()


@pytest.fixture
def anna(server: InProcessServer) -> Client:
    return server.client("Anna")


def later(monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
    """Move the server's clock."""
    monkeypatch.setattr(server_time, "_start", server_time._start + int(hours * HOUR) * 1_000_000)


def of_turns(game: str, turns: int, skip: int = 0) -> Puzzle:
    return [one for one in sample_puzzles(game).values() if len(one.solution) == turns][skip]


def wrong_move(puzzle: Puzzle, turn: int = 0) -> str:
    legal = game_before(puzzle, turn).legal_moves()
    return next(move for move in legal if move not in puzzle.solution[turn].right)


def get(client: Client, path: str, **params: Any) -> Any:
    return client.http.get(path, params=params).json()


def answer(client: Client, puzzle: Puzzle, turn: int, move: str) -> Any:
    return client.http.post(f"/puzzles/{puzzle.id}/answer", json={"turn": turn, "move": move}).json()


def solve(client: Client, puzzle: Puzzle) -> Any:
    found = None
    for turn, part in enumerate(puzzle.solution):
        found = answer(client, puzzle, turn, part.right[0])
    return found


def rating(client: Client, game: str) -> Any:
    [found] = [one for one in get(client, "/puzzles")["games"] if one["game"] == game]
    return found


@every_game
def test_a_puzzle_is_solved_move_by_move(anna: Client, game: str) -> None:
    puzzle = of_turns(game, 2)
    seen = get(anna, f"/puzzles/{puzzle.id}")
    assert (seen["side"], seen["ask"], seen["attempt"]["state"]) == (puzzle.side, puzzle.ask, "open")
    assert seen["legal"] == game_before(puzzle, 0).legal_moves()
    first = answer(anna, puzzle, 0, puzzle.solution[0].right[0])
    assert first["right"]
    assert [ply["move"] for ply in first["plies"]] == [
        puzzle.solution[0].right[0],
        *puzzle.solution[0].answers,
    ]
    assert first["legal"] == game_before(puzzle, 1).legal_moves()
    assert first["solution"] is None
    last = answer(anna, puzzle, 1, puzzle.solution[1].right[0])
    assert (last["attempt"]["state"], last["attempt"]["first"]) == ("solved", "solved")
    assert last["attempt"]["after"] > last["attempt"]["before"]
    assert last["solution"]["right"] == [list(turn.right) for turn in puzzle.solution]
    assert (last["solution"]["tries"], last["solution"]["exact"]) == (1, game == "patterns")
    assert get(anna, f"/puzzles/{puzzle.id}")["solution"]["themes"] == list(puzzle.themes)
    found = rating(anna, game)
    assert (found["tried"], found["solved"], found["rating"]) == (1, 1, last["attempt"]["after"])


@every_game
def test_nothing_tells_the_solution_or_hidden_cards_too_early(
    server: InProcessServer, anna: Client, game: str
) -> None:
    """Whatever is asked about an open puzzle, no answer holds a right move, but among all legal ones.

    The same puzzle with other hidden cards gives the same answers, byte for byte."""
    puzzle = of_turns(game, 2, skip=1)
    right = [turn.right[0] for turn in puzzle.solution]

    def ask_everything(client: Client) -> list[str]:
        wrong = wrong_move(puzzle)
        return [
            client.http.get(f"/puzzles/{puzzle.id}").text,
            client.http.get("/puzzles/day").text,
            client.http.get("/puzzles").text,
            client.http.get(f"/puzzles/{puzzle.id}/moves", params={"move": wrong}).text,
            client.http.get(f"/puzzles/{puzzle.id}/outcomes").text,
            client.http.put(f"/puzzles/{puzzle.id}/vote", json={"vote": 1}).text,
            client.http.post(f"/puzzles/{puzzle.id}/answer", json={"turn": 0, "move": wrong}).text,
            *(
                client.http.post(f"/puzzles/{puzzle.id}/hint", json={"turn": 0, "number": number}).text
                for number in (1, 2, 3)
            ),
            client.http.post(f"/puzzles/{puzzle.id}/again").text,
            client.http.get(f"/puzzles/{puzzle.id}").text,
        ]

    said = ask_everything(anna)
    for text in said:
        known = json.loads(text)
        known.pop("legal", None)
        assert f'"{right[0]}"' not in json.dumps(known)
        assert "themes" not in text or '"games"' in text
        assert puzzle.position not in text
    assert json.loads(said[4])["code"] == json.loads(said[5])["code"] == "puzzle_open"
    twin = _with_other_secrets(puzzle)
    server._app.state.learning.puzzles._known.clear()
    server._app.state.learning.puzzles._by_game[game] = {**sample_puzzles(game), puzzle.id: twin}
    try:
        ben = server.client("Ben")
        assert _without_others(ask_everything(ben)) == _without_others(said)
    finally:
        server._app.state.learning.puzzles._by_game.pop(game)
        server._app.state.learning.puzzles._known.clear()


def _with_other_secrets(puzzle: Puzzle) -> Puzzle:
    """The same puzzle, with everything dealt again that the solver cannot know."""
    game = game_before(puzzle)
    state = game.state()
    entry_points.resample_state(state, 0, puzzle.side, chance.stream_from_seed(5))
    world = StateReader(game.rules.state_dtype, state.tobytes())
    return replace(puzzle, position=game.rules.text.position_text(world))


def _without_others(said: list[str]) -> list[Any]:
    """Without what others did with the puzzle in the meantime."""
    found = []
    for text in said:
        known = json.loads(text)
        known.pop("difficulty", None)
        known.get("attempt", {}).pop("after", None)
        found.append(known)
    return found


@every_game
def test_a_wrong_move_says_why_and_the_puzzle_comes_back(
    anna: Client, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = of_turns(game, 1)
    wrong = answer(anna, puzzle, 0, wrong_move(puzzle))
    assert not wrong["right"]
    assert (wrong["plies"], wrong["solution"]) == ([], None)
    assert wrong["loss"]["win"] >= 0
    assert (wrong["attempt"]["first"], wrong["attempt"]["state"]) == ("failed", "open")
    assert wrong["attempt"]["after"] < wrong["attempt"]["before"]
    assert answer(anna, puzzle, 0, wrong_move(puzzle)) == wrong, "it may be sent again"
    solved = solve(anna, puzzle)
    assert (solved["attempt"]["state"], solved["attempt"]["first"]) == ("solved", "failed")
    assert solved["attempt"]["after"] == wrong["attempt"]["after"], "only the first try counts"
    assert get(anna, "/puzzles")["streak"] | {"best_row": 0} == {
        **{"days": 1, "best_days": 1, "row": 0, "best_row": 0, "today": True}
    }
    repetition = get(anna, "/me/repetition")
    assert (repetition["due"], repetition["total"], repetition["items"]) == (0, 1, [])
    assert repetition["next"] - repetition["now"] <= 4 * HOUR
    later(monkeypatch, 4.01)
    [item] = get(anna, "/me/repetition")["items"]
    assert (item["kind"], item["puzzle"], item["stage"]) == ("puzzle", puzzle.id, 0)
    assert get(anna, f"/puzzles/{puzzle.id}")["attempt"]["state"] == "solved", "until it is started again"
    assert anna.post(f"/puzzles/{puzzle.id}/again")["solution"] is None
    solve(anna, puzzle)
    assert solve(anna, puzzle)["right"], "it may be sent again"
    repetition = get(anna, "/me/repetition")
    assert repetition["due"] == 0
    assert 23 * HOUR < repetition["next"] - repetition["now"] <= 24 * HOUR
    later(monkeypatch, 25)
    anna.post(f"/puzzles/{puzzle.id}/again")
    anna.post(f"/puzzles/{puzzle.id}/solution")
    repetition = get(anna, "/me/repetition")
    assert 3 * HOUR < repetition["next"] - repetition["now"] <= 4 * HOUR, "it starts over"
    assert anna.http.delete(f"/me/repetition/{item['id']}").status_code == 204
    assert anna.http.delete(f"/me/repetition/{item['id']}").json()["code"] == "nothing_to_repeat"
    assert get(anna, "/me/repetition")["total"] == 0


def test_two_tabs_at_once_are_rated_once(server: InProcessServer, anna: Client) -> None:
    puzzle = of_turns("mandala", 1, skip=2)
    tabs = [Client.known(server, anna) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        right = puzzle.solution[0].right[0]
        moves = [right if number % 2 else wrong_move(puzzle) for number in range(6)]
        said = list(pool.map(lambda tab, move: answer(tab, puzzle, 0, move), tabs, moves))
    assert [one.get("right") for one in said if one.get("right")] == [True] * 3
    codes = {one["code"] for one in said if "code" in one}
    assert codes <= {"puzzle_over", "too_many"}, said
    found = rating(anna, "mandala")
    assert found["tried"] == 1
    stored = get(anna, "/me/learning")
    [attempt] = stored["puzzles"]
    assert attempt["first"] in ("solved", "failed")
    assert get(anna, f"/puzzles/{puzzle.id}")["solution"]["tries"] == 1
    assert get(anna, "/me/repetition")["total"] == (attempt["first"] == "failed")
    for tab in tabs:
        tab.http.close()


def test_many_people_at_once_are_all_counted(server: InProcessServer) -> None:
    puzzle = of_turns("patterns", 1, skip=2)
    people = [server.client(f"Person {number}") for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda one: solve(one, puzzle), people))
    assert get(people[0], f"/puzzles/{puzzle.id}")["solution"]["tries"] == 8
    assert get(people[0], f"/puzzles/{puzzle.id}")["solution"]["solved"] == 8


def test_hints_count_less_and_giving_up_shows_the_solution(server: InProcessServer) -> None:
    plain, hinted, gone = (server.client(name) for name in ("Plain", "Hinted", "Gone"))
    puzzle = of_turns("flowers", 1, skip=1)
    hint = hinted.post(f"/puzzles/{puzzle.id}/hint", turn=0, number=1)
    assert (hint["number"], hint["of"], hint["theme"], hint["place"]) == (1, 3, puzzle.themes[0], None)
    third = hinted.post(f"/puzzles/{puzzle.id}/hint", turn=0, number=3)
    assert third["kind"]
    assert get(hinted, f"/puzzles/{puzzle.id}")["attempt"]["hints"] == 3
    gains = [solve(one, puzzle)["attempt"] for one in (plain, hinted)]
    assert gains[1]["first"] == "hinted"
    assert gains[0]["after"] - gains[0]["before"] > 2 * (gains[1]["after"] - gains[1]["before"]) > 0
    shown = gone.post(f"/puzzles/{puzzle.id}/solution")
    assert (shown["attempt"]["state"], shown["attempt"]["first"]) == ("shown", "failed")
    assert shown["solution"]["right"] == [list(puzzle.solution[0].right)]
    assert answer(gone, puzzle, 0, puzzle.solution[0].right[0])["code"] == "puzzle_over"
    outcomes = get(gone, f"/puzzles/{puzzle.id}/outcomes", move=wrong_move(puzzle))
    assert [one["move"] for one in outcomes] == [puzzle.solution[0].right[0], wrong_move(puzzle)]
    assert sum(count for _, count in outcomes[0]["outcomes"]["margins"]) == outcomes[0]["outcomes"]["games"]
    assert gone.refused(f"/puzzles/{puzzle.id}/hint", turn=0, number=1)["code"] == "puzzle_over"


def test_votes_come_after_the_solution_and_can_be_changed(anna: Client) -> None:
    puzzle = of_turns("mandala", 1)

    def vote(value: int) -> Any:
        return anna.http.put(f"/puzzles/{puzzle.id}/vote", json={"vote": value})

    assert vote(1).json()["code"] == "puzzle_open"
    anna.post(f"/puzzles/{puzzle.id}/solution")
    before = get(anna, f"/puzzles/{puzzle.id}")["solution"]
    for value, up, down in ((1, 1, 0), (1, 1, 0), (-1, 0, 1), (0, 0, 0)):
        assert vote(value).status_code == 204
        found = get(anna, f"/puzzles/{puzzle.id}")
        solution = found["solution"]
        assert (solution["up"] - before["up"], solution["down"] - before["down"]) == (up, down)
        assert found["attempt"]["vote"] == value
    assert vote(2).json()["code"] == "unreadable"


def test_the_puzzle_of_the_day_is_the_same_for_all(
    server: InProcessServer, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.http() as stranger:
        today = stranger.get("/puzzles/day").json()
    mine = get(anna, "/puzzles/day")
    assert mine == today
    assert [one["game"] for one in today["puzzles"]] == list(GAMES)
    assert today["featured"] in GAMES
    puzzle = sample_puzzles("mandala")[today["puzzles"][0]["id"]]
    solve(anna, puzzle)
    after = get(anna, "/puzzles/day")
    assert (after["puzzles"][0]["first"], after["streak"]["today"]) == ("solved", True)
    later(monkeypatch, 24)
    tomorrow = get(anna, "/puzzles/day")
    assert (tomorrow["until"] - today["until"], tomorrow["streak"]["days"]) == (24 * HOUR, 1)
    assert tomorrow["date"] > today["date"]
    assert not tomorrow["streak"]["today"]
    assert tomorrow["featured"] != today["featured"]
    later(monkeypatch, 24)
    assert get(anna, "/puzzles/day")["streak"]["days"] == 0


def test_the_next_puzzle_by_game_and_theme(anna: Client, server: InProcessServer) -> None:
    seen = []
    of_theme = [one.id for one in sample_puzzles("patterns").values() if THEMES[0] in one.themes]
    while puzzle := get(anna, "/puzzles/next", game="patterns", theme=THEMES[0])["puzzle"]:
        assert get(anna, "/puzzles/next", game="patterns", theme=THEMES[0])["puzzle"]["id"] == puzzle["id"]
        other = get(anna, "/puzzles/next", game="patterns", theme=THEMES[0], skip=puzzle["id"])["puzzle"]
        assert other is None or other["id"] != puzzle["id"]
        seen.append(puzzle["id"])
        anna.post(f"/puzzles/{puzzle['id']}/solution")
    assert sorted(seen) == sorted(of_theme)
    for params in ({"game": "chess"}, {"game": "patterns", "skip": "x"}, {"game": "Patterns"}):
        assert "code" in get(anna, "/puzzles/next", **params)
    with server.http() as stranger:
        assert stranger.get("/puzzles/next", params={"game": "mandala"}).json()["puzzle"]


def test_what_is_refused_changes_nothing(server: InProcessServer, anna: Client) -> None:
    puzzle = of_turns("mandala", 2, skip=2)
    right, wrong = puzzle.solution[0].right[0], wrong_move(puzzle)
    for form, code in (
        ({"turn": 0, "move": "nonsense"}, "unreadable"),
        ({"turn": 1, "move": puzzle.solution[1].right[0]}, "gone_on"),
        ({"turn": 9, "move": right}, "gone_on"),
        ({"turn": -1, "move": right}, "unreadable"),
        ({"turn": 0, "move": right, "more": 1}, "unreadable"),
    ):
        assert anna.refused(f"/puzzles/{puzzle.id}/answer", **form)["code"] == code, form
    assert anna.refused("/puzzles/0123456789ab/answer", turn=0, move=right)["code"] == "no_such_puzzle"
    assert anna.refused(f"/puzzles/{puzzle.id}/hint", turn=0, number=4)["code"] == "unreadable"
    with server.http() as stranger:
        refused = stranger.post(f"/puzzles/{puzzle.id}/answer", json={"turn": 0, "move": right})
        assert refused.json()["code"] == "sign_in"
        assert stranger.get(f"/puzzles/{puzzle.id}").json()["attempt"]["state"] == "open"
    illegal = get(anna, f"/puzzles/{puzzle.id}/moves", move="M1R")
    assert "move" in illegal
    assert get(anna, "/me/learning")["puzzles"] == []
    assert answer(anna, puzzle, 0, right)["right"]
    assert answer(anna, puzzle, 0, right)["right"], "an answer that got lost may be sent again"
    assert anna.refused(f"/puzzles/{puzzle.id}/answer", turn=0, move=wrong)["code"] == "gone_on"
    assert get(anna, f"/puzzles/{puzzle.id}")["attempt"]["first"] is None


def test_progress_moves_with_a_guest_who_signs_in(server: InProcessServer) -> None:
    account, login = server.client("Account"), f"learner-{secrets.token_hex(4)}"
    password = {"login": login, "password": "long enough"}
    first, second, third = (of_turns("mandala", 1, skip) for skip in (1, 3, 4))
    solve(account, first)
    assert account.http.post("/me/password", json=password).status_code == 204, "a guest becomes an account"
    assert rating(account, "mandala")["tried"] == 1
    account.http.put("/me/tutorials/mandala", json={"step": 3, "done": False, "changed": 1000})
    guest = server.client("Guest")
    answer(guest, first, 0, wrong_move(first))
    answer(guest, second, 0, wrong_move(second))
    solve(guest, of_turns("patterns", 1))
    guest.http.put("/me/tutorials/mandala", json={"step": 5, "done": True, "changed": 2000})
    guest.http.put("/me/tutorials/patterns", json={"step": 2, "done": False})
    assert guest.http.post("/sign-in", json=password).status_code == 200
    found = get(guest, "/me/learning")
    assert found["tutorials"][0]["done"]
    assert [(one["tutorial"], one["step"]) for one in found["tutorials"]] == [("mandala", 5), ("patterns", 2)]
    assert {one["puzzle"]: one["first"] for one in found["puzzles"]} == {
        **{first.id: "solved", second.id: "failed", of_turns("patterns", 1).id: "solved"}
    }
    assert sorted(one["item"] for one in found["repetitions"]) == sorted(
        f"puzzle:{one.id}" for one in (first, second)
    )
    assert rating(guest, "mandala")["tried"] == 1, "an account keeps its own rating"
    assert rating(guest, "patterns")["tried"] == 1
    assert get(guest, "/puzzles")["streak"]["best_row"] == 1
    other = server.client("Another guest")
    solve(other, third)
    member, other_login = server.client("Member"), f"member-{secrets.token_hex(4)}"
    member.http.post("/me/password", json={"login": other_login, "password": "long enough"})
    solve(member, third)
    assert member.http.post("/sign-in", json=password).status_code == 200
    assert third.id not in {one["puzzle"] for one in get(member, "/me/learning")["puzzles"]}, (
        "an account is not merged into another"
    )


def test_everything_is_deleted_with_the_account(server: InProcessServer, anna: Client) -> None:
    puzzle = of_turns("mandala", 1)
    answer(anna, puzzle, 0, wrong_move(puzzle))
    anna.http.put("/me/tutorials/mandala", json={"step": 3, "done": True})
    assert anna.http.delete("/me").status_code == 204
    for store, rows in (("store", "attempts"), ("store", "solver")):
        puzzles = server._app.state.learning.puzzles
        assert not server.do(getattr(getattr(puzzles, store), rows)(anna.me["id"]))
    learning = server._app.state.learning
    assert not server.do(learning.progress.of(anna.me["id"]))
    assert not server.do(learning.repetitions.all(anna.me["id"]))
    assert server.do(learning.puzzles.store.streak(anna.me["id"])).day < 0
