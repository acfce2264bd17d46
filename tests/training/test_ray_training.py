"""Training on a Ray cluster ends with the same networks as on one machine, even if a node dies."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from arena.ray_cluster import started_cluster
from training.test_training import SMALL_FILES, TINY, outcome, quietly, train

from sandmandala.arena.ray_workers import RayWorkers
from sandmandala.training.settings import RunFolder, Settings


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Ray has no clusters of several nodes there")
def test_a_run_on_a_cluster_that_loses_a_node_ends_as_one_on_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*SMALL_FILES)
    settings = Settings("patterns", seed=5, **{**TINY, "games": 16})
    here, there = (RunFolder(tmp_path / name, settings) for name in ("here", "there"))
    train(here, settings, 1, 1, quietly)
    with started_cluster(nodes=2) as cluster:
        steps: list[str] = []

        def progress(what: str, done: float, total: float) -> None:
            steps.append(what)
            if len(steps) == 3:  # of eight files of games
                cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

        train(there, settings, 1, RayWorkers(cluster.address), progress)
    assert outcome(there) == outcome(here)
    assert steps.count("Generation 1: self-play") == 8
    for name in [f"games-{number:04}.npz" for number in range(8)]:
        games = [folder.generation(1) / name for folder in (here, there)]
        assert games[0].read_bytes() == games[1].read_bytes()
