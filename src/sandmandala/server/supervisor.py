"""Runs several workers at one address: starts and stops them together, and replaces those that die."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

import structlog

from .settings import UnusableSettingError

Say = Callable[[str], None]
Work = Callable[..., None]

_SECONDS_TO_STOP = 15
_YOUNG, _PAUSE = 10.0, 2.0  # seconds; a worker that dies young is restarted after a pause
_spawn = multiprocessing.get_context("spawn")
_log = structlog.get_logger()


class Worker:
    """A worker process. `ready` receives the address once it serves, and closes when the process ends."""

    def __init__(self, work: Work, args: tuple[Any, ...]) -> None:
        self.ready, telling = _spawn.Pipe(duplex=False)
        self.process: SpawnProcess = _spawn.Process(target=_run, args=(work, args, telling))
        self.process.start()
        self.born = time.monotonic()
        telling.close()

    def address(self) -> str | None:
        """Wait for the address; None if the worker could not start."""
        try:
            return str(self.ready.recv())
        except EOFError:
            return None


def _run(work: Work, args: tuple[Any, ...], telling: Connection) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(*args, telling.send)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def supervise(count: int, work: Work, args: tuple[Any, ...], say: Say) -> None:
    """Run several worker processes until Ctrl-C or SIGTERM. Calls `say` with the address."""
    bell, hand = socket.socketpair()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: hand.send(b"!"))
    workers = [Worker(work, args) for _ in range(count)]
    try:
        addresses = [worker.address() for worker in workers]
        if None in addresses:
            raise UnusableSettingError("A worker could not start; see its error above.")
        say(str(addresses[0]))
        while bell not in wait([bell, *(worker.process.sentinel for worker in workers)]):
            for place, worker in enumerate(workers):
                if worker.process.exitcode is not None:
                    _log.warning("a worker died, and another takes its place", exit=worker.process.exitcode)
                    if time.monotonic() - worker.born < _YOUNG and wait([bell], timeout=_PAUSE):
                        return
                    worker.ready.close()
                    workers[place] = Worker(work, args)
    finally:
        _stop(workers)


def _stop(workers: list[Worker]) -> None:
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(_SECONDS_TO_STOP)
        if worker.process.exitcode is None:
            _log.warning("a worker did not stop in time and was ended")
            worker.process.kill()
            worker.process.join()
