"""Training: PyTorch and compiled code agree, runs resume, and the seed determines everything."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bots.network_samples import network, one_case, one_learner, random_weights, thoughts
from bots.random_positions import positions

from sandmandala import UnreadableError
from sandmandala.bots.networks.weights_file import load_weights
from sandmandala.games import entry_points
from sandmandala.games.rules import MOST_SEATS, rules_of
from sandmandala.training import game_files
from sandmandala.training.batches import batch_of
from sandmandala.training.curves import curves
from sandmandala.training.game_files import read_positions, write_positions
from sandmandala.training.self_play import WHOLE, Positions, play_games
from sandmandala.training.settings import RunFolder, Settings

TINY: dict[str, Any] = {
    "games": 4,
    "simulations": 4,
    "window": 2,
    "epochs": 1,
    "gate_games": 4,
    "gate_simulations": 2,
}


SMALL_FILES = "sandmandala.training.pipeline.GAMES_OF_A_FILE", 2


@pytest.fixture(autouse=True)
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*SMALL_FILES)


def train(*how: Any) -> Any:
    from sandmandala.training import pipeline  # importing PyTorch takes seconds: not while collecting tests

    return pipeline.train(*how)


def quietly(what: str, done: float, total: float) -> None:
    pass


def some_games(name: str, seats: int, games: int = 2) -> Positions:
    return play_games(name, seats, random_weights(name), range(games), 8, seed=1, purpose="test")


# --- PyTorch


@one_case
def test_pytorch_and_compiled_code_think_alike(name: str, seats: int) -> None:
    import torch

    from sandmandala.training.torch_network import TorchNetwork

    states = np.concatenate(list(positions(name, seats, 1, seed=3)))
    count, actions = len(states), rules_of(name).action_count
    nothing = np.zeros((count, MOST_SEATS), np.float32)
    targets = np.ones((count, actions), np.uint16)
    given = Positions(states, np.full(count, seats, np.int8), targets, nothing, nothing, nothing)
    model = TorchNetwork(network(name))
    model.take_weights(random_weights(name))
    with torch.no_grad():
        win, margin, policy = model(batch_of(network(name), given, np.arange(count)))
    for i in range(count):
        scratch, priors = thoughts(name, seats, states[i : i + 1], random_weights(name))
        order = [(entry_points.to_move(states, i) + place) % seats for place in range(seats)]
        np.testing.assert_allclose(scratch["win"][0][order], win[i].softmax(0)[:seats], atol=1e-5)
        np.testing.assert_allclose(scratch["margin"][0][order], margin[i, :seats], rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(list(priors.values()), policy[i].softmax(0)[: len(priors)], atol=1e-5)
    assert model.to_weights().tobytes() == random_weights(name).tobytes()


@one_learner
def test_learning_lowers_the_loss(name: str) -> None:
    from sandmandala.training.learning import learn

    games = some_games(name, 2, games=6)
    _, first = learn(network(name), None, games, epochs=1, seed=1)
    _, later = learn(network(name), None, games, epochs=25, seed=1)
    assert later.policy < first.policy - 0.02


# --- games


@one_case
def test_what_is_stored_of_games(name: str, seats: int, tmp_path: Path) -> None:
    games = some_games(name, seats)
    assert len(games) > 30
    np.testing.assert_allclose(games.won.sum(axis=1), 1)
    np.testing.assert_allclose(games.values.sum(axis=1), 1, atol=1e-6)
    assert (games.targets.sum(axis=1, dtype=np.int64) > WHOLE - 300).all()
    batch = batch_of(network(name), games, np.arange(len(games)))
    np.testing.assert_allclose(batch.policy.sum(axis=1), 1, rtol=1e-5)
    np.testing.assert_allclose(batch.won.sum(axis=1), 1, rtol=1e-5)
    write_positions(tmp_path / "games.npz", games)
    again = read_positions(tmp_path / "games.npz", name)
    for column in Positions.__dataclass_fields__:
        assert getattr(again, column).tobytes() == getattr(games, column).tobytes()


def test_a_game_is_the_same_whoever_plays_it() -> None:
    weights = random_weights("patterns")
    both, second = (
        play_games("patterns", 2, weights, games, 8, seed=1, purpose="test")
        for games in (range(2), range(1, 2))
    )
    assert both.states.tobytes().endswith(second.states.tobytes())


# --- runs


def outcome(folder: RunFolder) -> dict[str, bytes]:
    """The result of a run: weights and summaries."""
    found = [
        *folder.path.glob("*/weights.npz"),
        *folder.path.glob("*/summary.json"),
        folder.best,
        folder.curves,
    ]
    return {str(path.relative_to(folder.path)): path.read_bytes() for path in found if path.exists()}


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    settings = Settings("patterns", seed=5, **TINY)
    folder = RunFolder(tmp_path_factory.mktemp("whole"), settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(*SMALL_FILES)
        assert len(train(folder, settings, 2, 1, quietly)) == 2
    return folder


def test_an_interrupted_run_gives_the_same_result(whole_run: RunFolder, tmp_path: Path) -> None:
    settings = Settings("patterns", seed=5, **TINY)
    interruptions = 0

    def interrupt(what: str, done: float, total: float) -> None:
        """Interrupt at each step that has not been reached before."""
        if (what, done) not in reached:
            reached.add((what, done))
            raise KeyboardInterrupt

    reached: set[tuple[str, float]] = set()
    while True:
        folder = RunFolder(tmp_path / "run", settings)
        try:
            train(folder, settings, 2, 1, interrupt)
            break
        except KeyboardInterrupt:
            interruptions += 1
    assert interruptions > 10
    assert outcome(folder) == outcome(whole_run)
    assert not list(folder.path.rglob("*.partial*"))


def test_another_seed_gives_another_network(whole_run: RunFolder, tmp_path: Path) -> None:
    settings = Settings("patterns", seed=6, **TINY)
    folder = RunFolder(tmp_path, settings)
    train(folder, settings, 1, 1, quietly)
    assert folder.weights(1).read_bytes() != whole_run.weights(1).read_bytes()


def test_the_best_is_one_that_won_its_match(whole_run: RunFolder) -> None:
    accepted = [one["generation"] for one in whole_run.summaries() if one["accepted"]]
    assert whole_run.best.exists() == bool(accepted)
    for one in whole_run.summaries():
        about = load_weights(whole_run.weights(one["generation"]), "patterns").about
        assert about["loss"] == {name: one[name] for name in ("win", "policy", "margin")}
        assert about["seed"] == 5


def test_a_folder_keeps_one_run(whole_run: RunFolder) -> None:
    with pytest.raises(UnreadableError, match="its seed is 5, not 7"):
        RunFolder(whole_run.path, Settings("patterns", seed=7, **TINY))


def test_a_run_continues_from_given_weights(whole_run: RunFolder, tmp_path: Path) -> None:
    start = load_weights(whole_run.weights(1), "patterns")
    settings = Settings("patterns", seed=5, start=start.about["sha256"], **TINY)
    folder = RunFolder(tmp_path, settings)
    train(folder, settings, 1, 1, quietly, start)
    first, second = (load_weights(folder.weights(number), "patterns") for number in (0, 1))
    assert first.weights.tobytes() == start.weights.tobytes()
    assert second.about["start"] == start.about["sha256"]
    assert 0 < np.abs(second.weights["table"] - start.weights["table"]).mean() < 0.05, "it continues to learn"
    with pytest.raises(UnreadableError, match="its start is"):
        RunFolder(tmp_path, Settings("patterns", seed=5, **TINY))


def test_seats_of_self_play_in_turn(tmp_path: Path) -> None:
    settings = Settings("flowers", seed=5, seats=(2, 2, 4), **TINY)
    folder = RunFolder(tmp_path, settings)
    train(folder, settings, 1, 1, quietly)
    seats = [read_positions(folder.chunk(1, chunk), "flowers").seats for chunk in range(2)]
    assert [sorted(set(file.tolist())) for file in seats] == [[2], [2, 4]], "two games in each file"
    assert RunFolder(tmp_path, settings).best == folder.best, "the same settings fit the folder"
    with pytest.raises(UnreadableError, match=r"its seats is \[2, 2, 4\], not None"):
        RunFolder(tmp_path, Settings("flowers", seed=5, **TINY))


def test_curves_are_an_svg(whole_run: RunFolder) -> None:
    picture = curves("patterns", whole_run.summaries())
    assert picture == whole_run.curves.read_text(encoding="utf-8")
    assert picture.count("<polyline") == 4
    assert "nan" not in picture
    assert "inf" not in picture


@pytest.mark.slow
@pytest.mark.thorough
def test_a_killed_run_resumes(tmp_path: Path) -> None:
    """Started by the command with two processes, and killed in the middle of self-play."""
    chosen = {**TINY, "games": 60}
    options = [word for name, value in chosen.items() for word in ("--" + name.replace("_", "-"), str(value))]

    def command(folder: Path, workers: int) -> list[str]:
        always = ["--generations", "1", "--folder", str(folder), "--workers", str(workers)]
        return [sys.executable, "-m", "sandmandala", "train", "patterns", *options, *always]

    whole, broken = tmp_path / "whole", tmp_path / "broken"
    subprocess.run(command(whole, 1), check=True, capture_output=True, timeout=600)
    process = subprocess.Popen(command(broken, 2), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    deadline = time.monotonic() + 600
    while not list(broken.glob("*/games-*.npz")) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.communicate()
    subprocess.run(command(broken, 2), check=True, capture_output=True, timeout=600)
    weights = "generation-001/weights.npz"
    assert (broken / weights).read_bytes() == (whole / weights).read_bytes()


@pytest.mark.slow
@pytest.mark.thorough
def test_files_are_played_in_several_processes(tmp_path: Path) -> None:
    settings = Settings("patterns", seed=5, **TINY)
    one, two = (RunFolder(tmp_path / name, settings) for name in ("one", "two"))
    for folder, workers in ((one, 1), (two, 2)):
        train(folder, settings, 1, workers, quietly)
    assert outcome(one) == outcome(two)
    assert game_files.GAMES_OF_A_FILE > 1
