"""Batches: the same games as one by one, with any number of threads; positions, copies, files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from thorough_cases import rest_thorough

from sandmandala.envs.batch import Batch
from sandmandala.envs.batch_kernels import write_rewards
from sandmandala.envs.observations import action_mask, observation
from sandmandala.envs.rewards import rewards_of
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_for_game
from sandmandala.games.errors import IllegalMoveError, ImpossiblePositionError, UnreadableError
from sandmandala.games.manifest import manifests
from sandmandala.games.options import checked_options, template
from sandmandala.records import Game

# With the fewest players, and with the most.
WAYS = [
    (name, seats)
    for name, game in manifests().items()
    for seats in sorted({min(game.seat_counts), max(game.seat_counts)})
]
every_way = pytest.mark.parametrize(("game", "seats"), WAYS)
WATCHED = ("states", "masks", "observations", "to_move", "rewards", "done", "scores", "moves", "legal_counts")


def same(one: Batch, other: Batch) -> None:
    for name in WATCHED:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)


def play_on(batch: Batch, steps: int) -> None:
    for _ in range(steps):
        batch.step(batch.random_actions())


@pytest.mark.parametrize(("game", "seats"), rest_thorough(WAYS, keep=[("patterns", 2), ("flowers", 4)]))
def test_games_in_a_batch_are_the_games_of_the_rules(game: str, seats: int) -> None:
    batch = Batch(game, 5, seats=seats, seed=3)
    rules = batch.rules
    blank = template(rules, seats, checked_options(rules, seats, {}))
    streams = [stream_for_game(3, "game", number) for number in range(5)]
    states = [blank.copy() for _ in range(5)]
    ended = 0
    for state, stream in zip(states, streams, strict=True):
        entry_points.set_up(state, 0, stream)
    for _ in range(400):
        actions = batch.random_actions()
        batch.step(actions)
        for number, (state, stream) in enumerate(zip(states, streams, strict=True)):
            entry_points.play(state, 0, int(actions[number]), stream)
            over = entry_points.to_move(state, 0) < 0
            assert batch.done[number] == over
            np.testing.assert_array_equal(batch.rewards[number], rewards_of(rules, state))
            if over:
                ended += 1
                points = np.zeros(seats, np.int64)
                entry_points.write_scores(state, 0, points)
                np.testing.assert_array_equal(batch.scores[number], points)
                state[:] = blank
                entry_points.set_up(state, 0, stream)
            assert batch.states[number].tobytes() == state.tobytes()
            seat = entry_points.to_move(state, 0)
            assert batch.to_move[number] == seat
            np.testing.assert_array_equal(batch.masks[number], action_mask(rules, state))
            np.testing.assert_array_equal(batch.observations[number], observation(rules, state, seat))
            listed = batch.legal[number, : batch.legal_counts[number]]
            np.testing.assert_array_equal(listed, np.flatnonzero(batch.masks[number]))
    assert ended > 5


@every_way
def test_the_number_of_threads_changes_nothing(game: str, seats: int) -> None:
    alone, shared = (Batch(game, 1000, seats=seats, seed=5, threads=threads) for threads in (1, 3))
    same(alone, shared)
    play_on(alone, 60)
    play_on(shared, 60)
    same(alone, shared)


def test_another_seed_is_another_batch_and_the_same_seed_the_same() -> None:
    batch = Batch("mandala", 3, seed=1)
    first = batch.states.tobytes()
    assert len({state.tobytes() for state in batch.states}) == 3
    play_on(batch, 10)
    batch.reset(seed=1)
    assert batch.states.tobytes() == first
    assert Batch("mandala", 3, seed=2).states.tobytes() != first
    batch.reset()
    assert batch.states.tobytes() != first


def test_arrays_stay_where_they_are_and_are_shared_without_copying() -> None:
    batch = Batch("flowers", 300)
    before = {name: getattr(batch, name) for name in WATCHED}
    taken = {name: np.from_dlpack(array) for name, array in before.items() if name != "states"}
    for array in taken.values():
        assert array.ctypes.data % 64 == 0  # or JAX would copy
        assert array.flags.c_contiguous
    play_on(batch, 30)
    batch.reset()
    for name, array in before.items():
        assert getattr(batch, name) is array
    for name, array in taken.items():
        assert np.shares_memory(array, before[name])
        np.testing.assert_array_equal(array, getattr(batch, name))


def test_without_auto_reset_games_stay_over() -> None:
    batch = Batch("patterns", 6, seed=2, auto_reset=False)
    total = np.zeros_like(batch.rewards)
    for _ in range(200):
        batch.step(batch.random_actions())
        total += batch.rewards
    assert batch.done.all()
    assert not batch.masks.any()
    assert (batch.to_move == -1).all()
    for number in range(6):
        np.testing.assert_array_equal(total[number], rewards_of(batch.rules, batch.states[number]))
    over = batch.states.tobytes()
    batch.step(np.full(6, 10_000))
    assert batch.states.tobytes() == over
    which = np.arange(6) < 2
    batch.reset(which=which)
    np.testing.assert_array_equal(batch.done, ~which)
    np.testing.assert_array_equal(batch.to_move >= 0, which)


def test_without_observations_nothing_else_changes() -> None:
    with_them, without = (Batch("flowers", 40, observe=observe) for observe in (True, False))
    play_on(with_them, 100)
    play_on(without, 100)
    assert with_them.states.tobytes() == without.states.tobytes()
    np.testing.assert_array_equal(with_them.masks, without.masks)
    np.testing.assert_array_equal(without.observations_for(without.to_move), with_them.observations)


@pytest.mark.parametrize("wrong", [-1, 150, 10**12, -(10**12)])
def test_invalid_actions_are_refused(wrong: int) -> None:
    batch = Batch("mandala", 4)
    actions = batch.random_actions()
    actions[2] = wrong
    before = batch.states.tobytes()
    with pytest.raises(UnreadableError, match="In game 2: Mandala has the actions 0 to 149"):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    batch = Batch("mandala", 4)
    actions = batch.random_actions()
    actions[3] = 144  # take red
    before = batch.states.tobytes()
    with pytest.raises(IllegalMoveError, match="in game 3, action 144"):
        batch.step(actions)
    with pytest.raises(UnreadableError, match="takes 4 actions"):
        batch.step(actions[:2])
    assert batch.states.tobytes() == before


def test_rewards_of_three_and_four_players() -> None:
    def rewards(won: int, points: list[int], kind: int) -> list[float]:
        out = np.zeros(len(points), np.float32)
        write_rewards(won, len(points), kind, np.array(points), out)
        assert abs(out.sum()) < 1e-5
        return out.round(3).tolist()

    assert rewards(0b01, [9, 5], 0) == [1, -1]
    assert rewards(0b11, [9, 9], 0) == [0, 0]
    assert rewards(0b010, [4, 9, 5], 0) == [-0.5, 1, -0.5]
    assert rewards(0b011, [9, 9, 5], 0) == [0.25, 0.25, -0.5]
    assert rewards(0b1000, [1, 2, 3, 4], 0) == pytest.approx([-0.333, -0.333, -0.333, 1])
    assert rewards(0b1111, [3, 3, 3, 3], 0) == [0, 0, 0, 0]
    assert rewards(0b01, [9, 5], 1) == [4, -4]
    assert rewards(0b100, [1, 2, 9], 1) == [-4.5, -3, 7.5]


# --- positions, copies, files


@every_way
def test_a_copy_and_a_saved_batch_continue_like_the_batch(game: str, seats: int, tmp_path: Path) -> None:
    batch = Batch(game, 7, seats=seats, seed=9, reward="margin")
    play_on(batch, 45)
    twin = batch.copy()
    batch.save(tmp_path / "games.npz")
    loaded = Batch.load(tmp_path / "games.npz")
    for other in (twin, loaded):
        same(batch, other)
        assert not np.shares_memory(batch.states, other.states)
    for one in (batch, twin, loaded):
        play_on(one, 60)
    same(batch, twin)
    same(batch, loaded)


@every_way
def test_games_start_from_any_position(game: str, seats: int) -> None:
    source = Batch(game, 3, seats=seats, seed=4, auto_reset=False)
    play_on(source, 12)
    text, record = source.position(1), source.states[1]
    assert text == Game.from_position(game, text).position()
    for start in (text, record, source.states[1:2]):
        batch = Batch(game, 2, start=start)
        assert [state.tobytes() for state in batch.states] == [record.tobytes()] * 2
        np.testing.assert_array_equal(batch.masks, source.masks[[1, 1]])
    while not batch.done.any():
        batch.step(batch.random_actions())
    assert batch.states[int(batch.done.argmax())].tobytes() == record.tobytes()  # and restarts there
    other = Batch(game, 3, seats=seats, seed=8)
    other.set_position(2, text)
    assert other.states[2].tobytes() == record.tobytes()
    np.testing.assert_array_equal(other.observations[2], source.observations[1])


def test_impossible_positions_and_damaged_files_are_refused(tmp_path: Path) -> None:
    batch = Batch("flowers", 2, seats=3)
    with pytest.raises(UnreadableError):
        batch.set_position(0, "nonsense")
    with pytest.raises(ImpossiblePositionError, match="for 2 players"):
        batch.set_position(0, Batch("flowers", 1).position(0))
    dtype = batch.rules.state_dtype
    with pytest.raises(ImpossiblePositionError):
        batch.set_position(0, np.full(1, 100, np.int8).repeat(dtype.itemsize).view(dtype))
    with pytest.raises(UnreadableError, match="one record"):
        batch.set_position(0, Batch("mandala", 1).states)
    file = tmp_path / "games.npz"
    file.write_bytes(b"not a batch")
    with pytest.raises(UnreadableError, match="not a batch of games"):
        Batch.load(file)
    for seats in (100, 2):
        batch.save(file)
        arrays = dict(np.load(file))
        arrays["about"] = str(arrays["about"]).replace('"seats": 3', f'"seats": {seats}')
        np.savez(file, **arrays)
        with pytest.raises((UnreadableError, ImpossiblePositionError)):
            Batch.load(file)
    batch.states["hand"][1] = 100
    batch.save(file)
    with pytest.raises(ImpossiblePositionError):
        Batch.load(file)
    for wrong in ({"count": 0}, {"count": 2, "reward": "glory"}, {"count": 2, "seats": 3}):
        with pytest.raises(UnreadableError):
            Batch("mandala", **wrong)


@pytest.mark.thorough
@pytest.mark.slow
def test_a_process_may_fork_and_play_on() -> None:
    """As data loaders do that run in other processes."""
    program = """
import os, warnings
from sandmandala.envs.batch import Batch
batch = Batch("patterns", 1000, threads=2)
batch.step(batch.random_actions())
warnings.simplefilter("ignore")
child = os.fork()
batch.step(batch.random_actions())
if child:
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
else:
    os._exit(0)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)
