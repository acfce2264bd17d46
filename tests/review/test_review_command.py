"""The command `sandmandala review`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from cli.command_runner import refused, run
from review.reviewed_games import SMALL, finished

from sandmandala.arena import play_match
from sandmandala.cli import review_report
from sandmandala.records import Result
from sandmandala.review.types import read_review


@pytest.fixture(autouse=True)
def _small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_report, "QUICK", SMALL)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(finished("mandala", 2).record(["Anna", "Ben"]).to_json())
    return file


def test_a_review_in_words(record: Path) -> None:
    said = run("review", record).stdout
    assert said.startswith("Mandala, Anna")
    assert "decisions counted" in said
    assert "own luck" in said
    assert "with open cards" in said
    assert "By kind: " in said
    assert "By phase: opening" in said


@pytest.mark.thorough
def test_chances_of_places(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(finished("flowers", 3).record(["Anna", "Ben", "Carl"]).to_json())
    said = run("review", file).stdout
    assert "Chances of places in % before move 1: Anna " in said


def test_a_game_that_ended_early(tmp_path: Path) -> None:
    game = finished("mandala", 2).copy()
    while game.ply > 6:
        game.take_back()
    early = Result(tuple(game.scores()), (1,), "resigned", (0,))
    file = tmp_path / "early.json"
    file.write_text(replace(game.record(["Anna", "Ben"]), result=early).to_json())
    said = run("review", file).stdout
    assert "The game ended early, because somebody resigned: Ben won." in said
    assert "what was not played" in said


def test_a_review_as_json_from_standard_input(record: Path) -> None:
    told = run("review", "-", "--json", typed=record.read_text()).stdout
    assert read_review(told).seats[1].player == "Ben"


@pytest.mark.thorough
def test_a_chart(record: Path, tmp_path: Path) -> None:
    run("review", record, "--svg", tmp_path / "chart.svg")
    drawn = (tmp_path / "chart.svg").read_text()
    assert drawn.startswith("<svg")
    assert "Anna" in drawn


@pytest.mark.thorough
def test_the_games_of_a_match(tmp_path: Path) -> None:
    ledger = tmp_path / "match.jsonl"
    play_match("patterns", ["greedy", "random"], games=2, out=ledger)
    said = run("review", ledger).stdout
    assert "greedy" in said
    assert "random" in said
    lines = run("review", ledger, "--json").stdout.splitlines()
    assert [read_review(line).game for line in lines] == ["patterns"] * 2


def test_what_cannot_be_reviewed(record: Path, tmp_path: Path) -> None:
    unfinished = finished("mandala", 2).copy()
    unfinished.take_back()
    file = tmp_path / "other.json"
    file.write_text(unfinished.record().to_json())
    assert "not over" in refused("review", file)
    file.write_text("Nothing")
    assert "not a record" in refused("review", file)
    file.write_text(replace(finished("mandala", 2).record(), trace="00" * 32).to_json())
    assert "trace" in refused("review", file)
    assert "folder" in refused("review", record, "--svg", tmp_path / "missing" / "chart.svg")


def test_damaged_matches(tmp_path: Path) -> None:
    ledger = tmp_path / "match.jsonl"
    play_match("patterns", ["greedy", "random"], games=2, out=ledger)
    header, *games = ledger.read_text().splitlines()
    ledger.write_text(f"{header}\n{{}}\n")
    assert "Line 2" in refused("review", ledger)
    ledger.write_text(f"{header}\n")
    assert "No game" in refused("review", ledger)
    ledger.write_text(json.dumps({**json.loads(header), "rules": 99}) + "\n" + games[0] + "\n")
    assert "version 99" in refused("review", ledger)
    moves = json.loads(games[0])
    ledger.write_text(f"{header}\n" + json.dumps({**moves, "moves": ["Fa1", *moves["moves"]]}) + "\n")
    assert refused("review", ledger)
