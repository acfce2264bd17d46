"""Server processes forked from one that has loaded everything, so that they start at once.

They are real processes, with the command, settings and signals of `sandmandala serve`. Only importing the
package and loading compiled code, which takes seconds of processor time, happen once for all of them.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
from collections.abc import Mapping
from multiprocessing import forkserver, reduction
from pathlib import Path
from typing import IO, Any

_TESTS = str(Path(__file__).parents[1])
_context = multiprocessing.get_context("forkserver")


class ForkedServer:
    """`python -m sandmandala serve`; used like a `subprocess.Popen`."""

    def __init__(self, environment: Mapping[str, str], stderr: IO[Any] | None) -> None:
        _start_forkserver()
        reading, writing = os.pipe()
        with open(writing, "wb") as theirs:
            descriptors = _Descriptor(theirs.fileno()), _Descriptor(stderr.fileno() if stderr else 2)
            self._process = _context.Process(target=_serve, args=(dict(environment), *descriptors))
            self._process.start()
        self.stdout = os.fdopen(reading, encoding="utf-8")
        assert self._process.pid
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("sandmandala serve", timeout or 0)
        return self._process.exitcode

    def communicate(self, timeout: float) -> None:
        self.wait(timeout)
        self.stdout.close()

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


class _Descriptor:
    """An open file that is passed to a forked process."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> Any:
        return _received, (reduction.DupFd(self._number),)


def _received(duplicate: Any) -> int:
    return int(duplicate.detach())


def _start_forkserver() -> None:
    """Once in each process. It finds this package only by PYTHONPATH."""
    before = os.environ.get("PYTHONPATH")
    _context.set_forkserver_preload(["server.preloaded"])
    os.environ["PYTHONPATH"] = os.pathsep.join([_TESTS, *filter(None, [before])])
    try:
        forkserver.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def _serve(environment: dict[str, str], stdout: int, stderr: int) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.close(stdout)
    os.close(stderr)
    from sandmandala.cli import main

    main(["serve"], prog_name="sandmandala")
