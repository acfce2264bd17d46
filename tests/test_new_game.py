"""A new game needs no change elsewhere: one created by tools/new_game.py passes the tests of all games."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("src", "tests", "tools", "docs", "pyproject.toml")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "page", "observations")
NAME = "quartz"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one more game."""
    root = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=NOT_COPIED)
        else:
            shutil.copy(ROOT / name, root / name)
    run(root, "tools/new_game.py", NAME)
    run(root, "tests/golden.py", NAME)
    return root


def run(root: Path, *arguments: str, compiled: bool = False) -> str:
    """Run Python in the tree."""
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "SANDMANDALA_CACHE": str(root / "cache")}
    environment["NUMBA_DISABLE_JIT"] = "0" if compiled else "1"
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def passed_tests(root: Path, *tests: str, compiled: bool) -> Counter[str]:
    """The tests of the new game, all of which must pass: how many in each of these places."""
    chosen = (
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-vv",
        "-k",
        NAME,
        *(f"tests/{place}" for place in tests),
    )
    passed = re.findall(r"^tests/(\S+).* PASSED", run(root, *chosen, compiled=compiled), re.MULTILINE)
    return Counter(place for test in passed for place in tests if test.startswith(place))


# Where the tests of all games are, and at least how many of them each game has.
COUNTS = {
    "rules": 9,
    "conformance": 80,
    "records": 100,
    "arena": 1,
    "review": 5,
    "learn": 2,
    "editor": 10,
    "envs/test_pettingzoo.py": 7,
}


@pytest.mark.slow
@pytest.mark.thorough
def test_a_new_game_passes_the_tests_of_all_games(tree: Path) -> None:
    passed = passed_tests(tree, *COUNTS, compiled=False)
    assert {place: passed[place] for place in COUNTS if passed[place] < COUNTS[place]} == {}


@pytest.mark.slow
@pytest.mark.thorough
def test_a_new_game_can_be_compiled(tree: Path) -> None:
    assert passed_tests(tree, "envs/test_batch.py", compiled=True).total() >= 6


@pytest.mark.slow
@pytest.mark.thorough
def test_the_tools_know_a_new_game(tree: Path) -> None:
    run(tree, "tools/web_types.py")
    assert f'"{NAME}"' in (tree / "web" / "src" / "generated" / "games.ts").read_text()
    generated = (tree / "web" / "src" / "generated" / f"{NAME}.ts").read_text()
    assert "PlayEvent" in generated
    assert "just_played: { colour: Colour };" in generated
    run(tree, "tools/observation_pages.py")
    assert (tree / "docs" / "observations" / f"{NAME}.md").exists()
    assert NAME in run(tree, "-m", "sandmandala", "play", "--help")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["mandala"], "there is already"), (["No Game"], "lower-case"), (["pmf"], "--letter")],
)
def test_invalid_names(arguments: list[str], said: str) -> None:
    command = [sys.executable, "tools/new_game.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert said in done.stderr
