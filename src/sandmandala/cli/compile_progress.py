"""The progress of compiling: a bar in a terminal, otherwise lines."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from .compile_pool import Job

_TITLE = "Compiling, once for this version"


def shown_progress(jobs: Sequence[Job]) -> ProgressBar | ProgressLines:
    """On standard error, since standard output may be read by a program."""
    console = Console(stderr=True)
    return ProgressBar(jobs, console) if console.is_terminal else ProgressLines(jobs, console)


class ProgressLines:
    """A line for each job."""

    def __init__(self, jobs: Sequence[Job], console: Console) -> None:
        self._console, self._total, self._finished = console, len(jobs), 0
        self._began: dict[Job, float] = {}

    def __enter__(self) -> Self:
        self._say(f"{_TITLE}: {self._total} parts …")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        pass

    def began(self, job: Job) -> None:
        self._began[job] = time.monotonic()

    def went_on(self, job: Job, share: float) -> None:
        if share == 1:
            self._finished += 1
            seconds = time.monotonic() - self._began[job]
            self._say(f"{self._finished:4} of {self._total}: {job}, {seconds:.0f} s")

    def _say(self, line: str) -> None:
        self._console.print(line, highlight=False, soft_wrap=True)


class ProgressBar:
    """A bar with the current jobs and the time left."""

    def __init__(self, jobs: Sequence[Job], console: Console) -> None:
        columns = TextColumn(_TITLE), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
        self._bar = Progress(*columns, TextColumn("{task.description}"), console=console, transient=True)
        self._task = self._bar.add_task("", total=len(jobs))
        self._shares: dict[Job, float] = {}

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._bar.stop()

    def began(self, job: Job) -> None:
        self.went_on(job, 0.0)

    def went_on(self, job: Job, share: float) -> None:
        self._shares[job] = share
        running = ", ".join(str(one) for one, share in self._shares.items() if share < 1)
        self._bar.update(self._task, completed=sum(self._shares.values()), description=running)
