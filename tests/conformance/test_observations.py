"""Observations have exactly what a seat may know, part by part."""

from __future__ import annotations

import random

import numpy as np
import pytest
from conformance.game_under_test import Case, GameUnderTest, all_cases, games, options_thorough, random_game

from sandmandala.envs.observations import named_parts, observation, observation_size
from sandmandala.games import compiling, entry_points

every_case = pytest.mark.parametrize("case", all_cases(), ids=str)


def row(game: GameUnderTest, seat: int) -> np.ndarray:
    return observation(game.rules, game.states, seat)


@every_case
def test_observations_never_depend_on_what_the_seat_cannot_know(case: Case) -> None:
    """Hundreds of pairs of worlds in each case: they look alike to the seat, so all numbers are equal."""
    pairs = different = 0
    for seed in range(games(40)):
        choice = random.Random(seed)
        for game in random_game(case, seed):
            if game.to_move() is None or choice.random() < 0.5:
                continue
            seat = choice.randrange(case.seats)
            world = game.resampled(seat, choice.randrange(10**9))
            assert row(world, seat).tobytes() == row(game, seat).tobytes()
            pairs += 1
            different += world.bytes() != game.bytes()
    assert compiling.INTERPRETED or pairs > 200
    # In the last moves there may be little left to resample.
    assert different > pairs / 2 if case.rules.has_hidden_information else different == 0


@pytest.mark.slow
@pytest.mark.parametrize("case", options_thorough(all_cases()), ids=str)
def test_observations_agree_with_the_snapshot(case: Case) -> None:
    for seed in range(games(20)):
        choice = random.Random(seed)
        for game in random_game(case, seed):
            if game.to_move() is not None and choice.random() < 0.7:
                continue  # the last position is always tested
            seat = choice.randrange(case.seats)
            given = row(game, seat)
            assert given.dtype == np.float32
            assert given.min() >= 0
            assert given.max() <= 1
            expected = case.facts.observation(game.snapshot(), seat)
            parts = named_parts(game.rules, given)
            assert list(parts) == [part.name for part in game.rules.observation_parts]
            assert set(expected) == set(parts)
            for part in game.rules.observation_parts:
                wanted = np.array(expected[part.name]) / part.scale
                assert wanted.shape == part.shape, part.name
                np.testing.assert_array_equal(parts[part.name], wanted.astype(np.float32), part.name)


@every_case
def test_observing_writes_every_number_and_nothing_else(case: Case) -> None:
    game = GameUnderTest(case, seed=1)
    size = observation_size(game.rules)
    room = np.full(size + 2, 7, np.float32)
    before = game.bytes()
    entry_points.observe_state(game.states, 0, 0, room[1:-1])
    assert room[0] == room[-1] == 7
    np.testing.assert_array_equal(room[1:-1], row(game, 0))
    assert game.bytes() == before
