"""Matches: seating, reproducibility, resuming, and bots that fail."""

from __future__ import annotations

import dataclasses
import json
import runpy
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from arena.faulty_bots import OUR_ENGINE, FaultyBot, program

from sandmandala import Game, UnreadableError
from sandmandala.arena import GameResult, Match, play_match, read_entrant, tasks_of
from sandmandala.arena.report import counted_games, faults, rungs
from sandmandala.bots import Knowledge
from sandmandala.games.rules import all_games

EXAMPLES = Path(__file__).parents[2] / "examples"


def timeless(match: Match) -> list[GameResult]:
    """The games in order, without values that depend on the machine."""
    return [dataclasses.replace(result, seconds=[]) for _, result in sorted(match.results.items())]


@pytest.mark.parametrize("game", all_games())
def test_every_game_can_be_played(game: str) -> None:
    match = play_match(game, ["greedy", "random"], games=2)
    assert len(match.results) == 2
    assert not faults(timeless(match))


# --- pairings


def test_every_pair_plays_every_deal_from_both_seats() -> None:
    match = Match.between("mandala", ["random", "greedy", "search:5"], games=5)
    tasks = tasks_of(match.setup)
    assert [task.number for task in tasks] == list(range(18)), "3 pairings, 3 rounds, 2 seats"
    for pairing in [(0, 1), (0, 2), (1, 2)]:
        mine = [task for task in tasks if task.pairing == pairing]
        assert [(task.round, task.first_seat) for task in mine] == [
            (0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)
        ]  # fmt: skip
        assert all(a.secret == b.secret for a, b in zip(mine[::2], mine[1::2], strict=True))
        assert [mine[0].bot_on(0), mine[0].bot_on(1)] == list(pairing)
        assert [mine[1].bot_on(0), mine[1].bot_on(1)] == list(pairing)[::-1]
    assert len({task.secret for task in tasks}) == 9
    assert len({task.seed for task in tasks}) == 18


def test_on_a_ladder_only_neighbours_play() -> None:
    match = play_match("patterns", ["random", "greedy", "search:9"], games=2, ladder=True)
    pairings = [result.pairing for _, result in sorted(match.results.items())]
    assert pairings == [["random", "greedy"]] * 2 + [["greedy", "search:9"]] * 2
    assert [name for name, _ in rungs(match)][-1] == "random"


def test_one_against_all_others_at_a_bigger_table() -> None:
    match = play_match("flowers", ["greedy", "random"], games=4, seats=3)
    results = timeless(match)
    g, r = "greedy", "random"
    assert [result.bots for result in results] == [[g, r, r], [r, g, r], [r, r, g]] * 2
    assert len({result.secret for result in results}) == 2
    assert [len(games) for games in match.rounds((0, 1))] == [3, 3]


def test_more_games_only_add_to_a_match() -> None:
    few, many = (tasks_of(Match.between("patterns", ["random", "greedy"], n).setup) for n in (4, 10))
    assert many[: len(few)] == few


def test_another_seed_is_another_match() -> None:
    secrets = [tasks_of(Match.between("patterns", ["random"] * 2, seed=n).setup)[0].secret for n in (1, 2)]
    assert secrets[0] != secrets[1]


def test_a_bot_may_play_against_itself() -> None:
    assert Match.between("mandala", ["random"] * 3).setup.names == ("random", "random (2)", "random (3)")


# --- results


def test_a_result_can_be_replayed() -> None:
    match = play_match("mandala", ["greedy", "random"], games=2, options={"beginner": 1})
    for result in match.results.values():
        game = Game.new("mandala", options={"beginner": 1}, secret=bytes.fromhex(result.secret))
        for move in result.moves:
            game.play(move)
        assert game.is_over
        assert (result.scores, result.winners) == (game.scores(), game.winners())
        assert result.beginner == 1
        assert result.ended == "finished"
        assert sum(result.made) == len(result.moves)
        assert all(seconds > 0 for seconds in result.seconds)
        assert GameResult.from_json(json.loads(result.to_json())) == result


@pytest.mark.slow
def test_one_worker_or_two_play_the_same() -> None:
    bots = ["search:20", "search:10", "random"]
    alone, together = (play_match("mandala", bots, 2, seed=7, workers=n) for n in (1, 2))
    assert timeless(alone) == timeless(together)
    assert len(timeless(alone)) == 6


@pytest.mark.thorough
@pytest.mark.slow
def test_a_sequential_test_finds_the_stronger_bot_and_stops() -> None:
    matches = [play_match("patterns", ["search:30", "random"], 400, sprt=(0, 100), workers=n) for n in (1, 2)]
    for match in matches:
        assert match.verdict is not None
        assert match.verdict.holds == 100
        assert len(match.results) < 200
    assert matches[0].verdict == matches[1].verdict
    assert [one.number for one in counted_games(matches[0])] == [
        one.number for one in counted_games(matches[1])
    ]


# --- resuming


@pytest.mark.parametrize("torn", [0, 1, 40])
def test_an_interrupted_match_resumes(tmp_path: Path, torn: int) -> None:
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    bots = ["greedy", "random"]
    expected = timeless(play_match("flowers", bots, 4, out=whole))
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    kept = b"".join(lines[:3])
    stopped.write_bytes(kept + lines[3][:torn])
    assert timeless(play_match("flowers", bots, 4, out=stopped)) == expected
    assert stopped.read_bytes().startswith(kept), "what was played is not played again"
    assert len(stopped.read_bytes().splitlines()) == 5
    before = stopped.read_bytes()
    assert timeless(play_match("flowers", bots, 4, out=stopped)) == expected
    assert stopped.read_bytes() == before


