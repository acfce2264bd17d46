"""Games on several cores: each worker process plays one game at a time."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from ..bots import BuiltInBot, Knowledge
from ..records import Game
from .engine_bot import EngineBot
from .entrants import Entrant
from .game_runner import CRASH, Fault, GameResult, new_game, play_task, result_of
from .schedule import MatchSetup, Task

_STOP_TIMEOUT = 2.0
_spawn = multiprocessing.get_context("spawn")


def play_tasks(
    setup: MatchSetup, tasks: Sequence[Task], entrants: Sequence[Entrant], workers: int
) -> Generator[GameResult, None, None]:
    """Yield results as they arrive. With one worker, games run in this process and in order."""
    if not tasks:
        return
    if workers > 1:
        yield from _play_on_all_cores(setup, tasks, entrants, min(workers, len(tasks)))
        return
    warm_up(setup, entrants)
    try:
        for task in tasks:
            yield play_task(setup, task, entrants)
    finally:
        close(entrants)


def warm_up(setup: MatchSetup, entrants: Sequence[Entrant]) -> None:
    """Load built-in bots from the compile cache before their clock starts."""
    game = Game.new(setup.game, setup.seats, setup.options, bytes(32))
    for entrant in entrants:
        if isinstance(entrant.bot, BuiltInBot):
            entrant.bot.warm_up(Knowledge.of(game))
    game.play(game.legal_actions()[0])


def close(entrants: Sequence[Entrant]) -> None:
    for entrant in entrants:
        if isinstance(entrant.bot, EngineBot):
            entrant.bot.close()


def _play_on_all_cores(
    setup: MatchSetup, tasks: Sequence[Task], entrants: Sequence[Entrant], workers: int
) -> Generator[GameResult, None, None]:
    waiting = iter(tasks)
    crew: list[_Worker] = []
    try:
        for _ in range(workers):
            crew.append(_Worker(setup, entrants))
        for worker in crew:
            worker.take(next(waiting))
        while busy := {worker.line: worker for worker in crew if worker.task}:
            for line in wait(list(busy)):
                worker = busy[line]  # type: ignore[index]  # wait() could be given sockets too
                try:
                    result: GameResult = worker.line.recv()
                    worker.take(next(waiting, None))
                except (EOFError, OSError):
                    result = worker.death()
                    worker.stop()
                    crew.remove(worker)
                    if (task := next(waiting, None)) is not None:
                        crew.append(_Worker(setup, entrants))
                        crew[-1].take(task)
                yield result
    finally:
        for worker in crew:
            worker.process.terminate()
        for worker in crew:
            worker.stop()


class _Worker:
    """The parent's view of a worker process."""

    def __init__(self, setup: MatchSetup, entrants: Sequence[Entrant]) -> None:
        self.setup = setup
        self.task: Task | None = None
        self.line, theirs = _spawn.Pipe()
        self.thinking = _spawn.RawValue("i", -1)
        arguments = (theirs, setup, tuple(entrants), self.thinking)
        self.process = _spawn.Process(target=_work, args=arguments, daemon=True)
        with _ignore_interrupts():
            self.process.start()
        theirs.close()  # so that its death closes the connection

    def take(self, task: Task | None) -> None:
        self.task = task
        if task is not None:
            with suppress(OSError):  # already dead, as the next read will show
                self.line.send(task)

    def death(self) -> GameResult:
        """A loss for the bot during whose turn the process died; shared memory says which."""
        self.process.join(_STOP_TIMEOUT)
        seat = int(self.thinking.value)
        if seat < 0 or self.task is None:
            raise RuntimeError(
                f"A worker process ended with exit code {self.process.exitcode} while no bot was thinking. A "
                'script that uses several workers needs `if __name__ == "__main__":`.'
            )
        fault = Fault(CRASH, f"the process died with exit code {self.process.exitcode}")
        nothing = [0] * self.setup.seats
        game = new_game(self.setup, self.task)
        return result_of(self.setup, self.task, game, nothing, [0.0] * self.setup.seats, (seat, fault))

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


def _work(line: Connection, setup: MatchSetup, entrants: Sequence[Entrant], thinking: Any) -> None:
    """Run in the worker: play games until the parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def say(seat: int) -> None:
        thinking.value = seat

    try:
        warm_up(setup, entrants)
        # From now on there may be external programs to close before the exit. Not earlier: while Numba
        # compiles, it would swallow the exit and continue with incomplete work.
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
        while True:
            line.send(play_task(setup, line.recv(), entrants, say))
    except (EOFError, OSError):
        pass
    finally:
        close(entrants)
