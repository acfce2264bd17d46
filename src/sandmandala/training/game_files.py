"""Self-play in several processes, into files of a few games each."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..bots.networks.weights_file import load_weights
from ..games.compiling import States
from ..games.rules import rules_of
from .self_play import Positions, joined, play_games

GAMES_OF_A_FILE = 20


@dataclass(frozen=True)
class GamesTask:
    """A file of games to play. Its result depends only on these values."""

    game: str
    weights: Path
    games: range
    simulations: int
    seed: int
    purpose: str
    file: Path


def play_files(tasks: list[GamesTask], workers: int) -> Iterator[None]:
    """Play the tasks whose files are missing, and yield after each. One worker plays in this process."""
    missing = [task for task in tasks if not task.file.exists()]
    for _ in range(len(tasks) - len(missing)):
        yield
    if workers == 1:
        for task in missing:
            play_file(task)
            yield
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker)
    try:
        waiting: list[Future[None]] = [pool.submit(play_file, task) for task in missing]
        for finished in as_completed(waiting):
            finished.result()
            yield
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def play_file(task: GamesTask) -> None:
    """Play the games of a task, with each number of seats in turn."""
    rules, trained = rules_of(task.game), load_weights(task.weights, task.game)
    counts = rules.seat_counts
    parts = [
        play_games(
            task.game,
            counts[number % len(counts)],
            trained.weights,
            range(number, number + 1),
            task.simulations,
            task.seed,
            task.purpose,
        )
        for number in task.games
    ]
    write_positions(task.file, joined(parts))


def write_positions(path: Path, positions: Positions) -> None:
    arrays = {name: getattr(positions, name) for name in Positions.__dataclass_fields__}
    arrays["states"] = positions.states.view(np.uint8).reshape(len(positions), -1)
    partial = path.with_suffix(f".partial-{os.getpid()}")
    with partial.open("wb") as file:
        np.savez_compressed(file, **arrays)
    partial.replace(path)


def read_positions(path: Path, game: str) -> Positions:
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    states: States = arrays.pop("states").reshape(-1).view(rules_of(game).state_dtype)
    return Positions(states=states, **arrays)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process stops this one
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)
