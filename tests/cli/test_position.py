"""`sandmandala position`: the board, the legal moves and the best one, and playing on."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command_runner import refused, run

from sandmandala import read_record
from sandmandala.editor import read_known
from sandmandala.editor.description import editor_info
from sandmandala.games.rules import all_games
from sandmandala.records import is_good, verify

MANDALA = "mandala1=R1K1/G2/- mandala2=O1Y1/-/P1 hand=R2G1P1/?5 dealt=R1O1/?2 turn=0"


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
def test_a_position_to_begin_with(name: str) -> None:
    known = read_known(name, editor_info(name).start)
    said = run("position", name, "--seconds", 0.1).stdout
    assert known.text in said
    assert f"Seat {known.to_move} is to move." in said
    assert all(move in said for move in known.played_from().legal_moves())
    assert "Best move: " in said


@pytest.mark.slow
def test_unknown_cards_stay_unknown() -> None:
    said = run("position", "mandala", MANDALA, "--seconds", 0.1).stdout
    assert "7 cards are unknown to seat 0." in said
    waiting = run("position", "mandala", MANDALA.replace("turn=0", "turn=1")).stdout
    assert "Seat 1 is to move; its cards are unknown" in waiting
    assert "Best move" not in waiting


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["mandala", MANDALA.replace("?5", "?9")], "hand/1: There are 9 cards here; at most 8 are possible."),
        (["mandala", MANDALA.replace("R1K1/G2", "R1G1/G2")], "M5: A colour lies in two areas of mandala 1."),
        (["mandala", "moon=1"], "Cannot read the word 'moon=1'"),
        (["mandala", MANDALA, "--seat", "1"], "Seat 1 has unknown cards."),
        (["mandala", MANDALA, "--bot", "forest"], "--bot and --save are for --play."),
        (["mandala", MANDALA, "--play", "--bot", "nobody"], "nobody"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(arguments: list[str], said: str) -> None:
    message = refused("position", *arguments)
    assert said in message
    assert "\n" not in message


@pytest.mark.slow
def test_playing_on_from_a_position(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = run(
        "position", "mandala", MANDALA, "--play", "--bot", "random", "--save", file, typed="M1R\nquit\n"
    )
    assert "Player 1 (you)" in result.stdout
    record = read_record(file.read_text())
    assert record.moves[0] == "M1R"
    assert record.start is not None
    assert "hand=R2G1P1/" in record.start
    assert "?" not in record.start
    assert is_good(verify(record))
