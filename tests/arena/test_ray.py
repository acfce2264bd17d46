"""Matches on a Ray cluster of several nodes, all on this machine, and what happens when one of them dies."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from arena.faulty_bots import FaultyBot, program
from arena.ray_cluster import started_cluster
from arena.test_match import timeless
from cli.command_runner import refused
from cli.test_extras import run_without

from sandmandala import UnreadableError
from sandmandala.arena import GameResult, Match, play_match
from sandmandala.arena.ray_workers import RayWorkers
from sandmandala.bots import NetBot
from sandmandala.bots.networks.weights_file import SHIPPED

pytestmark = [
    pytest.mark.slow,
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="Ray has no clusters of several nodes there"),
]
BOTS = ["search:10", "greedy"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with started_cluster(nodes=2) as cluster:
        yield cluster


def test_a_cluster_plays_as_one_process_does(cluster: Any, tmp_path: Path) -> None:
    out, bots = tmp_path / "match.jsonl", [*BOTS, program("illegal", tmp_path / "log")]
    together = play_match("patterns", bots, 4, seed=7, workers=RayWorkers(cluster.address), out=out)
    alone = play_match("patterns", bots, 4, seed=7)
    assert timeless(together) == timeless(alone)
    assert len(out.read_text().splitlines()) == 13


def test_bots_take_their_weights_along(cluster: Any, tmp_path: Path) -> None:
    """The file is gone before any worker could read it."""
    file = tmp_path / "weights.npz"
    file.write_bytes((SHIPPED / "patterns.npz").read_bytes())
    match = Match.between("patterns", [f"net@{file}:4", "random"], 2)
    alone = play_match("patterns", match.entrants, 2)

    class Workers(RayWorkers):
        def _wanted(self) -> int:
            file.unlink(missing_ok=True)
            return super()._wanted()

    match.play(Workers(cluster.address, 1))
    assert timeless(match) == timeless(alone)
    assert isinstance(match.entrants[0].bot, NetBot)


def test_a_bot_that_ends_its_process_loses_as_it_does_locally(cluster: Any) -> None:
    bots: list[Any] = ["random", FaultyBot("killer")]
    together = play_match("patterns", bots, 2, workers=RayWorkers(cluster.address, 1))
    assert timeless(together) == timeless(play_match("patterns", bots, 2, workers=2))
    assert {result.loser for result in together.results.values()} == {"killer"}


def test_a_program_that_a_node_lacks_is_told_instead_of_losing(cluster: Any) -> None:
    bots, workers = ["random", "engine:/no/such"], RayWorkers(cluster.address, 1)
    with pytest.raises(UnreadableError, match=r"On the node .*engine:/no/such does not start there"):
        play_match("patterns", bots, 2, workers=workers)


def test_no_game_is_lost_or_counted_twice_when_a_node_dies(cluster: Any, tmp_path: Path) -> None:
    """The last test, since it leaves one node fewer."""
    out = tmp_path / "match.jsonl"
    match = Match.between("patterns", BOTS, 40, seed=8)
    found: list[int] = []

    def on_result(result: GameResult) -> None:
        found.append(result.number)
        if len(found) == 8:
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

    match.play(RayWorkers(cluster.address), out, on_result)
    assert sorted(found) == list(range(40))
    assert len(out.read_text().splitlines()) == 41
    assert timeless(match) == timeless(play_match("patterns", BOTS, 40, seed=8))


# --- without a cluster


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1:1", "There is no Ray cluster at 127.0.0.1:1"),
        ("ray://127.0.0.1:1", "There is no Ray cluster at ray://127.0.0.1:1"),
        ("here", "'here' is not the address of a Ray cluster: write auto, local,"),
    ],
)
def test_a_wrong_address_is_told_in_a_sentence(address: str, said: str) -> None:
    assert said in refused("arena", "patterns", "random", "greedy", "--ray", address)


def test_without_the_extra_the_command_says_which_one_to_install() -> None:
    ((code, _, error, _),) = run_without(
        ["ray"], (["arena", "patterns", "random", "greedy", "--ray", "auto"], "")
    )
    assert code == 3
    assert "(ray is missing): pip install 'sandmandala[ray]'" in error
