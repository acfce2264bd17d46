"""The examples work, with small sizes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
# Several tests run at once: more threads would only wait for each other.
ALONE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def run(*command: str) -> str:
    program, *words = command
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / program), *words],
        env=os.environ | ALONE,
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.stdout


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(("game", "updates"), [("mandala", 25), ("patterns", 25), ("flowers", 50)])
def test_a_small_network_learns_to_beat_random_play(game: str, updates: int) -> None:
    """400 games: by luck alone, a share of 58 % has a chance of one in a thousand."""
    said = run("self_play.py", game, str(updates))
    match = re.search(r"(\d+)% of games won against random before learning, (\d+)% after", said)
    assert match, said
    before, after = map(int, match.groups())
    assert 40 < before < 60
    assert after > 58


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is an extra, and large")
def test_the_torch_example_runs() -> None:
    assert "steps a second" in run("torch_loop.py", "patterns", "3")
