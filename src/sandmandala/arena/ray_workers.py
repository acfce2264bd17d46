"""Workers on a Ray cluster (docs/cluster.md). Needs the extra `ray`, which loads when it is used.

The driver is the process that the user started. It hands out tasks, and knows which of them have no result
yet; workers keep nothing. When a worker dies, others get its tasks. Only the first result of a task counts.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import queue
import socket
import time
from collections import Counter, deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from ..bots.warmup import bot_steps
from ..games.compile_state import compile_alone, is_compiled, mark_compiled
from ..games.errors import UnreadableError
from ..games.warmup import rule_steps
from ..records.warmup import game_steps
from .workers import Job, run_in_processes

T = TypeVar("T")
R = TypeVar("R")
_Numbers = tuple[int, ...]

_CONNECT_TIMEOUT = 5.0  # seconds
_BETWEEN_LOOKS = 1.0  # seconds; at new nodes
_PATIENCE = 600.0  # seconds without a worker: the cluster may have to grow, or a node to compile
_TRIES = 5
_CALL_SECONDS = (
    0.25  # short tasks go several at a time, since each call costs the driver a millisecond or two
)
_MOST_OF_A_CALL = 16
_PACKAGE = Path(__file__).resolve().parents[1]
_RESULTS_DEPEND_ON = ("games", "records", "bots", "arena", "training")


class RayWorkers:
    """One worker for each processor of the cluster, or fewer. Nodes may come and go."""

    def __init__(self, address: str, count: int | None = None) -> None:
        _connect(address)
        self._count = count
        self._fingerprint = fingerprint()

    def run(self, job: Job[T, R], tasks: Sequence[T]) -> Generator[tuple[T, R], None, None]:
        """Yield each task with its result, once. Closing the generator ends the workers."""
        if not tasks:
            return
        crew = _Crew(job, tasks, self._fingerprint)
        try:
            while crew.left:
                crew.hire(self._wanted())
                yield from crew.results(_BETWEEN_LOOKS)
        finally:
            crew.dismiss()

    def _wanted(self) -> int:
        import ray

        # A cluster without processors may grow when somebody asks for one.
        processors = max(1, int(ray.cluster_resources().get("CPU", 0)))
        return min(self._count or processors, processors)


class _Worker:
    """The driver's view of a worker."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.is_ready = False
        self.calls: set[_Numbers] = set()  # the tasks it has


class _Crew:
    """Workers for one job, and the ledger: which tasks have no result, and which of these nobody has."""

    def __init__(self, job: Job[Any, Any], tasks: Sequence[Any], sources: str) -> None:
        import ray

        self.left = set(range(len(tasks)))
        self._tasks = tasks
        self._waiting = deque(range(len(tasks)))
        self._deaths: Counter[int] = Counter()  # of workers, by the tasks they had
        self._failed_starts = 0
        self._workers: set[_Worker] = set()
        self._seconds = _CALL_SECONDS  # of a task, about
        self._answers: queue.SimpleQueue[tuple[_Worker, _Numbers, Future[Any]]] = queue.SimpleQueue()
        self._remote = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(RemoteWorker)
        self._sources = sources
        self._job = ray.put(ray.cloudpickle.dumps(job))
        self._heard = time.monotonic()

    def hire(self, wanted: int) -> None:
        for _ in range(min(wanted, len(self.left)) - len(self._workers)):
            worker = _Worker(self._remote.remote())
            self._workers.add(worker)
            self._listen(worker, (), worker.actor.begin.remote(self._job, self._sources))

    def results(self, seconds: float) -> Generator[tuple[Any, Any], None, None]:
        """Wait for results, for so long at most. Workers without a task get one."""
        end = time.monotonic() + seconds
        while self.left and (rest := end - time.monotonic()) > 0:
            try:
                worker, numbers, answer = self._answers.get(timeout=rest)
            except queue.Empty:
                self._check_patience()
                return
            if worker not in self._workers:
                continue  # it was given up, and its tasks went to others
            try:
                answered = answer.result()
            except Exception as error:
                self._give_up(worker, error)
                continue
            self._heard = time.monotonic()
            if not worker.is_ready:
                self._begin(worker, answered)
                continue
            results, seconds = answered
            self._seconds += (seconds / len(numbers) - self._seconds) / 10
            worker.calls.discard(numbers)
            self._feed(worker)
            for number, result in zip(numbers, results, strict=True):
                if number in self.left:
                    self.left.discard(number)
                    yield self._tasks[number], result

    def dismiss(self) -> None:
        import ray

        for worker in self._workers:
            ray.kill(worker.actor)
        self._workers.clear()

    def _begin(self, worker: _Worker, problem: str | None) -> None:
        if problem:
            raise UnreadableError(problem)
        worker.is_ready, self._failed_starts = True, 0
        self._feed(worker)

    def _feed(self, worker: _Worker) -> None:
        """Give a worker its next tasks, and more while there are plenty, so that it never has to wait."""
        ahead = 2 if len(self._waiting) > len(self._workers) else 1
        while self._waiting and len(worker.calls) < ahead:
            numbers = self._next_call()
            worker.calls.add(numbers)
            tasks, is_suspect = [self._tasks[number] for number in numbers], self._is_suspect(numbers[0])
            self._listen(worker, numbers, worker.actor.run.remote(tasks, is_suspect))

    def _next_call(self) -> _Numbers:
        """The next tasks for a call: either all are suspect, and share another process, or none is."""
        suspect = self._is_suspect(self._waiting[0])
        share = len(self._waiting) // (4 * len(self._workers))
        size = _MOST_OF_A_CALL if suspect else min(_MOST_OF_A_CALL, int(_CALL_SECONDS / self._seconds), share)
        numbers = [self._waiting.popleft()]
        while self._waiting and len(numbers) < size and self._is_suspect(self._waiting[0]) == suspect:
            numbers.append(self._waiting.popleft())
        return tuple(numbers)

    def _is_suspect(self, number: int) -> bool:
        return self._deaths[number] > 0

    def _listen(self, worker: _Worker, numbers: _Numbers, reference: Any) -> None:
        future: Future[Any] = reference.future()
        future.add_done_callback(lambda answer: self._answers.put((worker, numbers, answer)))

    def _give_up(self, worker: _Worker, error: Exception) -> None:
        """A worker has died, or cannot be reached. All of its tasks go to others."""
        import ray

        reason = str(error).strip().splitlines()[-1].strip()
        failed = isinstance(error, ray.exceptions.RayTaskError)  # it would fail elsewhere, too
        self._failed_starts += not worker.is_ready
        if not worker.is_ready and (failed or self._failed_starts > _TRIES + len(self._workers)):
            raise UnreadableError(f"Workers do not start on the Ray cluster: {reason}")
        if failed or not isinstance(error, ray.exceptions.RayError):
            raise error
        ray.kill(worker.actor)  # if it lives on after all, nobody would listen to it
        self._workers.discard(worker)
        for number in sorted(chain.from_iterable(worker.calls), reverse=True):
            self._deaths[number] += 1
            if self._deaths[number] > _TRIES:
                raise RuntimeError(f"{_TRIES} workers have died during {self._tasks[number]}: {reason}")
            self._waiting.appendleft(number)
        for other in self._workers:  # some may be idle, since there was nothing left for them
            if other.is_ready:
                self._feed(other)

    def _check_patience(self) -> None:
        if any(worker.calls for worker in self._workers):
            self._heard = time.monotonic()
        elif time.monotonic() - self._heard > _PATIENCE:
            raise UnreadableError(
                f"No worker has started on the Ray cluster for {_PATIENCE / 60:.0f} minutes: all of its "
                "processors may be in use (see `ray status`)."
            )


