"""Records: reading and writing JSON and text; every part of a record is checked."""

from __future__ import annotations

import dataclasses
import json

import pytest
from records.random_games import CASES, random_game, scaled_count

from sandmandala import Game, IllegalMoveError, Record, SandmandalaError, UnreadableError, read_record
from sandmandala.games.rules import RULES_VERSION
from sandmandala.records import option_value

every_case = pytest.mark.parametrize(("name", "seats"), CASES)
NAMES = ["Annabell", "Zoë O'Hara: the 2nd", "李雷", "[bold]{R2}"]


def _records(name: str, seats: int) -> list[Record]:
    """Complete games, unfinished ones, and one from a position; with and without names."""
    records = [random_game(name, seats, number).record(NAMES[:seats]) for number in range(scaled_count(4))]
    records += [random_game(name, seats, number, number).record() for number in range(scaled_count(4))]
    middle = random_game(name, seats, 1, 15)
    game = Game.from_position(name, middle.position(), bytes(32))
    for _ in range(5):
        game.play(game.legal_actions()[0])
    return [*records, game.record(NAMES[4 - seats :])]


# --- reading and writing both forms


@every_case
def test_both_forms_round_trip(name: str, seats: int) -> None:
    for record in _records(name, seats):
        text, data = record.to_text(), record.to_json()
        assert read_record(text) == read_record(data) == record
        assert read_record(text).to_text() == read_record(data).to_text() == text
        assert read_record(text).to_json() == read_record(data).to_json() == data


@every_case
def test_a_replay_is_the_same_game(name: str, seats: int) -> None:
    for number in range(scaled_count(3)):
        game = random_game(name, seats, number)
        again = Game.from_record(read_record(game.record().to_text()))
        assert again.state_bytes() == game.state_bytes()
        assert [again.position(ply) for ply in range(game.ply + 1)] == [
            game.position(ply) for ply in range(game.ply + 1)
        ]
        assert again.record() == game.record()
        assert again.trace() == game.trace()


@every_case
def test_a_replay_from_a_position_is_the_same_game(name: str, seats: int) -> None:
    record = _records(name, seats)[-1]
    assert record.start is not None
    game = Game.from_record(record)
    assert game.record(list(record.players or ())) == record
    assert game.position(0) == record.start


def test_the_text_of_a_record() -> None:
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
    game = random_game("flowers", 3)
    data = json.loads(game.record(["A", "B", "C"]).to_json())
    keys = "format rules game seats options players secret commitment start moves result trace"
    assert list(data) == keys.split()
    assert (data["format"], data["rules"]) == (1, RULES_VERSION) == (1, 1)
    assert data["result"] == {"scores": game.scores(), "winners": game.winners()}
    assert json.loads(random_game("flowers", 3, moves=1).record().to_json())["result"] is None


def test_optional_parts() -> None:
    record = random_game("patterns", 2).record()
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


# --- names, options, versions, moves


@pytest.mark.parametrize(
    "name", ["", " ", "Ann ", " Ann", "A\nB", "A\tB", "\x1b[31mred", "x" * 61, "\u2028", "\ud800"]
)
def test_invalid_names(name: str) -> None:
    game = random_game("patterns", 2, moves=3)
    with pytest.raises(UnreadableError, match="'players' needs a printable name of at most 60 characters"):
        game.record(["Ann", name])
    data = json.loads(game.record().to_json()) | {"players": ["Ann", name]}
    with pytest.raises(UnreadableError, match="'players' needs a printable name of at most 60 characters"):
        read_record(json.dumps(data))


@pytest.mark.parametrize("name", ["x" * 60, "a: b", "1. M1R", "player 0: x", "Zoë", "[/]", "{R2}", "🀄"])
def test_valid_names(name: str) -> None:
    record = random_game("patterns", 2, moves=3).record([name, name])
    assert read_record(record.to_text()).players == read_record(record.to_json()).players == (name, name)


def test_option_values_are_words_or_seats() -> None:
    assert [option_value(text) for text in ("0", "12", "lot", "", "-1", "1.0", "٣", "1234567")] == [
        0, 12, "lot", "", "-1", "1.0", "٣", "1234567",
    ]  # fmt: skip


def test_a_record_of_other_rules_can_be_read_and_says_so() -> None:
    record = dataclasses.replace(random_game("patterns", 2, moves=3).record(), rules=7)
    assert read_record(record.to_text()).rules == read_record(record.to_json()).rules == 7
    with pytest.raises(UnreadableError, match="played by version 7 of the rules"):
        Game.from_record(record)


def test_a_bad_move_is_named_with_its_number() -> None:
    record = random_game("mandala", 2, moves=3).record()
    with pytest.raises(UnreadableError, match=r"^Move 4: Cannot read the move 'Ke2'"):
        Game.from_record(dataclasses.replace(record, moves=(*record.moves, "Ke2")))
    with pytest.raises(IllegalMoveError, match=r"^M10: no mandala is being shared out now \(move 4, TR\)$"):
        Game.from_record(dataclasses.replace(record, moves=(*record.moves, "TR")))


def test_the_start_position_must_agree_with_the_record() -> None:
    start = random_game("flowers", 2, moves=5).position()
    record = Game.from_position("flowers", start).record()
    for change in ({"seats": 3}, {"options": {**record.options, "memory_aid": "on"}}):
        with pytest.raises(
            UnreadableError, match="The start position has other seats or options than the record"
        ):
            Game.from_record(dataclasses.replace(record, **change))
    with pytest.raises(SandmandalaError, match="Cannot read the word 'e4'"):
        Game.from_record(dataclasses.replace(record, start="e4"))
