"""For all tests: the header of a run, markers, and the order."""

from __future__ import annotations

import signal
from collections.abc import Generator
from pathlib import Path

import numba
import pytest
from _pytest.doctest import DoctestModule

_TESTS = Path(__file__).parent
_WEB = _TESTS / "web"
_PROGRAMS = {"arena", "cli", "server", "training", "web"}  # folders of tests that start programs
_SERVICES = {"postgresql", "redis"}  # the fixtures that start them
# The longest files come first, and then all others that start programs: otherwise processes wait at the end
# for the one that got a long file last. By seconds, as `pytest --durations` tells them: first those of
# `make proof`, of which `make test` takes little, then those that are long in both.
_LONGEST = [
    "test_wheel.py",
    "test_new_game.py",
    "test_training.py",
    "test_spoken_games.py",
    "test_networks.py",
    "test_fault_load.py",
    "test_games.py",
    "test_layout.py",
    "test_learn.py",
    "test_editor.py",
    "test_pages.py",
    "test_puzzles.py",
    "test_explanations.py",
    "test_opponents.py",
    "test_friends.py",
    "test_information_leaks.py",
    "test_review.py",
    "test_together.py",
    "test_alerts.py",
    "test_ratings.py",
    "test_ray_training.py",
    "test_examples.py",
    "test_ray.py",
    "test_workers.py",
    "test_crash.py",
    "test_bots.py",
    "test_changes.py",
    "test_agreement.py",
    "test_judging.py",
    "test_offline.py",
    "test_match.py",
]

# Started in the background, a shell's child ignores Ctrl-C, and so would the programs that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """Say how the rules are run."""
    if numba.config.DISABLE_JIT:
        return "rules: interpreted (NUMBA_DISABLE_JIT=1)"
    return "rules: compiled, bounds-checked" if numba.config.BOUNDSCHECK else "rules: compiled"


class _Doctests:
    """Look for doctests only in modules of the package that have some: looking takes seconds of imports."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        has_some = _TESTS not in file_path.parents and b">>>" in file_path.read_bytes()
        return [one for one in found if has_some or not isinstance(one, DoctestModule)]


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Doctests())  # a hook of this file would not see the package


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Set the markers and the order."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())  # doctests have none
        if _SERVICES.intersection(fixtures):
            item.add_marker("services")
        if _WEB in item.path.parents:
            item.add_marker("browser")
        elif "server" in fixtures:
            item.add_marker("slow")  # it starts a server
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """Of the file: all tests of a file stay together."""
    if item.path.name in _LONGEST:
        return _LONGEST.index(item.path.name)
    return len(_LONGEST) + (item.path.parent.name not in _PROGRAMS)
