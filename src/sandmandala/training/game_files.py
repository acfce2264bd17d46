"""Self-play by workers, into files of a few games each."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..arena.workers import Workers, workers_of
from ..bots.networks import Weights
from ..games.compiling import States
from ..games.rules import rules_of
from .self_play import Positions, joined, play_games

GAMES_OF_A_FILE = 20


@dataclass(frozen=True)
class GamesTask:
    """A file of games to play."""

    games: range
    file: Path


@dataclass(frozen=True, eq=False)
class SelfPlayJob:
    """Games of a network against itself. A task's result depends only on these values and its numbers."""

    game: str
    weights: Weights
    seats: tuple[int, ...]  # in turn
    simulations: int
    seed: int
    purpose: str

    @property
    def mark(self) -> str:
        return f"self-play {self.game}"

    def check_machine(self) -> None:
        pass  # all that is needed travels along

    def warm_up(self) -> None:
        for seats in sorted(set(self.seats)):
            play_games(self.game, seats, self.weights, range(1), 1, 0, "warm-up")

    def run(self, task: GamesTask, thinking: Callable[[int], None]) -> bytes:
        """Play the games of a task. Returns the content of its file."""
        parts = [
            play_games(
                self.game,
                self.seats[number % len(self.seats)],
                self.weights,
                range(number, number + 1),
                self.simulations,
                self.seed,
                self.purpose,
            )
            for number in task.games
        ]
        return packed(joined(parts))

    def crashed(self, task: GamesTask, seat: int, reason: str) -> bytes:
        raise RuntimeError(f"In self-play of {self.game}, {reason}.")

    def close(self) -> None:
        pass


def play_files(job: SelfPlayJob, tasks: list[GamesTask], workers: int | Workers) -> Iterator[None]:
    """Play the tasks whose files are missing, and yield after each."""
    missing = [task for task in tasks if not task.file.exists()]
    for _ in range(len(tasks) - len(missing)):
        yield
    with closing(workers_of(workers).run(job, missing)) as results:
        for task, content in results:
            _write(task.file, content)
            yield


def packed(positions: Positions) -> bytes:
    arrays = {name: getattr(positions, name) for name in Positions.__dataclass_fields__}
    arrays["states"] = positions.states.view(np.uint8).reshape(len(positions), -1)
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def write_positions(path: Path, positions: Positions) -> None:
    _write(path, packed(positions))


def _write(path: Path, content: bytes) -> None:
    """Write the whole file or nothing."""
    partial = path.with_suffix(".partial")
    partial.write_bytes(content)
    partial.replace(path)


def read_positions(path: Path, game: str) -> Positions:
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    states: States = arrays.pop("states").reshape(-1).view(rules_of(game).state_dtype)
    return Positions(states=states, **arrays)
