"""Compiles in several processes, which write to the cache on disk."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import NamedTuple, Protocol

from ..bots.warmup import bot_steps, reference_steps
from ..envs.warmup import env_steps
from ..games.compile_state import mark_compiled
from ..games.rules import rules_of
from ..games.warmup import rule_steps, tool_steps
from ..records.warmup import game_steps
from ..review.warmup import review_steps
from .compile_parts import PARTS

Steps = list[Callable[[], object]]

_STEPS: dict[str, Callable[[str], Steps]] = {
    "rules": lambda game: rule_steps(game) + game_steps(game),
    "bots": bot_steps,
    "review": review_steps,
    "tools": lambda game: tool_steps(game) + reference_steps(game),
    "environments": env_steps,
}
assert tuple(_STEPS) == PARTS
_spawn = multiprocessing.get_context("spawn")
_NICENESS = 10


class Job(NamedTuple):
    part: str
    game: str

    def __str__(self) -> str:
        return f"{self.part} of {rules_of(self.game).title}"

    @property
    def mark(self) -> str:
        return f"{self.part} {self.game}"

    def run(self, tell: Callable[[float], None]) -> None:
        """Compile. Calls `tell` with the share done after each step, and with 1 at the end."""
        steps = _STEPS[self.part](self.game)
        for number, step in enumerate(steps, 1):
            step()
            if number < len(steps):
                tell(number / len(steps))
        mark_compiled(self.mark)
        tell(1.0)


class Progress(Protocol):
    """Receives progress reports."""

    def began(self, job: Job) -> None: ...
    def went_on(self, job: Job, share: float) -> None: ...


class CompilerDiedError(Exception):
    """A compiling process has died."""


def compile_here(jobs: Sequence[Job], progress: Progress) -> None:
    """Compile in this process, one job after the other."""
    for job in jobs:
        progress.began(job)
        job.run(partial(progress.went_on, job))


class CompilePool:
    """Processes that compile. `stop` ends them, also from another thread."""

    def __init__(self) -> None:
        self._bell, self._hand = _spawn.Pipe(duplex=False)

    def stop(self) -> None:
        self._hand.send(None)

    def compile(self, jobs: Sequence[Job], progress: Progress, processes: int) -> None:
        """Run these jobs. A game's jobs run one at a time, since each builds on those before it."""
        waiting, running = list(jobs), dict[Connection, Job]()
        games = {job.game for job in jobs}
        workers = [_Worker() for _ in range(max(1, min(processes, len(games))))]
        idle = [worker.connection for worker in workers]
        try:
            while waiting or running:
                while idle and (job := _next(waiting, running)):
                    waiting.remove(job)
                    connection = idle.pop()
                    running[connection] = job
                    connection.send(job)
                    progress.began(job)
                rung = wait([self._bell, *running])
                if self._bell in rung:
                    return
                for connection in [one for one in running if one in rung]:
                    if _heard(connection, running[connection], progress):
                        idle.append(connection)
                        del running[connection]
        finally:
            for worker in workers:
                worker.process.terminate()
            for worker in workers:
                worker.process.join()
                worker.connection.close()


def _next(waiting: list[Job], running: dict[Connection, Job]) -> Job | None:
    busy = {job.game for job in running.values()}
    return next((job for job in waiting if job.game not in busy), None)


def _heard(connection: Connection, job: Job, progress: Progress) -> bool:
    """Forward a worker's report. Returns whether its job is done."""
    try:
        share: float = connection.recv()
    except (EOFError, OSError):
        raise CompilerDiedError(str(job)) from None
    progress.went_on(job, share)
    return share == 1


class _Worker:
    def __init__(self) -> None:
        self.connection, other = _spawn.Pipe()
        self.process = _spawn.Process(target=_work, args=(other,), daemon=True)
        self.process.start()
        other.close()


def _work(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process stops this one
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if sys.platform != "win32":
        os.nice(_NICENESS)  # building the page and serving it come first
    while True:
        job: Job = connection.recv()
        job.run(connection.send)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)