def test_an_incomplete_header_is_rewritten(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(b'{"arena":1,"ver')
    play_match("flowers", ["random", "random"], 2, out=file)
    assert json.loads(file.read_bytes().splitlines()[0])["bots"] == ["random", "random (2)"]


@pytest.mark.parametrize(
    "change", [{"seed": 1}, {"options": {"beginner": 0}}, {"seats": 3}, {"bots": ["random", "greedy"]}]
)
def test_matches_are_not_mixed(tmp_path: Path, change: dict) -> None:
    file = tmp_path / "match.jsonl"
    given: dict[str, Any] = {"game": "flowers", "bots": ["greedy", "random"], "games": 2, "out": file}
    play_match(**given)
    before = file.read_bytes()
    with pytest.raises(UnreadableError, match="holds another match"):
        play_match(**(given | change))
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", ["Dear diary", "Dear diary\n", "[1]\n", '{"a": 1}\n'])
def test_a_foreign_file_is_not_changed(tmp_path: Path, content: str) -> None:
    file = tmp_path / "diary.txt"
    file.write_text(content)
    with pytest.raises(UnreadableError, match="not the file of an arena match"):
        play_match("flowers", ["greedy", "random"], 2, out=file)
    assert file.read_text() == content


# --- bots that fail


@pytest.mark.parametrize(
    ("name", "ended", "error"),
    [
        ("crasher", "crash", "ZeroDivisionError: no luck"),
        ("cheat", "illegal", "'all of it'"),
        ("nobody", "illegal", "'None'"),
        ("sleeper", "time", "s for a move, of 0.2 s"),
    ],
)
def test_a_bot_that_fails_loses_and_is_named(name: str, ended: str, error: str) -> None:
    match = play_match("mandala", ["random", FaultyBot(name)], games=4, move_time=0.2)
    results = timeless(match)
    assert len(results) == 4, "the match goes on"
    for result in results:
        assert (result.ended, result.loser, result.score) == (ended, name, 1)
        assert error in result.error
    (line,) = faults(counted_games(match))
    assert line.startswith(f"{name} lost 4 games by ")


def test_all_seats_of_the_other_bot_win() -> None:
    results = timeless(play_match("flowers", [FaultyBot("crasher"), "random"], games=3, seats=3))
    assert [(result.winners, result.score) for result in results] == [([1, 2], 0), ([0, 2], 0), ([0, 1], 0)]


@pytest.mark.thorough
@pytest.mark.slow
def test_a_bot_that_kills_its_process_loses_too() -> None:
    results = timeless(play_match("mandala", ["random", FaultyBot("killer")], games=4, workers=2))
    assert [(result.loser, result.ended, result.score) for result in results] == [("killer", "crash", 1)] * 4
    assert "exit code 7" in results[0].error


# --- external programs


@pytest.mark.slow
def test_our_engine_plays_as_an_external_program() -> None:
    match = play_match("flowers", [f"{OUR_ENGINE} => bot=greedy", "random"], games=2)
    for result in timeless(match):
        assert (result.ended, result.error) == ("finished", None)


@pytest.mark.parametrize(
    ("trick", "ended", "error"),
    [
        ("illegal", "illegal", "'Z9'"),
        ("die", "crash", "exit code 3"),
        ("slow", "time", "no answer within"),
        ("garbage", "crash", "not a JSON object"),
        ("refuse", "crash", "go was refused: not today"),
    ],
)
def test_a_program_that_fails_loses(trick: str, ended: str, error: str, tmp_path: Path) -> None:
    match = play_match("mandala", ["random", program(trick, tmp_path / "log")], games=2, move_time=0.3)
    for result in timeless(match):
        assert (result.ended, result.score) == (ended, 1)
        assert result.loser.startswith("engine:")
        assert error in result.error


def test_a_program_gets_a_resampled_world_only(tmp_path: Path) -> None:
    match = play_match("mandala", [program("illegal", tmp_path / "log"), "random"], games=1)
    told = [line for line in (tmp_path / "log").read_text().splitlines() if line.startswith("position")]
    assert len(told) == 2
    for line, result in zip(told, timeless(match), strict=True):
        game = Game.new("mandala", secret=bytes.fromhex(result.secret))
        for move in result.moves:
            game.play(move)
        resampled = Knowledge.of(game).world
        assert line == f"position mandala {game.rules.text.position_text(resampled[0])}"
        assert line != f"position mandala {game.position()}", "not the truth"


def test_a_program_that_cannot_be_started_loses() -> None:
    results = timeless(play_match("mandala", ["engine:/no/such/program", "random"], games=2))
    assert [(result.ended, result.score) for result in results] == [("crash", 0)] * 2
    assert "cannot start" in results[0].error


@pytest.mark.parametrize("text", ["engine:", "engine:'", "engine: => bot=random"])
def test_an_unreadable_command(text: str) -> None:
    with pytest.raises(UnreadableError):
        read_entrant(text, "mandala")


# --- the examples


def test_the_custom_bot_plays(capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["custom_bot.py", "flowers"])
    example = EXAMPLES / "custom_bot.py"
    runpy.run_path(str(example), run_name="__main__")
    shown = capsys.readouterr().out
    assert "rollout" in shown
    assert "by a crash" not in shown
    assert len(example.read_text().splitlines()) < 40


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_the_bot_in_another_language_plays() -> None:
    example = EXAMPLES / "bot.mjs"
    match = play_match("patterns", [f"engine:{shlex.join(['node', str(example)])}", "random"], games=10)
    assert [(result.ended, result.error) for result in timeless(match)] == [("finished", None)] * 10
    assert len(example.read_text().splitlines()) <= 60
