"""Makes a file of puzzles: looks through games in several processes, and adds what it finds to the file.

The file is all that a later run needs to go on: it says which game each puzzle comes from.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from ..arena.workers import Workers, workers_of
from ..games.rules import RULES_VERSION
from .drafting import likeness_of
from .finder import Quarry
from .puzzle import Puzzle
from .puzzle_file import read_puzzles, written_puzzles

_MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class FindPuzzles:
    """The job of a worker: a task is the number of a game."""

    quarry: Quarry

    @property
    def game(self) -> str:
        return self.quarry.game

    @property
    def mark(self) -> str:
        return f"puzzles {self.quarry.game}"

    def check_machine(self) -> None:
        return

    def warm_up(self) -> None:
        return

    def run(self, task: int, thinking: Callable[[int], None]) -> list[Puzzle]:
        return self.quarry.puzzles_of(task)

    def crashed(self, task: int, seat: int, reason: str) -> list[Puzzle]:
        raise RuntimeError(f"Game {task}: {reason}.")

    def close(self) -> None:
        return


class PuzzleMaker:
    """Adds puzzles to a file until it has enough of them. No two are alike.

    Games count in the order of their numbers, so the number of processes does not change the file. An
    interrupted run loses the games that were not finished.
    """

    def __init__(self, quarry: Quarry, file: Path) -> None:
        self.quarry, self._file = quarry, file
        self.puzzles = list(read_puzzles(file.read_bytes(), str(file))) if file.exists() else []
        self._alike = {likeness_of(puzzle) for puzzle in self.puzzles}

    def make(
        self,
        wanted: int,
        workers: int | Workers,
        progress: Callable[[int, int], None] = lambda games, puzzles: None,
    ) -> None:
        """Go on until the file has this many puzzles. `progress` gets the games seen, and all puzzles."""
        first = self._next_game()
        if len(self.puzzles) >= wanted:
            return
        with closing(self._in_order(first, workers)) as found:
            for games, new in enumerate(found, 1):
                if self._added(new):
                    self._write()
                progress(games, len(self.puzzles))
                if len(self.puzzles) >= wanted:
                    return

    def _next_game(self) -> int:
        quarry = self.quarry
        seen = [
            puzzle.source.game
            for puzzle in self.puzzles
            if (puzzle.seats, puzzle.source.seed, puzzle.source.bot)
            == (quarry.seats, quarry.seed, quarry.bot)
        ]
        return max(seen) + 1 if seen else 0

    def _in_order(self, first: int, workers: int | Workers) -> Generator[list[Puzzle], None, None]:
        waiting: dict[int, list[Puzzle]] = {}
        numbers = count(first)
        wanted = next(numbers)
        with closing(
            workers_of(workers).run(FindPuzzles(self.quarry), range(first, first + _MOST_GAMES))
        ) as results:
            for number, found in results:
                waiting[number] = found
                while wanted in waiting:
                    yield waiting.pop(wanted)
                    wanted = next(numbers)

    def _added(self, found: list[Puzzle]) -> bool:
        before = len(self.puzzles)
        for puzzle in found:
            likeness = likeness_of(puzzle)
            if likeness not in self._alike:
                self._alike.add(likeness)
                self.puzzles.append(puzzle)
        return len(self.puzzles) > before

    def _write(self) -> None:
        """All at once, so that an interrupted run leaves a whole file."""
        new = self._file.with_name(f"{self._file.name}.new")
        new.write_bytes(written_puzzles(self.quarry.game, RULES_VERSION, self.puzzles))
        os.replace(new, self._file)
