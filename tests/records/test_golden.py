"""The golden games and perft counts of tests/data: the rules still do what someone once checked."""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path

import golden
import pytest
from golden_game import GoldenGame
from records.random_games import CASES

from sandmandala.games.compiling import INTERPRETED
from sandmandala.records import is_good, read_record, verify

MOST_LINES_SHOWN = 40
every_game = pytest.mark.parametrize("example", golden.GAMES, ids=[example.file for example in golden.GAMES])


def _file_of(example: GoldenGame) -> Path:
    return golden.DATA / "golden" / f"{example.file}.txt"


def _compare(path: Path, kept: str, found: str) -> None:
    if kept != found:
        difference = list(unified_diff(kept.splitlines(), found.splitlines(), "as kept", "as it is now", n=1))
        shown = "\n".join(difference[:MOST_LINES_SHOWN])
        pytest.fail(
            f"{path.name} has changed: run make golden and read the difference.\n{shown}", pytrace=False
        )


@every_game
def test_golden_game(example: GoldenGame) -> None:
    path = _file_of(example)
    _compare(path, path.read_text(encoding="utf-8"), golden.game_text(example))


@every_game
def test_a_golden_game_shows_what_it_was_chosen_for(example: GoldenGame) -> None:
    game = example.play()
    told = {event["event"] for ply in range(1, game.ply + 1) for event in game.events(ply)}
    assert told >= set(example.shows)


@every_game
def test_the_golden_record_is_good(example: GoldenGame) -> None:
    kept = _file_of(example).read_text(encoding="utf-8")
    record = read_record(kept.partition("\nStart\n")[0])
    assert is_good(verify(record))
    assert len(re.findall(r"^\d+\. \S+$", kept, re.MULTILINE)) >= len(record.moves)


def test_perft_counts() -> None:
    path = golden.DATA / "perft.txt"
    kept = path.read_text(encoding="utf-8")
    if not INTERPRETED:
        _compare(path, kept, golden.perft_text())
        return
    deeper = rf"depth (?:[{golden.QUICK_DEPTH + 1}-9]|\d\d+): \d+\n"
    _compare(path, re.sub(deeper, "", kept), golden.perft_text(golden.QUICK_DEPTH))


def test_there_are_no_unknown_files() -> None:
    kept = {path for path in golden.DATA.rglob("*") if path.is_file()}
    others = {golden.DATA / "perft.txt", golden.DATA / "search1.txt"}  # of tests/bots/test_search1.py
    assert kept == {*map(_file_of, golden.GAMES), *others}


def test_every_number_of_players_has_a_golden_game() -> None:
    assert {(example.game, example.seats) for example in golden.GAMES} == set(CASES)
