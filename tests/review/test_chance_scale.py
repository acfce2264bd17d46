"""Chances that come true: monotone, fair to all seats, and consistent with losses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandmandala.games.rules import all_games
from sandmandala.review.chance_scale import RAW, ChanceScale
from sandmandala.review.reviewed_game import reviewed_game

chances = st.floats(0, 1)
scales = st.builds(ChanceScale, st.floats(0.5, 3), st.floats(-1, 1))


@given(scales, chances, chances)
def test_order_of_moves_stays_the_same(scale: ChanceScale, one: float, other: float) -> None:
    assert (scale.chance(one) - scale.chance(other)) * (one - other) >= 0


@given(scales, chances, chances)
def test_difference_is_scaled_like_the_chances(scale: ChanceScale, one: float, other: float) -> None:
    difference = scale.chance(one) - scale.chance(other)
    assert scale.factor(one, other) * (one - other) == pytest.approx(difference, abs=1e-3)
    assert scale.factor(one, other) >= 0


@given(scales, st.lists(st.floats(0.01, 1), min_size=2, max_size=4), st.integers(0, 1))
def test_chances_of_all_seats_still_add_up(scale: ChanceScale, parts: list[float], seat: int) -> None:
    raw = [part / sum(parts) for part in parts]
    scaled = scale.chances(raw, seat)
    assert sum(scaled) == pytest.approx(1)
    assert scaled[seat] == scale.chance(raw[seat])


def test_won_and_lost_positions_stay_so() -> None:
    scale = ChanceScale(1.4, -0.2)
    assert [scale.chance(0.0), scale.chance(1.0)] == [0.0, 1.0]
    assert scale.chances([1.0, 0.0], 0) == (1.0, 0.0)
    assert scale.chances([0.0, 1.0], 0) == (0.0, 1.0)


def test_raw_scale_changes_nothing() -> None:
    assert RAW.chances([0.3, 0.7], 1) == (0.3, 0.7)
    assert RAW.factor(0.3, 0.6) == pytest.approx(1)
    assert RAW.factor_at(0.2) == pytest.approx(1)


CALIBRATED = [game for game in all_games() if reviewed_game(game).scale(2) != RAW]  # a new game is not


def test_our_games_are_calibrated() -> None:
    assert {"mandala", "patterns", "flowers"} <= set(CALIBRATED)


@pytest.mark.parametrize("game", CALIBRATED)
def test_chances_of_two_players_are_calibrated(game: str) -> None:
    """Continuations flatter the player who moves, so its chances are shifted down."""
    scale = reviewed_game(game).scale(2)
    assert scale.shift < 0
    assert scale.stretch > 1
    assert scale.of_position(0.5) == pytest.approx(0.5)
