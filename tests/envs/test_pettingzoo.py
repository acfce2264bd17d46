"""The AEC environments pass PettingZoo's own tests, and reveal no hidden information."""

from __future__ import annotations

import contextlib
import copy
import pickle
import re
import warnings
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from sandmandala.envs import flowers_v1, mandala_v1, patterns_v1
from sandmandala.envs.observations import observation
from sandmandala.games.errors import IllegalMoveError, ImpossiblePositionError, UnreadableError
from sandmandala.games.rules import all_games

with warnings.catch_warnings():
    # If pygame is installed, PettingZoo's tests import one of its games in a deprecated way.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
    from pettingzoo.test import test_save_obs as save_obs_test

ENVS = {name: import_module(f"sandmandala.envs.{name}_v1").env for name in all_games()} | {
    "flowers-3": partial(flowers_v1.env, players=3, final_mandalas="tiles_out_only"),
    "flowers-4": partial(flowers_v1.env, players=4, reward="margin"),
}
every_env = pytest.mark.parametrize("env", ENVS.values(), ids=ENVS)

# api_test warns about every Dict space except those of PettingZoo's own games, which it knows by name.
OF_ANY_DICT = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


@contextlib.contextmanager
def strictly(*allowed: str) -> Iterator[None]:
    """All warnings except the allowed ones are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in allowed:
            warnings.filterwarnings("ignore", f"{re.escape(message)}$", UserWarning)
        yield


@every_env
def test_api(env: Any) -> None:
    with strictly():
        api_test(env(mask_in="info"))
    with strictly(*OF_ANY_DICT):
        api_test(env())


@every_env
def test_seeds(env: Any) -> None:
    with strictly():
        seed_test(env)
        seed_test(partial(env, mask_in="info"))


@every_env
def test_rendering(env: Any, capsys: pytest.CaptureFixture) -> None:
    with strictly():
        render_test(env)
    assert "player_1" in capsys.readouterr().out  # mode "human" prints
    game = env(render_mode="ansi")
    game.reset(seed=1)
    assert "\x1b[" in game.render()
    game = env(render_mode="rgb_array")
    game.reset(seed=1)
    before = game.render()
    play_on(game, 5)
    assert game.render().shape == before.shape
    assert (game.render() != before).any()


@every_env
def test_saving_observations_as_pictures(env: Any, capsys: pytest.CaptureFixture) -> None:
    """They are not pictures, which PettingZoo's test accepts."""
    with strictly():
        save_obs_test(env())
    assert "did not save" in capsys.readouterr().out


@pytest.mark.thorough
@pytest.mark.slow
def test_performance(capsys: pytest.CaptureFixture) -> None:
    with strictly():
        performance_benchmark(patterns_v1.env())
    assert "Finished performance benchmark" in capsys.readouterr().out


def play_on(env: Any, moves: int = 10_000, seed: int = 0) -> list[tuple]:
    """Random moves until the end, or up to a number. Returns what each agent gets before its move."""
    choose = np.random.default_rng(seed)
    told = []
    for agent in env.agent_iter(moves):
        seen, reward, over, _, _ = env.last()
        told.append((agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, over))
        env.step(None if over else int(choose.choice(np.flatnonzero(seen["action_mask"]))))
    return told


@every_env
def test_rewards_come_at_the_end_and_add_up_to_zero(env: Any) -> None:
    for seed in range(5):
        game = env()
        game.reset(seed=seed)
        told = play_on(game, seed=seed)
        last = told[-game.unwrapped.players :]
        assert {agent for agent, *_ in last} == set(game.possible_agents)
        assert all(over for *_, over in last)
        assert not any(over or reward for *_, reward, over in told[: -len(last)])
        assert sum(reward for *_, reward, _ in last) == pytest.approx(0, abs=1e-5)


@every_env
def test_observations_are_those_of_the_rules_and_masks_only_of_the_player_to_move(env: Any) -> None:
    game = env()
    game.reset(seed=7)
    play_on(game, 20)
    raw = game.unwrapped
    for seat, agent in enumerate(game.agents):
        seen = game.observe(agent)
        np.testing.assert_array_equal(seen["observation"], observation(raw.rules, raw._states, seat))
        assert seen["action_mask"].any() == (agent == game.agent_selection)


@every_env
def test_copies_pickles_and_positions_continue_alike(env: Any) -> None:
    game = env()
    game.reset(seed=3)
    play_on(game, 15)
    twins = [copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    position = game.unwrapped.position()
    told = play_on(game, seed=9)
    for twin in twins:
        assert play_on(twin, seed=9) == told
    other = env()
    other.reset(seed=1, options={"position": position})
    assert other.unwrapped.position() == position
    agent, seen, mask, *_ = play_on(other, 1)[0]
    assert (agent, seen, mask) == told[0][:3]
    other.unwrapped.set_position(position)
    assert other.unwrapped.position() == position


def test_without_wrappers_an_illegal_action_says_why() -> None:
    env = mandala_v1.raw_env()
    env.reset(seed=1)
    before = env.position()
    with pytest.raises(IllegalMoveError, match="M"):
        env.step(144)
    for nonsense in (None, -1, 150):
        with pytest.raises(UnreadableError, match="actions 0 to 149"):
            env.step(nonsense)
    assert env.position() == before


def test_nonsense_settings_are_refused() -> None:
    settings = (
        {"players": 3},
        {"reward": "x"},
        {"mask_in": "x"},
        {"render_mode": "x"},
        {"luck": "on"},
        {"beginner": 5},
    )
    for wrong in settings:
        with pytest.raises(UnreadableError):
            mandala_v1.env(**wrong)
    env = flowers_v1.env(players=4)
    with pytest.raises(ImpossiblePositionError):
        env.reset(options={"position": _position_for_two()})


def _position_for_two() -> str:
    env = flowers_v1.raw_env()
    env.reset(seed=1)
    return env.position()
