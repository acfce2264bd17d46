"""Verifying records: each kind of tampering fails its own check, and no check claims too much."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any

import pytest
from records.random_games import CASES, contributions_of, play_on, random_game, scaled_count, secret_of

from sandmandala import Game, Record, UnreadableError, read_record, verify
from sandmandala.games.rules import all_games
from sandmandala.records import Check, Result, is_good

every_case = pytest.mark.parametrize(("name", "seats"), CASES)


def _checks(record: Record) -> dict[str, Check]:
    return {check.name: check for check in verify(record)}


def _failed(record: Record, **changes: Any) -> list[Check]:
    """The checks that fail on the record with these changes."""
    changed = dataclasses.replace(record, **changes)
    assert read_record(changed.to_text()) == read_record(changed.to_json()) == changed
    checks = verify(changed)
    assert not is_good(checks)
    return [check for check in checks if check.ok is False]


@every_case
def test_a_whole_game_is_good(name: str, seats: int) -> None:
    for number in range(scaled_count(4)):
        record = random_game(name, seats, number).record()
        checks = verify(read_record(record.to_text()))
        assert {check.name: check.ok for check in checks} == {
            "commitment": True,
            "noted": None,
            "contributions": None,
            "rules": True,
            "moves": True,
            "deal": True,
            "draws": True,
            "result": True,
            "players": None,
        }
        assert is_good(checks)
        assert checks[4].detail == f"All {len(record.moves)} moves are legal."


@every_case
def test_an_unfinished_game_is_good(name: str, seats: int) -> None:
    for moves in (0, 1, 20):
        checks = _checks(random_game(name, seats, moves=moves).record())
        assert checks["result"].ok is None
        assert checks["result"].detail == "The game is not over, and the record gives no result."
        assert all(checks[name].ok for name in ("commitment", "rules", "moves", "deal", "draws"))


@every_case
def test_a_game_from_a_position_is_good(name: str, seats: int) -> None:
    game = Game.from_position(name, random_game(name, seats, moves=9).position())
    game.play(game.legal_actions()[0])
    assert is_good(verify(game.record()))


@every_case
def test_a_stacked_deal_is_not_called_fair(name: str, seats: int) -> None:
    """Anyone can choose a start position: verify must not say that it follows from the secret."""
    stacked = random_game(name, seats, 7, moves=0).position()
    checks = _checks(play_on(Game.from_position(name, stacked), 5).record())
    assert (checks["deal"].ok, checks["deal"].detail) == (
        None,
        "There was no deal: the game starts from a position that somebody chose.",
    )
    assert checks["draws"].detail == "Every draw after the start follows from the secret, as the trace says."


@every_case
def test_without_what_the_player_noted_nothing_is_claimed_about_it(name: str, seats: int) -> None:
    """An invented game is consistent and passes, so the checks must not claim more than that."""
    for given in (None, contributions_of(seats)):
        made_up = play_on(Game.new(name, seats, contributions=given), 10_000).record()
        checks = _checks(made_up)
        assert checks["commitment"].detail == "The secret belongs to the commitment in the record."
        assert checks["noted"].ok is checks["contributions"].ok is None
        assert "A made-up game would pass, too." in checks["noted"].detail
        assert not any("before the game" in check.detail for check in checks.values() if check.ok)


@every_case
def test_the_commitment_that_the_player_noted(name: str, seats: int) -> None:
    game = random_game(name, seats, moves=5)
    assert verify(game.record(), game.commitment)[1] == Check(
        "noted", True, "The secret has the commitment that you noted: it is the one fixed then."
    )
    other = random_game(name, seats, 1, moves=5)
    checks = verify(game.record(), other.commitment)
    assert [check for check in checks if check.ok is False] == [
        Check("noted", False, "The secret does not have the commitment that you noted: it was replaced.")
    ]


@every_case
def test_the_contribution_that_the_player_noted(name: str, seats: int) -> None:
    given = contributions_of(seats)
    record = play_on(Game.new(name, seats, contributions=given), 5).record()
    mine = seats - 1
    assert verify(record, contributions={mine: given[mine].hex()})[2] == Check(
        "contributions", True, f"The record has what you noted for seat {mine}."
    )
    checks = verify(record, contributions={0: given[0].hex(), mine: bytes(16).hex()})
    assert [check for check in checks if check.ok is False] == [
        Check(
            "contributions",
            False,
            f"Seat {mine} does not have the contribution that you noted: it was replaced.",
        )
    ]
    ignored = verify(random_game(name, seats, moves=5).record(), contributions={mine: given[mine].hex()})
    assert [check for check in ignored if check.ok is False] == [
        Check("contributions", False, "The record has no contributions: yours was ignored.")
    ]


@pytest.mark.parametrize(
    ("noted", "said"),
    [
        ({"commitment": "0" * 63}, "The commitment must be 64 hexadecimal digits in lower case"),
        ({"commitment": ""}, "The commitment must be 64 hexadecimal digits in lower case"),
        ({"contributions": {0: "0" * 31}}, "A contribution must be 32 hexadecimal digits in lower case"),
        ({"contributions": {2: "0" * 32}}, "There is no seat 2; the seats go from 0 to 1"),
        ({"contributions": {-1: "0" * 32}}, "There is no seat -1; the seats go from 0 to 1"),
    ],
)
def test_unreadable_notes(noted: dict[str, Any], said: str) -> None:
    with pytest.raises(UnreadableError, match=said):
        verify(random_game("mandala", 2, moves=2).record(), **noted)


def test_moves_and_start_are_written_as_the_game_writes_them() -> None:
    """Otherwise a record could be changed without changing its meaning."""
    record = random_game("flowers", 2, moves=5).record()
    [check] = _failed(record, moves=(record.moves[0].lower(), *record.moves[1:]))
    said = f"Move 1 is written {record.moves[0].lower()!r}; the game writes it {record.moves[0]!r}."
    assert (check.name, check.detail) == ("moves", said)
    late = Game.from_position("flowers", random_game("flowers", 2, moves=5).position()).record()
    assert late.start
    [check] = _failed(late, start=" ".join(reversed(late.start.split())))
    assert (check.name, check.detail) == ("deal", "The start position is not written as the game writes it.")


def test_what_a_record_does_not_say_is_not_checked() -> None:
    record = random_game("mandala", 2).record()
    checks = verify(dataclasses.replace(record, trace=None, result=None))
    assert [check.ok for check in checks[-4:]] == [True, None, None, None]
    assert [check.detail for check in checks[-3:]] == [
        "Not checked: the record has no trace to compare the deal and the draws with.",
        "Not checked: the game is over, but the record gives no result.",
        "Not checked: who played. The record gives no names.",
    ]
    assert is_good(checks)


@every_case
def test_a_wrong_commitment(name: str, seats: int) -> None:
    [check] = _failed(random_game(name, seats).record(), commitment="0" * 64)
    assert (check.name, check.detail) == (
        "commitment",
        "The secret does not belong to the commitment in the record.",
    )


@every_case
def test_another_secret(name: str, seats: int) -> None:
    """Even with a matching commitment, the draws reveal it."""
    record = random_game(name, seats, moves=4).record()
    other = secret_of("other")
    failed = _failed(record, secret=other.hex())
    assert failed[0].name == "commitment"
    assert failed[-1].name in ("moves", "draws")
    commitment = hashlib.sha256(other).hexdigest()
    [check] = _failed(record, secret=other.hex(), commitment=commitment)
    assert check.name in ("moves", "draws")


def test_other_rules() -> None:
    record = random_game("patterns", 2, moves=3).record()
    [check] = _failed(record, rules=2)
    assert (check.name, check.detail) == (
        "rules",
        "Played by version 2 of the rules; this program has version 1.",
    )
    assert verify(dataclasses.replace(record, rules=2))[-1] == check


@every_case
def test_a_changed_move(name: str, seats: int) -> None:
    """Another legal move: the positions are no longer those that were recorded."""
    game = random_game(name, seats, moves=6)
    record = game.record()
    last = game.take_back()
    other = next(move for move in game.legal_moves() if move != last)
    [check] = _failed(record, moves=(*record.moves[:-1], other))
    assert (check.name, check.detail) == (
        "draws",
        "The trace is not that of this game: it does not follow from the secret and the moves.",
    )


@every_case
def test_a_move_left_out_or_added(name: str, seats: int) -> None:
    record = random_game(name, seats).record()
    failed = _failed(record, moves=record.moves[:-1])
    assert [check.name for check in failed] == ["draws", "result"]
    assert failed[1].detail == "The record gives a result, but the game is not over."
    [check] = _failed(record, moves=(*record.moves, record.moves[-1]))
    assert check.name == "moves"
    assert f"the game is over (move {len(record.moves) + 1}, {record.moves[-1]})" in check.detail


@pytest.mark.parametrize(
    ("name", "move", "said"),
    [
        ("mandala", "TR", "M10: no mandala is being shared out now (move 1, TR)"),
        ("patterns", "X", "P3: first say which of the two tiles left over the beginner gets (move 1, X)"),
        ("flowers", "-", "F6: you can play a card, so you may not pass (move 1, -)"),
    ],
)
def test_an_illegal_move(name: str, move: str, said: str) -> None:
    [check] = _failed(random_game(name, 2, moves=5).record(), moves=(move,))
    assert (check.name, check.detail) == ("moves", said)


@pytest.mark.parametrize("name", all_games())
def test_an_unreadable_move(name: str) -> None:
    record = random_game(name, 2, moves=5).record()
    [check] = _failed(record, moves=(*record.moves[:2], "[/]", *record.moves[3:]))
    assert check.name == "moves"
    assert check.detail.startswith("Move 3: Cannot read the move '[/]'")


@every_case
def test_a_changed_trace(name: str, seats: int) -> None:
    [check] = _failed(random_game(name, seats).record(), trace="f" * 64)
    assert (check.name, check.ok) == ("draws", False)


@every_case
def test_changed_scores_and_winners(name: str, seats: int) -> None:
    game = random_game(name, seats)
    scores, winners = tuple(game.scores()), tuple(game.winners())
    everyone_else = tuple(seat for seat in range(seats) if seat not in winners)
    for result in (
        Result((scores[0] + 1, *scores[1:]), winners),
        Result(scores[::-1] if scores != scores[::-1] else (0,) * seats, winners),
        Result(scores, everyone_else),
        Result(scores, (*winners, *everyone_else, 9)),
    ):
        [check] = _failed(game.record(), result=result)
        assert (check.name, check.detail) == ("result", "The scores or winners are not those of the game.")


@every_case
def test_a_result_before_the_end(name: str, seats: int) -> None:
    game = random_game(name, seats, moves=10)
    [check] = _failed(game.record(), result=Result(tuple(game.scores()), (0,)))
    assert (check.name, check.detail) == ("result", "The record gives a result, but the game is not over.")


@every_case
def test_a_game_that_ended_early(name: str, seats: int) -> None:
    game = random_game(name, seats, moves=10)
    scores, lost = tuple(game.scores()), tuple(range(1, seats))
    record = dataclasses.replace(game.record(), result=Result(scores, (0,), "resigned", lost))
    assert record.format == 3
    for text in (record.to_json(), record.to_text()):
        assert read_record(text) == record
    (check,) = (check for check in verify(record) if check.name == "result")
    assert (check.ok, check.detail.startswith("Not checked: that the game ended early")) == (None, True)
    for result in (
        Result(scores, (1,), "time", lost),
        Result(scores, (0,), "time", ()),
        Result((99, *scores[1:]), (0,), "time", lost),
    ):
        [check] = _failed(record, result=result)
        assert (check.name, check.ok) == ("result", False)
    [check] = _failed(random_game(name, seats).record(), result=record.result)
    assert check.name == "result"


def test_a_changed_start() -> None:
    start = random_game("mandala", 2, moves=9).position()
    record = Game.from_position("mandala", start).record()
    [check] = _failed(record, start=start.replace("turn=0", "turn=2").replace("turn=1", "turn=2"))
    assert (check.name, check.detail) == ("moves", "'turn' must be from 0 to 1, not 2.")
    [check] = _failed(record, start=random_game("mandala", 2, 1, moves=9).position())
    assert check.name in ("draws", "moves")


def test_changed_options() -> None:
    game = random_game("flowers", 3, beginner=1)
    [check] = _failed(game.record(), options={**game.options, "beginner": 2}, result=None)
    assert check.name in ("draws", "moves")
