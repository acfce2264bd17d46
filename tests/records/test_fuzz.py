"""Any text raises only the declared errors, and an error changes nothing."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from records.mutated_texts import SIGNS, fuzz, good_positions, mutated, positions
from records.random_games import CASES, random_game
from thorough_cases import rest_thorough

from sandmandala import Game, IllegalMoveError, ImpossiblePositionError, UnreadableError, read_record, verify
from sandmandala.games import notation
from sandmandala.games.compiling import new_states
from sandmandala.games.errors import SandmandalaError
from sandmandala.games.rules import all_games, rules_of
from sandmandala.games.sand_colours import cards_text, colours_text, read_cards, read_colours

pytestmark = pytest.mark.slow

every_game = pytest.mark.parametrize("name", all_games())
MOST_MOVES = 3000  # far longer than any game

MOVES = ("M1R", "F2K7", "DR8", "TK", "AR", "Od4", "Sc1", "Ff8", "X", "P1R1", "P3K15", "TD", "TL", "-")


# --- moves


@pytest.mark.parametrize("name", rest_thorough(all_games(), keep=["mandala"]))
@fuzz(400)
@given(
    data=st.data(),
    text=st.one_of(
        mutated(MOVES, 2), st.text(SIGNS, max_size=6), st.text(max_size=20), st.sampled_from(MOVES)
    ),
)
def test_any_text_as_a_move(name: str, data: st.DataObject, text: str) -> None:
    game = Game.from_position(name, data.draw(st.sampled_from(good_positions(name))), bytes(32))
    before = game.state_bytes()
    try:
        action = game.rules.text.read_move(_state(name, game.position()), text)
    except (UnreadableError, IllegalMoveError):
        pass
    else:
        assert 0 <= action < game.rules.action_count
    try:
        game.play(text)
    except (UnreadableError, IllegalMoveError):
        assert (game.state_bytes(), game.ply) == (before, 0)
    else:
        assert game.moves == [game.rules.text.move_text(_state(name, game.position(0)), action)]


# --- positions


def _state(name: str, position: str) -> Any:
    states = new_states(rules_of(name).state_dtype, 1)
    rules_of(name).text.read_position(position, states[0])
    return states[0]


def _play_to_the_end(game: Game, seed: int) -> None:
    """The reader counts cards and tiles, so a position that reads back to the same bytes has lost none.

    What is lost stays lost, so it is enough to read the last position and some before it.
    """
    pick = random.Random(seed)
    while True:
        if game.is_over or game.ply % 7 == 0:
            assert Game.from_position(game.name, game.position()).state_bytes() == game.state_bytes()
        assert game.is_over == (not game.legal_actions())
        if game.is_over:
            break
        game.play(pick.choice(game.legal_actions()))
        assert game.ply < MOST_MOVES, "the game does not end"
    assert game.winners()


@pytest.mark.parametrize("name", rest_thorough(all_games(), keep=["flowers"]))
@fuzz(600)
@given(data=st.data())
def test_any_text_as_a_position(name: str, data: st.DataObject) -> None:
    text = data.draw(positions(name))
    rules = rules_of(name)
    states = new_states(rules.state_dtype, 1)
    rules.text.read_position(good_positions(name)[2], states[0])
    before = states.tobytes()
    try:
        rules.text.read_position(text, states[0])
    except (UnreadableError, ImpossiblePositionError):
        assert states.tobytes() == before
        return
    game = Game.from_position(name, text, bytes(32))
    assert _state(name, game.position()).tobytes() == states[0].tobytes()
    _play_to_the_end(game, seed=len(text))


@pytest.mark.parametrize("name", rest_thorough(all_games(), keep=["patterns"]))
def test_enough_mutated_positions_can_be_read(name: str) -> None:
    """Otherwise the test above would prove little."""
    read = 0

    @settings(fuzz(200), max_examples=200)
    @given(text=positions(name))
    def count(text: str) -> None:
        nonlocal read
        with suppress(SandmandalaError):
            Game.from_position(name, text)
            read += text not in good_positions(name)

    count()
    assert read > 5


@fuzz(300)
@given(
    text=st.one_of(
        st.text(SIGNS, max_size=12), st.text(max_size=12), mutated(("R2K11", "GYR", "-7", "R2/-/K1"))
    )
)
@example("R0")
@example("R99R1")
@example("²")
def test_the_parts_of_positions(text: str) -> None:
    for read in (
        lambda: read_cards(text),
        lambda: read_colours(text),
        lambda: notation.read_words(text, {"turn": None, "hand": "-"}),
        lambda: notation.read_parts("hand", text, 2),
        lambda: notation.read_number("turn", text, 0, 3),
        lambda: notation.read_choice("phase", text, ("playing", "over")),
    ):
        with suppress(UnreadableError, ImpossiblePositionError):
            read()
    with suppress(UnreadableError):
        assert read_cards(cards_text(read_cards(text))) == read_cards(text)
    with suppress(UnreadableError):
        assert colours_text(read_colours(text)) == (text or "-")


# --- records


@cache
def _good_records() -> tuple[str, ...]:
    records = [random_game(name, seats, 2, moves=30).record() for name, seats in CASES]
    records += [random_game(name, seats, 5).record([f"P{i}" for i in range(seats)]) for name, seats in CASES]
    records += [Game.from_position(name, good_positions(name)[3], bytes(32)).record() for name in all_games()]
    return tuple(text for record in records for text in (record.to_json(), record.to_text()))


def _check_record(text: str) -> None:
    try:
        record = read_record(text)
    except UnreadableError:
        return
    assert read_record(record.to_text()) == read_record(record.to_json()) == record
    checks = verify(record)
    assert all(check.detail for check in checks)
    with suppress(SandmandalaError):
        Game.from_record(record)


@fuzz(300)
@given(data=st.data())
def test_mutated_records(data: st.DataObject) -> None:
    _check_record(data.draw(mutated(_good_records(), 4)))


@fuzz(150)
@given(text=st.one_of(st.text(), st.text().map("{".__add__), st.text().map("Sandmandala record 1\n".__add__)))
@example('{"format":1,"options":{"beginner":' + "9" * 5000 + "}}")
@example("Sandmandala record 1\noption beginner: " + "9" * 5000)
def test_any_text_as_a_record(text: str) -> None:
    _check_record(text)


_json = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), st.sampled_from(MOVES)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=6,
)


@fuzz(300)
@given(data=st.data())
def test_records_with_any_value_anywhere(data: st.DataObject) -> None:
    record = json.loads(data.draw(st.sampled_from(_good_records()[::2])))
    for key in data.draw(st.lists(st.sampled_from(sorted(record)), min_size=1, max_size=2)):
        record[key] = data.draw(_json)
    _check_record(json.dumps(record))


@fuzz(200)
@given(data=st.data())
def test_records_with_lines_shuffled(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(_good_records()[1::2])).splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 3))):
        line = lines[data.draw(st.integers(0, len(lines) - 1))]
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at : at + data.draw(st.integers(0, 1))] = [line]
    _check_record("".join(lines))
