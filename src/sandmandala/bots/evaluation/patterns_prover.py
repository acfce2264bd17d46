"""Runs proofs about endgames of Patterns, in one thread or several.

Threads prove the same, share a table and avoid moves that another one is searching. The first to finish has
the answer: it is exact whatever the others do, but which of two equal moves it finds depends on their timing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ...games.compiling import States, compiled
from ...games.patterns.bitboard import FIELDS
from .patterns_alpha_beta import DEEPEST, FRAME, PROGRESS, prove
from .patterns_endgame import BOARD, POSITION, read_state, survey
from .patterns_move_order import estimate
from .patterns_reach import REACH
from .patterns_table import ENTRY

# With at least this many tiles left, estimating is worth its time.
_ESTIMATED_FROM = 16
_NEVER = FIELDS
# Bounds by reach are worth their time if the simple ones miss the goal by less.
_REACH_WITHIN = 32
_CHUNK = 20_000  # nodes between two checks of the clock
_SEARCHED_BITS = 12

Answer = tuple[int, int]  # a bound and the best move


class NodeLimit:
    """A limit of nodes for all threads together, and of time if there is a deadline."""

    def __init__(self, nodes: int, deadline: float | None) -> None:
        self._left = nodes
        self._deadline = deadline
        self._lock = threading.Lock()

    def chunks(self) -> Iterator[int]:
        while self._deadline is None or time.perf_counter() < self._deadline:
            with self._lock:
                nodes = min(_CHUNK, self._left)
                self._left -= nodes
            if nodes <= 0:
                return
            yield nodes

    def correct(self, given: int, used: int) -> None:
        """A chunk takes more nodes than given to finish its last position, or fewer if the proof is done."""
        with self._lock:
            self._left += given - used


class _Worker:
    """The stack of one thread."""

    def __init__(self, by_estimates: bool) -> None:
        self.boards, self.positions = np.zeros(1, BOARD), np.zeros(DEEPEST, POSITION)
        self.frames, self.reaches = np.zeros(DEEPEST, FRAME), np.zeros(1, REACH)
        self.progress = np.zeros(1, PROGRESS)
        self.progress["estimated_from"] = _ESTIMATED_FROM if by_estimates else _NEVER
        self.progress["reach_within"] = _REACH_WITHIN if by_estimates else 0

    @property
    def nodes(self) -> int:
        return int(self.progress[0]["nodes"])

    def start(self, world: States) -> int:
        return int(_start(world, self.boards, self.positions, self.frames))

    def prove(
        self, goal: int, table: Any, searched: Any, limit: NodeLimit, found: threading.Event
    ) -> Answer | None:
        frame = self.frames[:1]
        frame["goal"] = goal
        self.progress["ply"] = 0
        for nodes in limit.chunks():
            before = self.nodes
            done = prove(
                self.boards,
                self.positions,
                self.frames,
                self.reaches,
                table,
                searched,
                self.progress,
                nodes,
            )
            limit.correct(nodes, self.nodes - before)
            if done:
                found.set()
                return int(frame[0]["best"]), int(frame[0]["best_move"])
            if found.is_set():
                break
        return None


class Prover:
    """Proofs from several positions of the same game, which share a table."""

    def __init__(self, table_bits: int, limit: NodeLimit, by_estimates: bool, threads: int = 1) -> None:
        self._limit = limit
        self._table = np.zeros(1 << table_bits, ENTRY)
        self._searched = np.zeros(1 << _SEARCHED_BITS if threads > 1 else 0, np.int64)
        self._workers = [_Worker(by_estimates) for _ in range(threads)]

    @property
    def nodes(self) -> int:
        return sum(worker.nodes for worker in self._workers)

    def start(self, world: States) -> int:
        """Start from a position in which the player to move has a choice. Returns an estimate of the points
        that the player can still gain on the other, in hundredths."""
        estimates = [worker.start(world) for worker in self._workers]
        return estimates[0]

    def prove(self, goal: int) -> Answer | None:
        """Try to prove that the player can still gain this many points on the other. Returns a bound and the
        best move."""
        self._searched[:] = 0
        found = threading.Event()

        def work(worker: _Worker) -> Answer | None:
            return worker.prove(goal, self._table, self._searched, self._limit, found)

        if len(self._workers) == 1:
            answer = work(self._workers[0])
        else:
            with ThreadPoolExecutor(len(self._workers)) as pool:
                answers = pool.map(work, self._workers)
                answer = next(filter(None, answers), None)
        if answer is not None:
            for worker in self._workers:
                worker.frames[:1]["first_move"] = answer[1]
        return answer


@compiled
def _start(states: States, boards: States, positions: States, frames: States) -> int:
    read_state(states[0], boards[0], positions[0])
    frame = frames[0]
    frame.key, frame.place, _, _ = survey(positions[0], boards[0])
    frame.first_move = -1
    return estimate(positions[0], boards[0], int(positions[0].turn))
