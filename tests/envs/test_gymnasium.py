"""One learner against a pool: Gymnasium's own checks, autoreset, honest opponents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import sandmandala.envs.single  # noqa: F401  registers the games with Gymnasium
from sandmandala.arena import opponent
from sandmandala.envs.observations import observation
from sandmandala.envs.opponents import Turn, random_legal_actions, random_opponent
from sandmandala.envs.vector import GameVectorEnv
from sandmandala.games.errors import UnreadableError
from sandmandala.games.rules import all_games

every_game = pytest.mark.parametrize("game", all_games())


def play_on(env: Any, steps: int, seed: int = 0) -> list[tuple]:
    """Reset, then make random legal moves. Returns all results."""
    rng = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    told: list[tuple] = [(seen, infos)]
    for _ in range(steps):
        told.append(env.step(random_legal_actions(seen["action_mask"], rng)))
        seen = told[-1][0]
    return told


@every_game
def test_gymnasiums_own_checker_passes(game: str) -> None:
    """Warnings are errors in all our tests."""
    check_env(gymnasium.make(f"sandmandala/{game.title()}-v1").unwrapped)


@every_game
def test_vectors_are_made_by_name_and_follow_their_spaces(game: str) -> None:
    env = gymnasium.make_vec(f"sandmandala/{game.title()}-v1", num_envs=7)
    assert isinstance(env, GameVectorEnv)
    ended = 0
    for seen, rewards, terminations, truncations, _ in play_on(env, 150)[1:]:
        assert env.observation_space.contains(seen)
        assert rewards.shape == terminations.shape == (7,)
        assert not truncations.any()
        assert (rewards[~terminations] == 0).all()
        assert np.isin(rewards, (-1, 0, 1)).all()
        ended += terminations.sum()
    assert ended > 7
    env.close()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(("game", "seats"), [("mandala", 2), ("flowers", 3)])
def test_autoreset(mode: AutoresetMode, game: str, seats: int) -> None:
    env = GameVectorEnv(game, 5, seats=seats, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] == mode
    over = np.zeros(5, np.bool_)
    endings = 0
    for seen, rewards, terminations, _, infos in play_on(env, 200)[1:]:
        if mode == AutoresetMode.NEXT_STEP:
            assert not rewards[over].any()  # these only restarted
            assert not terminations[over].any()
            np.testing.assert_array_equal(seen["action_mask"].any(axis=1), ~terminations)
        else:
            assert seen["action_mask"].any(axis=1).all()
            final = infos.get("final_obs", np.full(5, None))
            assert [one is not None for one in final] == terminations.tolist()
            for one in final[terminations]:
                assert env.single_observation_space.contains(one)
                assert not one["action_mask"].any()
        endings += terminations.sum()
        over = terminations
    assert endings > 5


@every_game
def test_the_same_seed_is_the_same_play(game: str) -> None:
    pool = [random_opponent, opponent("greedy", game)]
    one, other = (play_on(GameVectorEnv(game, 3, pool), 60, seed=4) for _ in range(2))
    assert data_equivalence(one, other)
    third = play_on(GameVectorEnv(game, 3, pool), 60, seed=5)
    assert not data_equivalence(one[0][0], third[0][0])


def test_the_learner_gets_the_given_seat_or_any() -> None:
    env = GameVectorEnv("flowers", 200, seats=4)
    _, infos = env.reset(seed=1)
    assert set(infos["seat"]) == {0, 1, 2, 3}
    np.testing.assert_array_equal(env.batch.to_move, infos["seat"])
    fixed = GameVectorEnv("flowers", 20, seats=4, seat=2)
    for *_, infos in play_on(fixed, 60):
        assert (infos["seat"] == 2).all()


def test_observations_are_those_of_the_learner() -> None:
    env = GameVectorEnv("mandala", 6)
    for seen, *_, infos in play_on(env, 80)[1:]:
        last = seen, infos["seat"]
    seen, seats = last
    for game, seat in enumerate(seats):
        expected = observation(env.rules, env.batch.states[game : game + 1], int(seat))
        np.testing.assert_array_equal(seen["observation"][game], expected)


def test_an_illegal_action_loses_only_that_game() -> None:
    env = GameVectorEnv("mandala", 3)
    seen, _ = env.reset(seed=2)
    actions = random_legal_actions(seen["action_mask"], np.random.default_rng(1))
    for wrong in (144, -1, 999):
        env.reset(seed=2)
        actions[1] = wrong
        _, rewards, terminations, _, _ = env.step(actions)
        assert rewards.tolist() == [0, -1, 0]
        assert terminations.tolist() == [False, True, False]


def test_opponents_get_only_what_they_may_know() -> None:
    """In the worlds they get, their own seat sees the same, and hidden cards are resampled."""
    different = turns = 0

    def curious(turn: Turn) -> np.ndarray:
        nonlocal different, turns
        for number, seat in enumerate(turn.seats):
            world = turn.world(number)
            seen = observation(turn.rules, world, int(seat))
            np.testing.assert_array_equal(seen, turn.observations[number])
            different += world.tobytes() != turn._states[number].tobytes()
            turns += 1
        return random_opponent(turn)

    play_on(GameVectorEnv("flowers", 3, [curious], seats=3), 30)
    assert different > turns / 2


@every_game
def test_bots_sit_in_the_pool_and_beat_a_random_learner(game: str) -> None:
    env = RecordEpisodeStatistics(GameVectorEnv(game, 8, [opponent("greedy", game)]))
    rewards = [rewards for _, rewards, *_ in play_on(env, 120, seed=3)[1:]]
    won, lost = (np.stack(rewards) > 0).sum(), (np.stack(rewards) < 0).sum()
    assert lost > 2 * won
    assert env.episode_count >= won + lost


def test_rendering() -> None:
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        env = GameVectorEnv("patterns", 2, render_mode=mode)
        env.reset(seed=1)
        assert [type(frame) for frame in env.render()] == [kind, kind]


def test_nonsense_settings_are_refused() -> None:
    settings: list[dict] = [
        {"opponents": []},
        {"seat": 2},
        {"reward": "x"},
        {"autoreset_mode": AutoresetMode.DISABLED},
        {"options": {"luck": "on"}},
    ]
    for wrong in settings:
        with pytest.raises(UnreadableError):
            GameVectorEnv("mandala", 2, **wrong)
    env = GameVectorEnv("mandala", 2)
    env.reset()
    with pytest.raises(UnreadableError, match="takes 2 actions"):
        env.step(np.zeros(3))
    with pytest.raises(UnreadableError, match="Say how to render"):
        env.render()