class RemoteWorker:
    """Runs on a node, in a process of its own."""

    def __init__(self) -> None:
        self._job: Job[Any, Any] | None = None

    def begin(self, pickled: bytes, expected: str) -> str | None:
        """Get ready for tasks. Returns what is wrong with this node, if anything is."""
        node = socket.gethostname()
        if fingerprint() != expected:
            return f"The node {node} has another version of Sandmandala: install the same one on all nodes."
        try:
            job: Job[Any, Any] = pickle.loads(pickled)
            job.check_machine()
        except (ImportError, UnreadableError) as error:  # a bot's module may be missing there
            return f"On the node {node}: {error}"
        _compile_once(job)
        job.warm_up()
        self._job = job
        return None

    def run(self, tasks: Sequence[Any], is_suspect: bool) -> tuple[list[Any], float]:
        """Run tasks. Returns their results, and how many seconds it took."""
        assert self._job is not None
        begin = time.perf_counter()
        if is_suspect:
            # A worker died while it had these tasks, and perhaps a bot was the reason: use another process.
            self._job.close()  # programs that run cannot be sent there
            results = [result for _, result in run_in_processes(self._job, tasks, 1)]
        else:
            results = [self._job.run(task, lambda seat: None) for task in tasks]
        return results, time.perf_counter() - begin


def _compile_once(job: Job[Any, Any]) -> None:
    """Compile on this node, if nobody has; other workers of the node wait meanwhile."""
    if is_compiled(job.mark):
        return
    with compile_alone():
        if not is_compiled(job.mark):
            for step in [*rule_steps(job.game), *game_steps(job.game), *bot_steps(job.game)]:
                step()
            job.warm_up()
            mark_compiled(job.mark)


def fingerprint() -> str:
    """A hash of all sources and weights of the package that results depend on."""
    digest = hashlib.sha256()
    for folder in _RESULTS_DEPEND_ON:
        for file in sorted((_PACKAGE / folder).rglob("*")):
            if file.suffix in (".py", ".npz"):
                digest.update(f"{file.relative_to(_PACKAGE).as_posix()} ".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _connect(address: str) -> None:
    """Connect to the cluster at an address as Ray takes it, or start one on this machine: `local`."""
    _check_address(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address not in ("auto", "local"):
        os.environ.setdefault("RAY_gcs_server_port_wait_time_s", "1")  # one try, not twenty
    import ray

    if ray.is_initialized():
        return
    options: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address, log_to_driver=False, logging_level="error", **options)
    except Exception as error:
        reason = " ".join(str(error).split())[:300] or type(error).__name__
        raise UnreadableError(f"Cannot connect to the Ray cluster at {address}: {reason}") from None


def _check_address(address: str) -> None:
    """Ray itself tries for minutes to reach an address where nobody listens."""
    if address in ("auto", "local"):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit()):
        raise UnreadableError(
            f"{address!r} is not the address of a Ray cluster: write auto, local, HOST:PORT or ray://HOST:PORT."
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_TIMEOUT).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise UnreadableError(f"There is no Ray cluster at {address}: {error}.") from None
