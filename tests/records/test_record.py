"""Records: JSON and text, both ways; every part of a record is checked."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import pytest
from records.some_games import CASES, fewer, some_game

from sandmandala import Game, IllegalMoveError, Record, SandmandalaError, UnreadableError, read_record
from sandmandala.games.rules import RULES_VERSION
from sandmandala.records import option_value

every_case = pytest.mark.parametrize(("name", "seats"), CASES)
NAMES = ["Annabell", "Zoë O'Hara: the 2nd", "李雷", "[bold]{R2}"]


def _records(name: str, seats: int) -> list[Record]:
    """Whole games, unfinished ones, and one from a position; with and without names."""
    records = [some_game(name, seats, number).record(NAMES[:seats]) for number in range(fewer(4))]
    records += [some_game(name, seats, number, number).record() for number in range(fewer(4))]
    middle = some_game(name, seats, 1, 15)
    game = Game.from_position(name, middle.position(), bytes(32))
    for _ in range(5):
        game.play(game.legal_actions()[0])
    return [*records, game.record(NAMES[4 - seats :])]


# --- both forms, both ways


@every_case
def test_both_forms_lead_back_to_the_record(name: str, seats: int) -> None:
    for record in _records(name, seats):
        text, data = record.to_text(), record.to_json()
        assert read_record(text) == read_record(data) == record
        assert read_record(text).to_text() == read_record(data).to_text() == text
        assert read_record(text).to_json() == read_record(data).to_json() == data


@every_case
def test_replayed_it_is_the_same_game(name: str, seats: int) -> None:
    for number in range(fewer(3)):
        game = some_game(name, seats, number)
        again = Game.from_record(read_record(game.record().to_text()))
        assert again.state_bytes() == game.state_bytes()
        assert [again.position(ply) for ply in range(game.ply + 1)] == [
            game.position(ply) for ply in range(game.ply + 1)
        ]
        assert again.record() == game.record()
        assert again.trace() == game.trace()


@every_case
def test_from_a_position_it_is_the_same_game_too(name: str, seats: int) -> None:
    record = _records(name, seats)[-1]
    assert record.start is not None
    game = Game.from_record(record)
    assert game.record(list(record.players or ())) == record
    assert game.position(0) == record.start


def test_a_record_as_people_read_it() -> None:
    game = Game.new("mandala", options={"beginner": 1}, secret=bytes(32))
    for _ in range(11):
        game.play(game.legal_actions()[0])
    record = game.record(["Annabell", "Babette"])
    head, moves = record.to_text().split("\n\n")
    assert head.split("\n") == [
        "Sandmandala record 1",
        "game: mandala",
        f"rules: {RULES_VERSION}",
        "seats: 2",
        "option beginner: 1",
        "option memory_aid: off",
        "player 0: Annabell",
        "player 1: Babette",
        "secret: " + "0" * 64,
        "commitment: 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        f"trace: {record.trace}",
    ]
    rows = moves.splitlines()
    assert len(rows) == 2
    assert rows[0].startswith(f"1. {record.moves[0]} 2. {record.moves[1]} 3. ")
    assert rows[1] == f"11. {record.moves[10]}"


def test_the_fields_of_json() -> None:
    game = some_game("flowers", 3)
    data = json.loads(game.record(["A", "B", "C"]).to_json())
    keys = "format rules game seats options players secret commitment start moves result trace"
    assert list(data) == keys.split()
    assert (data["format"], data["rules"]) == (1, RULES_VERSION) == (1, 1)
    assert data["result"] == {"scores": game.scores(), "winners": game.winners()}
    assert json.loads(some_game("flowers", 3, moves=1).record().to_json())["result"] is None


def test_what_may_be_left_out() -> None:
    record = some_game("patterns", 2).record()
    data = json.loads(record.to_json())
    for key in ("players", "start", "result", "trace"):
        del data[key]
    bare = dataclasses.replace(record, result=None, trace=None)
    assert read_record(json.dumps(data)) == bare
    assert read_record(bare.to_text()) == bare
    assert read_record(json.dumps(data, indent=4)) == bare
    assert read_record(f"\n  {json.dumps(data)}\n") == bare


def test_no_moves_yet() -> None:
    record = Game.new("flowers", secret=bytes(32)).record()
    assert read_record(record.to_text()) == read_record(record.to_text().strip()) == record


# --- what cannot be read


def _change(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update({key: value})


def _drop(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda data: data.pop(key)


BAD_JSON: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (_change("format", 3), "This record has format 3; this program reads 1 to 2"),
    (_change("format", 0), "This record has format 0; this program reads 1 to 2"),
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
    data = json.loads(some_game("mandala", 2, moves=3).record().to_json())
    change(data)
    with pytest.raises(UnreadableError, match=said):
        read_record(json.dumps(data))


BAD_TEXT = [
    ("Sandmandala record 1", "Sandmandala record 9", "This record has format 9; this program reads 1 to 2"),
    ("Sandmandala record 1", "Sandmandala record", "'format' needs a number, not ''"),
    ("Sandmandala record 1", "Sandmandala records 1", "'format' needs a number, not 's 1'"),
    ("Sandmandala record 1", "My record 1", "This is no record: it starts neither with { nor with"),
    ("game: mandala", "game: chess", "There is no game 'chess'"),
    ("game: mandala\n", "", "The record needs 'game', as str"),
    ("rules: 1", "rules: one", "'rules' needs a number, not 'one'"),
    ("rules: 1\n", "", "The record needs 'rules', as int"),
    ("seats: 2", "seats: 4", "Mandala has 2 seats, not 4"),
    ("seats: 2", "seats: " + "2" * 5000, "'seats' needs a number"),
    ("seats: 2", "seats=2", "Cannot read the line 'seats=2' of the record"),
    ("seats: 2", "seats: 2\nseats: 2", "The line 'seats' stands twice in the record"),
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
    record = some_game("mandala", 2, moves=2).record()
    with pytest.raises(UnreadableError, match="The last move has a number and no text"):
        read_record(record.to_text() + "3.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This is no record: it starts neither with { nor with 'Sandmandala record'"),
        ("[]", "This is no record"),
        ("{", "This is no JSON: "),
        ("{}", "The record needs 'format', as int"),
        ('{"format": 1', "This is no JSON: "),
        ('{"format": ' + "[" * 100_000, "This is no JSON: "),
        ('{"format": ' + "1" * 5000 + "}", "This is no JSON: "),
        ('{"format": 1, "format": 1}', "A key stands twice in the record"),
        ('{"format": NaN}', "The record needs 'format', as int"),
        (" " * 1_000_001, "The file is too long for a record"),
        ("Sandmandala record 1", "The record needs 'game', as str"),
    ],
    ids=range(11),
)
def test_what_is_no_record_at_all(text: str, said: str) -> None:
    with pytest.raises(UnreadableError, match=said):
        read_record(text)


# --- names, options, versions, moves


@pytest.mark.parametrize(
    "name", ["", " ", "Ann ", " Ann", "A\nB", "A\tB", "\x1b[31mred", "x" * 61, "\u2028", "\ud800"]
)
def test_names_that_no_record_takes(name: str) -> None:
    game = some_game("patterns", 2, moves=3)
    with pytest.raises(UnreadableError, match="'players' needs a printable name of at most 60 characters"):
        game.record(["Ann", name])
    data = json.loads(game.record().to_json()) | {"players": ["Ann", name]}
    with pytest.raises(UnreadableError, match="'players' needs a printable name of at most 60 characters"):
        read_record(json.dumps(data))


@pytest.mark.parametrize("name", ["x" * 60, "a: b", "1. M1R", "player 0: x", "Zoë", "[/]", "{R2}", "🀄"])
def test_names_that_a_record_takes(name: str) -> None:
    record = some_game("patterns", 2, moves=3).record([name, name])
    assert read_record(record.to_text()).players == read_record(record.to_json()).players == (name, name)


def test_option_values_are_words_or_seats() -> None:
    assert [option_value(text) for text in ("0", "12", "lot", "", "-1", "1.0", "٣", "1234567")] == [
        0, 12, "lot", "", "-1", "1.0", "٣", "1234567",
    ]  # fmt: skip


def test_a_record_of_other_rules_can_be_read_and_says_so() -> None:
    record = dataclasses.replace(some_game("patterns", 2, moves=3).record(), rules=7)
    assert read_record(record.to_text()).rules == read_record(record.to_json()).rules == 7
    with pytest.raises(UnreadableError, match="played by version 7 of the rules"):
        Game.from_record(record)


def test_a_bad_move_is_named_with_its_number() -> None:
    record = some_game("mandala", 2, moves=3).record()
    with pytest.raises(UnreadableError, match=r"^Move 4: Cannot read the move 'Ke2'"):
        Game.from_record(dataclasses.replace(record, moves=(*record.moves, "Ke2")))
    with pytest.raises(IllegalMoveError, match=r"^M10: no mandala is being shared out now \(move 4, TR\)$"):
        Game.from_record(dataclasses.replace(record, moves=(*record.moves, "TR")))


def test_the_start_position_must_agree_with_the_record() -> None:
    start = some_game("flowers", 2, moves=5).position()
    record = Game.from_position("flowers", start).record()
    for change in ({"seats": 3}, {"options": {**record.options, "memory_aid": "on"}}):
        with pytest.raises(
            UnreadableError, match="The start position has other seats or options than the record"
        ):
            Game.from_record(dataclasses.replace(record, **change))  # type: ignore[arg-type]
    with pytest.raises(SandmandalaError, match="Cannot read the word 'e4'"):
        Game.from_record(dataclasses.replace(record, start="e4"))
