"""A new game needs no change elsewhere: one made by tools/new_game.py passes the tests of all games."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("src", "tests", "tools", "docs", "pyproject.toml")
NAME = "quartz"  # its letter is Q
IN_PYTHON = {"NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one game more."""
    root = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source, root / name, ignore=shutil.ignore_patterns("__pycache__", "page", "node_modules")
            )
        else:
            shutil.copy(source, root / name)
    run(root, "tools/new_game.py", NAME)
    run(root, "tests/golden.py", NAME)
    return root


def run(root: Path, *arguments: str) -> str:
    """Run Python in the tree, without the compiler."""
    environment = {**os.environ, **IN_PYTHON, "PYTHONPATH": str(root / "src")}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def passed(root: Path, *arguments: str) -> int:
    """How many tests of the new game have passed; all of them must."""
    said = run(root, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NAME, *arguments)
    found = re.search(r"(\d+) passed", said)
    return int(found[1]) if found else 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tests", "at_least"),
    [
        pytest.param(["tests/conformance"], 50, id="conformance"),
        pytest.param(["tests/rules"], 10, id="rules"),
        pytest.param(["tests/records"], 40, id="records"),
        pytest.param(["tests/arena"], 1, id="arena"),
        pytest.param(["tests/envs/test_batch.py"], 5, id="batch"),
        pytest.param(["tests/envs/test_pettingzoo.py"], 7, id="pettingzoo"),
    ],
)
def test_a_new_game_passes_the_tests_of_all_games(tree: Path, tests: list[str], at_least: int) -> None:
    assert passed(tree, *tests) >= at_least
