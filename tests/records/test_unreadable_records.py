"""Unreadable records: the error says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from records.random_games import random_game

from sandmandala import Game, UnreadableError, read_record


def _change(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update({key: value})


def _drop(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda data: data.pop(key)


BAD_JSON: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (_change("format", 4), "This record has format 4; this program reads 1 to 3"),
    (_change("format", 0), "This record has format 0; this program reads 1 to 3"),
    (_change("practice", True), "A record of format 1 has no 'practice'"),
    (
        lambda data: data.update(format=3, practice=True),
        "A practice game has 'practice': true, and the position",
    ),
    (lambda data: data.update(format=3, practice="yes", start="x"), "A practice game has 'practice': true"),
    (_change("format", "1"), "The record needs 'format', as int"),
    (_change("format", True), "The record needs 'format', as int"),
    (_drop("format"), "The record needs 'format', as int"),
    (_change("colour", "red"), "A record has no 'colour'"),
    (_change("rules", None), "The record needs 'rules', as int"),
    (_change("rules", 10**9), "'rules' is too large a number"),
    (_drop("rules"), "The record needs 'rules', as int"),
    (_change("game", "chess"), "There is no game 'chess'. The games are mandala, patterns, flowers"),
    (_change("game", ["mandala"]), "The record needs 'game', as str"),
    (_drop("game"), "The record needs 'game', as str"),
    (_change("seats", 3), "Mandala has 2 seats, not 3"),
    (_change("seats", 2.0), "The record needs 'seats', as int"),
    (_drop("seats"), "The record needs 'seats', as int"),
    (_change("options", []), "The record needs 'options', as dict"),
    (_change("options", {"beginner": 2}), "The option 'beginner' is 'lot' or a seat from 0 to 1, not 2"),
    (_change("options", {"beginner": [1]}), r"not \[1\]"),
    (_change("options", {"memory_aid": "maybe"}), "The option 'memory_aid' is off or on, not 'maybe'"),
    (_change("options", {"speed": "high"}), "Mandala has no option 'speed'"),
    (_drop("options"), "The record needs 'options', as dict"),
    (_change("players", "Ann"), "The record needs 'players', as list"),
    (_change("players", []), "'players' needs a printable name of at most 60 characters for each seat"),
    (_change("players", ["Ann", 7]), "'players' must be a list of texts"),
    (_change("secret", "00"), "'secret' must be 64 hexadecimal digits in lower case"),
    (_change("secret", "A" * 64), "'secret' must be 64 hexadecimal digits in lower case"),
    (_change("secret", "0" * 64 + "\n"), "'secret' must be 64 hexadecimal digits"),
    (_change("secret", 0), "The record needs 'secret', as str"),
    (_drop("secret"), "The record needs 'secret', as str"),
    (_change("commitment", "x" * 64), "'commitment' must be 64 hexadecimal digits"),
    (_drop("commitment"), "The record needs 'commitment', as str"),
    (_change("trace", "0" * 63), "'trace' must be 64 hexadecimal digits"),
    (_change("trace", 5), "The record needs 'trace', as str"),
    (_change("start", 5), "The record needs 'start', as str"),
    (_change("start", "turn=0\nphase=over"), "'start' must be a position on one line"),
    (_change("moves", "M1R"), "The record needs 'moves', as list"),
    (_change("moves", ["M1R", 3]), "'moves' must be a list of texts"),
    (_change("moves", ["M1R", "DR 2"]), "Move 2 is not one word: 'DR 2'"),
    (_change("moves", [""]), "Move 1 is not one word: ''"),
    (_change("moves", ["M1R\n"]), "Move 1 is not one word"),
    (_change("moves", ["M1R"] * 10_001), "A record has at most 10000 moves"),
    (_drop("moves"), "The record needs 'moves', as list"),
    (_change("result", [1, 2]), "The record needs 'result', as dict"),
    (_change("result", {}), "The record needs 'scores', as list"),
    (_change("result", {"scores": [1, 2]}), "The record needs 'winners', as list"),
    (_change("result", {"scores": [1], "winners": [0]}), "'result' needs the scores of all seats"),
    (_change("result", {"scores": [1, "2"], "winners": [0]}), "'result' needs the scores of all seats"),
    (_change("result", {"scores": [1, True], "winners": [0]}), "'result' needs the scores of all seats"),
    (_change("result", {"scores": [1, 2.0], "winners": [0]}), "'result' needs the scores of all seats"),
    (_change("result", {"scores": [1, 10**7], "winners": [0]}), "'result' needs the scores of all seats"),
]


@pytest.mark.parametrize(("change", "said"), BAD_JSON, ids=[said for _, said in BAD_JSON])
def test_malformed_json(change: Callable[[dict[str, Any]], object], said: str) -> None:
    data = json.loads(random_game("mandala", 2, moves=3).record().to_json())
    change(data)
    with pytest.raises(UnreadableError, match=said):
        read_record(json.dumps(data))


BAD_TEXT = [
    ("Sandmandala record 1", "Sandmandala record 9", "This record has format 9; this program reads 1 to 3"),
    ("Sandmandala record 1", "Sandmandala record", "'format' needs a number, not ''"),
    ("Sandmandala record 1", "Sandmandala records 1", "'format' needs a number, not 's 1'"),
    ("Sandmandala record 1", "My record 1", "This is not a record: it starts neither with { nor with"),
    ("game: mandala", "game: chess", "There is no game 'chess'"),
    ("game: mandala\n", "", "The record needs 'game', as str"),
    ("rules: 1", "rules: one", "'rules' needs a number, not 'one'"),
    ("rules: 1\n", "", "The record needs 'rules', as int"),
    ("seats: 2", "seats: 4", "Mandala has 2 seats, not 4"),
    ("seats: 2", "seats: " + "2" * 5000, "'seats' needs a number"),
    ("seats: 2", "seats=2", "Cannot read the line 'seats=2' of the record"),
    ("seats: 2", "seats: 2\nseats: 2", "The line 'seats' occurs twice in the record"),
    (
        "option beginner: lot",
        "option beginner: 2",
        "The option 'beginner' is 'lot' or a seat from 0 to 1, not 2",
    ),
    ("option beginner: lot", "option beginner: " + "9" * 5000, "The option 'beginner' is 'lot' or a seat"),
    ("option beginner: lot", "option pace: 2", "Mandala has no option 'pace'"),
    ("option beginner: lot", "options: 2", "A record has no line 'options'"),
    ("player 0: Ann", "player 1: Ann", "A record has no line 'player 1'"),
    ("player 0: Ann\n", "", "A record has no line 'player 1'"),
    ("player 1: Bob\n", "", "'players' needs a printable name"),
    ("player 1: Bob\n", "player 1: Bob\nplayer 2: Cem\n", "'players' needs a printable name"),
    ("secret: 0", "secret: x", "'secret' must be 64 hexadecimal digits in lower case"),
    ("secret: 0", "Secret: 0", "A record has no line 'Secret'"),
    ("commitment: 6", "commitment: ", "'commitment' must be 64 hexadecimal digits in lower case"),
    ("scores: ", "scores: 3.5 ", r"'scores' needs a number, not '3\.5'"),
    ("scores: ", "scores: 1 ", "'result' needs the scores of all seats and the seats that won"),
    ("winners: ", "winners: Ann ", "'winners' needs a number, not 'Ann'"),
    ("trace: ", "trace: 0", "'trace' must be 64 hexadecimal digits in lower case"),
    ("1. ", "", "The moves are not numbered 1. 2. 3. and so on"),
    ("2. ", "3. ", "The moves are not numbered 1. 2. 3. and so on"),
    ("2. ", "2. 2. ", "The moves are not numbered 1. 2. 3. and so on"),
]


@pytest.mark.parametrize(("old", "new", "said"), BAD_TEXT, ids=[said for *_, said in BAD_TEXT])
def test_malformed_text(old: str, new: str, said: str) -> None:
    game = Game.new("mandala", secret=bytes(32))
    while not game.is_over:
        game.play(game.legal_actions()[0])
    text = game.record(["Ann", "Bob"]).to_text()
    assert old in text
    with pytest.raises(UnreadableError, match=said):
        read_record(text.replace(old, new, 1))


def test_a_number_without_its_move() -> None:
    record = random_game("mandala", 2, moves=2).record()
    with pytest.raises(UnreadableError, match="The last move has a number and no text"):
        read_record(record.to_text() + "3.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This is not a record: it starts neither with { nor with 'Sandmandala record'"),
        ("[]", "This is not a record"),
        ("{", "This is not JSON: "),
        ("{}", "The record needs 'format', as int"),
        ('{"format": 1', "This is not JSON: "),
        ('{"format": ' + "[" * 100_000, "This is not JSON: "),
        ('{"format": ' + "1" * 5000 + "}", "This is not JSON: "),
        ('{"format": 1, "format": 1}', "A key occurs twice in the record"),
        ('{"format": NaN}', "The record needs 'format', as int"),
        (" " * 1_000_001, "The file is too long for a record"),
        ("Sandmandala record 1", "The record needs 'game', as str"),
    ],
    ids=range(11),
)
def test_texts_that_are_not_records(text: str, said: str) -> None:
    with pytest.raises(UnreadableError, match=said):
        read_record(text)
