"""Elo, intervals, the ladder and the sequential test, compared with numbers calculated by hand."""

from __future__ import annotations

import math
import random

import pytest

from sandmandala.arena.ratings import (
    LOWER,
    UPPER,
    Estimate,
    elo_of,
    estimate,
    ladder,
    score_of,
    sprt,
    variance,
)


def test_elo_and_score_are_inverse_functions() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)  # ten to one
    assert elo_of(0.64) == pytest.approx(99.95, abs=0.01)  # 400 · log10(16/9)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)
    for seats in (2, 3, 4):
        assert elo_of(1 / seats, seats) == pytest.approx(0)
        assert score_of(elo_of(0.3, seats), seats) == pytest.approx(0.3)


def test_the_interval_comes_from_the_spread_of_pairs() -> None:
    rounds = [1.0, 0.5, 0.5, 0.75] * 25
    # mean 0.6875; squares of deviations 0.09765625, 0.03515625 twice, 0.00390625: 0.171875 · 25
    assert variance(rounds) == pytest.approx((0.171875 * 25 + 0.25) / 100)
    reach = 1.96 * math.sqrt(0.04546875 / 100)
    found = estimate(rounds)
    assert found.elo == pytest.approx(400 * math.log10(0.6875 / 0.3125))
    assert found.low == pytest.approx(elo_of(0.6875 - reach), abs=0.01)
    assert found.high == pytest.approx(elo_of(0.6875 + reach), abs=0.01)


def test_pairs_that_cancel_are_worth_more_than_as_many_games() -> None:
    """The beginner always wins: every pair is 1 to 1, and the bots are equal within 7 Elo."""
    halves, luck = estimate([0.5] * 100), estimate([0.0, 1.0] * 50)
    assert halves.elo == luck.elo == 0
    assert halves.high == pytest.approx(elo_of(0.5 + 1.96 * math.sqrt(0.25 / 100 / 100)), abs=0.01)  # 7
    assert luck.high == pytest.approx(elo_of(0.5 + 1.96 * math.sqrt(25.25 / 100 / 100)), abs=0.01)  # 69


@pytest.mark.parametrize("count", [1, 5, 20])
def test_a_bot_that_wins_everything_has_only_a_lower_bound(count: int) -> None:
    found = estimate([1.0] * count)
    assert found.high == found.elo == math.inf
    assert found.low == pytest.approx(elo_of(0.025 ** (1 / count)))
    assert estimate([0.0] * count).high == pytest.approx(-found.low)


def test_nothing_is_known_before_the_first_round() -> None:
    assert estimate([]) == Estimate(0.0, -math.inf, math.inf)
    assert estimate([0.5]).low < -400


def test_the_interval_contains_the_truth_about_95_times_in_100() -> None:
    luck = random.Random(1)
    held = 0
    for _ in range(400):
        found = estimate([(luck.random() < 0.6) / 2 + (luck.random() < 0.6) / 2 for _ in range(60)])
        held += found.low <= elo_of(0.6) <= found.high
    assert 0.92 <= held / 400 <= 0.99


def test_a_ladder_of_two_is_their_difference_except_for_half_a_round() -> None:
    rounds = [0.75, 0.5, 1.0, 0.5, 0.75] * 40
    (first, second) = ladder(2, {(0, 1): rounds})
    assert first == Estimate(0, 0, 0)
    assert second.elo == pytest.approx(-elo_of((0.7 * 400 + 0.5) / 401))
    alone = estimate(rounds)
    assert second.high - second.low == pytest.approx(alone.high - alone.low, rel=0.02)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_ladder_finds_strengths_that_agree(seats: int) -> None:
    truth = [0.0, 120.0, -80.0]
    pairings = [(0, 1), (0, 2), (1, 2)]
    rounds = {(i, j): [score_of(truth[i] - truth[j], seats)] * 5000 for i, j in pairings}
    found = ladder(3, rounds, seats)
    assert [one.elo for one in found] == pytest.approx(truth, abs=0.1)


def test_a_ladder_bounds_a_bot_that_won_everything() -> None:
    found = ladder(3, {(0, 1): [1.0] * 20, (0, 2): [1.0] * 20, (1, 2): [1.0] * 20})
    assert 0 > found[1].elo > found[2].elo > -3000
    assert found[1].low < found[1].elo - 30


def test_the_bounds_of_the_test_are_those_of_five_percent() -> None:
    assert pytest.approx(math.log(19)) == UPPER == -LOWER


def test_the_ratio_by_hand() -> None:
    """Four pairs, mean 0.625, between 0.5 and the score of 100 Elo, 0.640065."""
    verdict = sprt([0.5, 1.0, 0.5, 0.5], 0, 100)
    spread = (0.1875 + 0.25) / 4
    expected = 4 * 0.140065 * (2 * 0.625 - 1.140065) / (2 * spread)
    assert verdict.ratio == pytest.approx(expected, abs=1e-4)
    assert (verdict.rounds, verdict.holds) == (4, None)


@pytest.mark.parametrize(("chance", "holds"), [(0.5, 0), (score_of(20), 20), (0.7, 20), (0.3, 0)])
def test_the_sequential_test_decides_correctly(chance: float, holds: float) -> None:
    right = 0
    for seed in range(20):
        luck = random.Random(seed)
        rounds = [(luck.random() < chance) / 2 + (luck.random() < chance) / 2 for _ in range(6000)]
        verdict = sprt(rounds, 0, 20)
        assert verdict.holds is not None
        assert sprt(rounds[: verdict.rounds - 1], 0, 20).holds is None, "it stops at once"
        right += verdict.holds == holds
    assert right >= 17


def test_the_sequential_test_knows_the_fair_share_of_more_players() -> None:
    assert sprt([1 / 3] * 9000, 0, 50, seats=3).holds == 0
    assert sprt([0.5] * 9000, 0, 50, seats=3).holds == 50
