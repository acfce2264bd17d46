"""For all tests: the header of a run, markers, and the order."""

from __future__ import annotations

import signal
from collections.abc import Generator
from pathlib import Path

import numba
import pytest

_WEB = Path(__file__).parent / "web"
_SERVICES = {"postgresql", "redis"}  # the fixtures that start them
# The longest files of browser tests come first: otherwise one process is left with them at the end.
_LONGEST = ["test_layout.py", "test_spoken_games.py", "test_pages.py", "test_games.py"]

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
    """Set the markers, and put browser tests last: no event loop can start after Playwright's."""
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
    if _WEB not in item.path.parents:
        return 0
    return 1 + _LONGEST.index(item.path.name) if item.path.name in _LONGEST else 1 + len(_LONGEST)
