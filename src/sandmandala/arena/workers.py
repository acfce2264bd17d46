"""Workers: processes that do many independent tasks, such as games, and how to hand them out.

`LocalWorkers` are processes on this machine; `ray_workers.py` has the same on a Ray cluster.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

from ..games.errors import UnreadableError

_STOP_TIMEOUT = 2.0
_spawn = multiprocessing.get_context("spawn")

T = TypeVar("T")
R = TypeVar("R")
_Task = TypeVar("_Task", contravariant=True)
_Result = TypeVar("_Result", covariant=True)


class Job(Protocol[_Task, _Result]):
    """What all tasks have in common. Workers get it once, before their tasks.

    A task has the same result wherever and however often it is run.
    """

    @property
    def game(self) -> str: ...

    @property
    def mark(self) -> str:
        """A name for the compiled code that it needs."""

    def check_machine(self) -> None:
        """Raise an UnreadableError if another machine lacks something that cannot travel with the job."""

    def warm_up(self) -> None:
        """Load compiled code before any clock runs."""

    def run(self, task: _Task, thinking: Callable[[int], None]) -> _Result:
        """Calls `thinking` with the seat whose bot is asked, and with -1 when none is."""

    def crashed(self, task: _Task, seat: int, reason: str) -> _Result:
        """The result of a task during which this seat's bot has ended the process."""

    def close(self) -> None:
        """End what `run` has started."""


class Workers(Protocol):
    """Whoever runs tasks."""

    def run(self, job: Job[T, R], tasks: Sequence[T]) -> Generator[tuple[T, R], None, None]:
        """Yield each task with its result, once, as results arrive. Closing the generator ends the work."""


class LocalWorkers:
    """Processes on this machine. One worker runs in this process, and in order."""

    def __init__(self, count: int) -> None:
        if count < 1:
            raise UnreadableError(f"There must be a worker or more, not {count}.")
        self._count = count

    def run(self, job: Job[T, R], tasks: Sequence[T]) -> Generator[tuple[T, R], None, None]:
        if not tasks:
            return
        if self._count > 1:
            yield from run_in_processes(job, tasks, min(self._count, len(tasks)))
            return
        job.warm_up()
        try:
            for task in tasks:
                yield task, job.run(task, lambda seat: None)
        finally:
            job.close()


def workers_of(given: int | Workers) -> Workers:
    return LocalWorkers(given) if isinstance(given, int) else given


def run_in_processes(
    job: Job[T, R], tasks: Sequence[T], processes: int
) -> Generator[tuple[T, R], None, None]:
    """Run tasks in other processes, each of which does one at a time. One that dies is replaced."""
    waiting = iter(tasks)
    crew: list[_Worker[T, R]] = []
    try:
        for _ in range(processes):
            crew.append(_Worker(job))
        for worker in crew:
            worker.take(next(waiting))
        while busy := {worker.line: worker for worker in crew if worker.task is not None}:
            for line in wait(list(busy)):
                worker = busy[line]  # type: ignore[index]  # wait() could be given sockets too
                done = worker.task
                assert done is not None
                try:
                    result: R = worker.line.recv()
                    worker.take(next(waiting, None))
                except (EOFError, OSError):
                    result = worker.death()
                    worker.stop()
                    crew.remove(worker)
                    if (task := next(waiting, None)) is not None:
                        crew.append(_Worker(job))
                        crew[-1].take(task)
                yield done, result
    finally:
        for worker in crew:
            worker.process.terminate()
        for worker in crew:
            worker.stop()


class _Worker(Generic[T, R]):
    """The parent's view of a worker process."""

    def __init__(self, job: Job[T, R]) -> None:
        self.job = job
        self.task: T | None = None
        self.line, theirs = _spawn.Pipe()
        self.thinking = _spawn.RawValue("i", -1)
        self.process = _spawn.Process(target=_work, args=(theirs, job, self.thinking), daemon=True)
        with _ignore_interrupts():
            self.process.start()
        theirs.close()  # so that its death closes the connection

    def take(self, task: T | None) -> None:
        self.task = task
        if task is not None:
            with suppress(OSError):  # already dead, as the next read will show
                self.line.send(task)

    def death(self) -> R:
        """What the job makes of it, if a bot was thinking when the process died; shared memory says which."""
        self.process.join(_STOP_TIMEOUT)
        seat = int(self.thinking.value)
        if seat < 0 or self.task is None:
            raise RuntimeError(
                f"A worker process ended with exit code {self.process.exitcode} while no bot was thinking. A "
                'script that uses several workers needs `if __name__ == "__main__":`.'
            )
        return self.job.crashed(self.task, seat, f"the process died with exit code {self.process.exitcode}")

    def stop(self) -> None:
        self.process.join(_STOP_TIMEOUT)
        if self.process.is_alive():  # deep in compiled code
            self.process.kill()
            self.process.join()
        self.line.close()


@contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Only the parent handles Ctrl-C. Processes started here ignore it, even while they start."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(line: Connection, job: Job[Any, Any], thinking: Any) -> None:
    """Run in the worker: do tasks until the parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def say(seat: int) -> None:
        thinking.value = seat

    try:
        job.warm_up()
        # From now on there may be external programs to close before the exit. Not earlier: while Numba
        # compiles, it would swallow the exit and continue with incomplete work.
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
        while True:
            line.send(job.run(line.recv(), say))
    except (EOFError, OSError):
        pass
    finally:
        job.close()


def _end_with_parent() -> None:
    """A parent that is killed cannot end us. Outside programs see the end of their input."""
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)
