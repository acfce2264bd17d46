"""The Python API: a game in play."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from records.random_games import CASES, random_game, scaled_count

from sandmandala import Game, IllegalMoveError, ImpossiblePositionError, SandmandalaError, UnreadableError
from sandmandala.games import chance
from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import information_gain, reveals_information

SECRET = bytes(range(32))
every_case = pytest.mark.parametrize(("name", "seats"), CASES)
every_game = pytest.mark.parametrize("name", all_games())


# --- starting


@every_case
def test_new_deals_a_game(name: str, seats: int) -> None:
    game = Game.new(name, seats, secret=SECRET)
    assert (game.name, game.seats, game.ply, game.moves) == (name, seats, 0, [])
    assert game.to_move in range(seats)
    assert not game.is_over
    assert game.winners() == []
    assert len(game.scores()) == seats
    assert game.legal_moves()
    assert game.commitment == chance.commitment(SECRET)
    assert game.state_bytes() == Game.new(name, seats, secret=SECRET).state_bytes()


@every_game
def test_defaults_of_new_are_the_fewest_seats_and_a_fresh_secret(name: str) -> None:
    games = [Game.new(name) for _ in range(2)]
    rules = rules_of(name)
    assert games[0].seats == min(rules.seat_counts)
    assert games[0].options == {"beginner": "lot"} | {key: values[0] for key, values in rules.options.items()}
    assert games[0].secret != games[1].secret
    assert all(len(game.secret) == 32 for game in games)


@every_case
def test_the_beginner_can_be_chosen(name: str, seats: int) -> None:
    for seat in range(seats):
        game = Game.new(name, seats, {"beginner": seat})
        assert game.open_view()["beginner"] == seat
        assert game.options["beginner"] == seat


@every_case
def test_every_seat_can_begin_by_lot(name: str, seats: int) -> None:
    begun = {Game.new(name, seats, secret=bytes([n] * 32)).open_view()["beginner"] for n in range(40)}
    assert begun == set(range(seats))


BAD_OPTIONS: list[tuple[str, dict[str, object], str]] = [
    ("mandala", {"beginner": 2}, "'beginner' is 'lot' or a seat from 0 to 1, not 2"),
    ("mandala", {"beginner": -1}, "not -1"),
    ("mandala", {"beginner": True}, "not True"),
    ("mandala", {"beginner": 1.0}, r"not 1\.0"),
    ("mandala", {"beginner": "1"}, "not '1'"),
    ("mandala", {"beginner": None}, "not None"),
    ("mandala", {"memory_aid": "yes"}, "'memory_aid' is off or on, not 'yes'"),
    ("mandala", {"memory_aid": True}, "not True"),
    ("mandala", {"memory_aid": 1}, "not 1"),
    ("mandala", {"memory_aid": None}, "not None"),
    ("mandala", {"memory_aid": ["on"]}, r"not \['on'\]"),
    ("mandala", {"final_mandalas": "all"}, "Mandala has no option 'final_mandalas'"),
    ("patterns", {"memory_aid": "on"}, r"Patterns has no option 'memory_aid'\. Its options are beginner"),
    ("flowers", {"final_mandalas": "none"}, "'final_mandalas' is all or tiles_out_only, not 'none'"),
    ("flowers", {"Beginner": 1}, "Its options are beginner, "),
    ("flowers", {"": ""}, "Flowers has no option ''"),
]


@pytest.mark.parametrize(("name", "options", "said"), BAD_OPTIONS)
def test_bad_options(name: str, options: dict[str, object], said: str) -> None:
    with pytest.raises(UnreadableError, match=said):
        Game.new(name, options=options)


@pytest.mark.parametrize(
    ("name", "seats", "said"),
    [
        ("mandala", 1, "Mandala has 2 seats, not 1"),
        ("patterns", 3, "Patterns has 2 seats, not 3"),
        ("flowers", 5, "Flowers has 2 or 3 or 4 seats, not 5"),
        ("flowers", 0, "not 0"),
        ("flowers", -2, "not -2"),
        ("flowers", "2", "not '2'"),
        ("flowers", True, "not True"),
    ],
)
def test_bad_seats(name: str, seats: Any, said: str) -> None:
    with pytest.raises(UnreadableError, match=said):
        Game.new(name, seats)


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33), "0" * 32, "00" * 32, [0] * 32, 7])
def test_bad_secrets(secret: Any) -> None:
    with pytest.raises(UnreadableError, match="A secret is 32 bytes"):
        Game.new("patterns", secret=secret)
    with pytest.raises(UnreadableError, match="A secret is 32 bytes"):
        Game.from_position("patterns", Game.new("patterns").position(), secret)


@pytest.mark.parametrize("name", ["chess", "", "Mandala", None, ["mandala"]])
def test_bad_names(name: Any) -> None:
    with pytest.raises(UnreadableError, match="The games are mandala, patterns, flowers"):
        Game.new(name)
    with pytest.raises(UnreadableError, match="There is no game"):
        Game.from_position(name, "")


@every_case
def test_from_position_continues_like_the_game(name: str, seats: int) -> None:
    for number in range(scaled_count(3)):
        game = random_game(name, seats, number, moves=12)
        twin = Game.from_position(name, game.position(), game.secret)
        assert twin.state_bytes() == game.state_bytes()
        assert (twin.ply, twin.seats, twin.legal_moves()) == (0, seats, game.legal_moves())
        assert twin.options == game.options | {"beginner": game.open_view()["beginner"]}


def test_from_position_keeps_the_options_of_the_table() -> None:
    game = Game.new("flowers", 3, {"final_mandalas": "tiles_out_only", "memory_aid": "on", "beginner": 2})
    assert Game.from_position("flowers", game.position()).options == game.options


def test_from_position_raises_both_kinds_of_error() -> None:
    position = Game.new("mandala", options={"beginner": 0}).position()
    with pytest.raises(UnreadableError, match="Cannot read the word 'colour=R' of the position"):
        Game.from_position("mandala", f"{position} colour=R")
    with pytest.raises(ImpossiblePositionError, match="'turn' must be from 0 to 1, not 7"):
        Game.from_position("mandala", position.replace("turn=0", "turn=7"))


# --- playing


@every_case
def test_by_text_or_by_number_it_is_the_same_move(name: str, seats: int) -> None:
    for number in range(scaled_count(4)):
        game = random_game(name, seats, number, moves=9)
        by_text, by_number = (Game.from_record(game.record()) for _ in range(2))
        for move, action in zip(game.legal_moves(), game.legal_actions(), strict=True):
            assert by_text.play(move) == by_number.play(action)
            assert by_text.state_bytes() == by_number.state_bytes() != game.state_bytes()
            assert by_text.moves[-1] == by_number.moves[-1] == move
            assert by_text.take_back() == by_number.take_back() == move


def test_a_move_is_written_as_the_game_writes_it() -> None:
    game = Game.new("flowers", secret=SECRET)
    move = game.legal_moves()[0]
    game.play(f"  {move.lower()} ")
    assert game.moves == [move]


@every_case
def test_moves_may_be_numpy_integers(name: str, seats: int) -> None:
    """Lists of legal actions have them; the events must still be plain Python."""
    game = Game.new(name, seats, secret=SECRET)
    for _ in range(5):
        events = game.play(np.int16(game.legal_actions()[-1]))  # type: ignore[arg-type]
        assert json.loads(json.dumps(events)) == events


@pytest.mark.parametrize("move", [1.0, None, b"M1R", ["M1R"]])
def test_values_that_are_not_moves(move: Any) -> None:
    game = Game.new("patterns", secret=SECRET)
    with pytest.raises(TypeError):
        game.play(move)
    assert game.ply == 0


@every_case
def test_a_whole_game(name: str, seats: int) -> None:
    game = random_game(name, seats)
    assert game.is_over
    assert (game.to_move, game.legal_moves(), game.legal_actions()) == (None, [], [])
    assert game.winners()
    assert all(game.scores()[seat] == max(game.scores()) for seat in game.winners())
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play(0)


@every_case
def test_an_illegal_move_names_its_rule_and_changes_nothing(name: str, seats: int) -> None:
    for moves in (0, 1, 10, 25):
        game = random_game(name, seats, moves=moves)
        before = game.state_bytes(), game.record()
        legal = set(game.legal_actions())
        for action in range(game.rules.action_count):
            if action in legal:
                continue
            with pytest.raises(IllegalMoveError) as refusal:
                game.play(action)
            assert refusal.value.rule[0] == game.rules.title[0]
            assert refusal.value.rule[1:].isdecimal()
            assert str(refusal.value) == f"{refusal.value.rule}: {refusal.value.reason}"
        assert (game.state_bytes(), game.record()) == before


def _failing_calls(game: Game) -> list[tuple[type[SandmandalaError], Callable[[], object], str]]:
    last = game.rules.action_count
    return [
        (UnreadableError, lambda: game.play("?"), r"Cannot read the move '\?'"),
        (UnreadableError, lambda: game.play(""), "Cannot read the move ''"),
        (UnreadableError, lambda: game.play(-1), f"go from 0 to {last - 1}"),
        (UnreadableError, lambda: game.play(last), f"go from 0 to {last - 1}"),
        (UnreadableError, lambda: game.view(game.seats), f"There is no seat {game.seats}; the seats go from"),
        (UnreadableError, lambda: game.view(-2), "There is no seat -2"),
        (UnreadableError, lambda: game.view(0, ply=-1), "There is no position -1"),
        (UnreadableError, lambda: game.view(0, ply=5), "There is no position 5; they go from 0 to 4"),
        (UnreadableError, lambda: game.open_view(ply=9), "There is no position 9"),
        (UnreadableError, lambda: game.position(ply=9), "There is no position 9"),
        (UnreadableError, lambda: game.events(0), "There is no move 0; the moves go from 1 to 4"),
        (UnreadableError, lambda: game.events(5), "There is no move 5"),
        (UnreadableError, lambda: game.events(1, seat=9), "There is no seat 9"),
        (UnreadableError, lambda: game.mover(0), "There is no move 0"),
        (UnreadableError, lambda: game.mover(5), "There is no move 5"),
        (UnreadableError, lambda: game.record(["only one"]), "'players' needs a printable name"),
    ]


@every_case
def test_every_failing_call_says_why_and_changes_nothing(name: str, seats: int) -> None:
    game = random_game(name, seats, moves=4)
    before = game.state_bytes(), game.record()
    for kind, call, said in _failing_calls(game):
        with pytest.raises(kind, match=said):
            call()
        assert (game.state_bytes(), game.record()) == before


@every_game
def test_before_the_first_move_there_are_no_events_and_no_take_back(name: str) -> None:
    game = Game.new(name)
    before = game.state_bytes()
    with pytest.raises(UnreadableError, match="No move has been made yet"):
        game.events(1)
    with pytest.raises(UnreadableError, match="No move has been made yet"):
        game.mover(1)
    with pytest.raises(IllegalMoveError, match="no move has been made yet"):
        game.take_back()
    assert game.state_bytes() == before


# --- taking back


@every_case
def test_a_move_taken_back_and_made_again_has_the_same_outcome(name: str, seats: int) -> None:
    game = random_game(name, seats)
    end, record = game.state_bytes(), game.record()
    moves = game.moves
    outcomes = [game.events(ply) for ply in range(1, game.ply + 1)]
    start = Game.new(name, seats, secret=game.secret).state_bytes()
    assert [game.take_back() for _ in moves] == moves[::-1]
    assert (game.ply, game.moves, game.state_bytes()) == (0, [], start)
    assert [game.play(move) for move in moves] == outcomes
    assert (game.state_bytes(), game.record()) == (end, record)


def test_a_list_of_moves_is_a_copy() -> None:
    game = random_game("mandala", 2, moves=3)
    game.moves.clear()
    game.record().options.clear()
    assert game.ply == len(game.moves) == 3
    assert game.options


@pytest.mark.parametrize("taken_back", [0, 1])
def test_copies_of_a_game_go_on_without_each_other(taken_back: int) -> None:
    """They share their lists of moves; each sees only its own."""
    game = Game.new("patterns", secret=bytes(32))
    for _ in range(3):
        game.play(game.legal_moves()[0])
    first, second = game.copy(), game.copy()
    for copy, choice in ((first, 0), (second, -1)):
        for _ in range(taken_back):
            copy.take_back()
        copy.play(copy.legal_moves()[choice])
    assert (len(game.moves), len(game.actions), game.ply) == (3, 3, 3)
    for copy in (game, first, second):
        again = Game.from_record(copy.record())
        assert (copy.moves, copy.actions, copy.position()) == (again.moves, again.actions, again.position())
    assert first.moves != second.moves
    assert [first.ply, second.ply] == [4 - taken_back] * 2


def test_without_hidden_information_no_worlds_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaying the moves in many worlds takes longer than a move."""
    game = random_game("patterns", 2, moves=3)
    monkeypatch.delattr(information_gain, "_learned")
    assert not reveals_information(game, 2)
