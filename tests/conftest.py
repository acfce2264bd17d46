"""For all tests: what is said at the head of a run, and that browsers come last."""

from __future__ import annotations

import signal
from pathlib import Path

import numba
import pytest

_WEB = Path(__file__).parent / "web"

# Started in the background, a shell's child ignores Ctrl-C, and so would the programs that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """How the rules are run."""
    if numba.config.DISABLE_JIT:
        return "rules: interpreted (NUMBA_DISABLE_JIT=1)"
    return "rules: compiled, bounds-checked" if numba.config.BOUNDSCHECK else "rules: compiled"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Once Playwright is at work, its loop runs in this process, and nothing else can run one."""
    items.sort(key=lambda item: _WEB in item.path.parents)
