"""For all tests: the header of a run, markers, and the order."""

from __future__ import annotations

import signal
from collections.abc import Generator
from pathlib import Path

import numba
import pytest

_WEB = Path(__file__).parent / "web"
_PROGRAMS = {"arena", "cli", "server", "training", "web"}  # folders of tests that start programs
_SERVICES = {"postgresql", "redis"}  # the fixtures that start them
# The longest files come first, and then all others that start programs: otherwise processes wait at the end
# for the one that got a long file last. By seconds, as `pytest --durations` tells them.
_LONGEST = [
    "test_wheel.py",
    "test_networks.py",
    "test_layout.py",
    "test_new_game.py",
    "test_spoken_games.py",
    "test_workers.py",
    "test_fault_load.py",
    "test_ray_training.py",
    "test_fuzz.py",
    "test_examples.py",
    "test_agreement.py",
    "test_ray.py",
]

# Started in the background, a shell's child ignores Ctrl-C, and so would the programs that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """Say how the rules are run."""
    if numba.config.DISABLE_JIT:
        return "rules: interpreted (NUMBA_DISABLE_JIT=1)"
    return "rules: compiled, bounds-checked" if numba.config.BOUNDSCHECK else "rules: compiled"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests in the package only: the tests have none, and to look there imports every helper."""
    found = yield
    return [one for one in found if type(one) is pytest.Module]


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
