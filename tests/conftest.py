"""Says at the head of a test run how the rules are run: compiled, bounds-checked or interpreted."""

from __future__ import annotations

import signal

import numba

# Started in the background, a shell's child ignores Ctrl-C, and so would the programs that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    if numba.config.DISABLE_JIT:
        return "rules: interpreted (NUMBA_DISABLE_JIT=1)"
    return "rules: compiled, bounds-checked" if numba.config.BOUNDSCHECK else "rules: compiled"
