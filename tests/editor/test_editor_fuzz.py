"""Any text is a position or gets an error with a sentence in both languages, never a crash."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from records.mutated_texts import SIGNS, fuzz, good_positions, mutated, positions
from records.random_games import secret_of
from thorough_cases import rest_thorough

from sandmandala.editor import PositionError, read_known
from sandmandala.editor.concealing import known_text
from sandmandala.editor.editor_game import editor_game
from sandmandala.games.errors import SandmandalaError
from sandmandala.games.rules import all_games
from sandmandala.records import Game

pytestmark = pytest.mark.slow
KEYS = [secret_of("fuzz", number) for number in range(2)]


@cache
def known_positions(name: str) -> tuple[str, ...]:
    """Positions with unknown cards, as some seat knows them."""
    return tuple(known_text(name, text, number % 2) for number, text in enumerate(good_positions(name)))


@st.composite
def forgetful(draw: st.DrawFn, name: str) -> str:
    """A position with question marks in place of some characters."""
    text = draw(st.sampled_from(known_positions(name)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = (
            text[:at] + draw(st.sampled_from(("?", "?2", "?0", "?99"))) + text[at + draw(st.integers(0, 2)) :]
        )
    return text


def texts(name: str) -> st.SearchStrategy[str]:
    return st.one_of(
        forgetful(name), mutated(known_positions(name)), positions(name), st.text(SIGNS + "?", max_size=80)
    )


@pytest.mark.parametrize("name", rest_thorough(all_games(), keep=["patterns"]))
@fuzz(400)
@given(data=st.data(), seat=st.sampled_from((None, None, 0, 1, 3)))
def test_any_text(name: str, data: st.DataObject, seat: int | None) -> None:
    text = data.draw(texts(name))
    try:
        known = read_known(name, text, seat)
    except PositionError as error:
        problem = error.problem
        assert problem.why.en
        if editor_game(name).messages:  # the game has a file
            assert problem.why.de != problem.why.en, f"no German for {problem.why.en!r}"
        assert problem.place is None or (problem.word and problem.place.startswith(problem.word))
        return
    assert seat in (None, known.seat)
    assert read_known(name, known.text, known.seat) == known, "the usual spelling means the same"
    for key in KEYS:
        game = known.played_from(key)
        assert game.to_move == known.to_move
        assert game.view_json(known.seat) == known.played_from().view_json(known.seat)


@pytest.mark.parametrize("name", all_games())
@fuzz(200)
@given(data=st.data())
def test_whole_positions_are_judged_as_by_the_rules(name: str, data: st.DataObject) -> None:
    """Everything that the editor accepts is possible, and what it refuses the rules refuse, too."""
    text = data.draw(positions(name))
    try:
        by_rules = Game.from_position(name, text, bytes(32)).state_bytes()
    except SandmandalaError:
        by_rules = b""
    try:
        known = read_known(name, text)
    except PositionError as error:
        # The editor wants the lower number of a flower first.
        assert not by_rules or error.problem.word == "flowers"  # noqa: PT017 - any text may fail; what it names is checked
    else:
        assert known.unknown or known.played_from().state_bytes() == by_rules
