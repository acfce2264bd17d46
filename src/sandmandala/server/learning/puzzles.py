"""Puzzles for people: which one comes, answers, hints, giving up. Nothing here tells a solution too early."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import structlog

from ...games.errors import SandmandalaError
from ...games.manifest import manifests
from ...learn.errors import DataFileError
from ...puzzles.answers import HINTS, Answer, Hint, Outcomes, hint, judge_answer, outcomes_after
from ...puzzles.library import shipped_puzzles
from ...puzzles.puzzle import Puzzle
from ..compile_wait import reviews_compiled, rules_compiled
from ..fair_queue import FairQueue
from ..ratings import NEW, Strength
from ..refusal import RefusalError
from .puzzle_choice import Choice, next_puzzle, puzzle_of_day
from .puzzle_ratings import seeded, target
from .puzzle_run import Run, after_giving_up, after_hint, after_right, after_wrong, again
from .puzzle_store import Attempt, PuzzleRow, PuzzleStore

_MOST_REMEMBERED = 2000
_log = structlog.get_logger()
Found = TypeVar("Found")
Client = tuple[str, str]
"""A person and the address."""


class Puzzles:
    """The puzzles of all games, and what people do with them. Each worker has one."""

    def __init__(self, store: PuzzleStore) -> None:
        self.store = store
        self._by_game: dict[str, Mapping[str, Puzzle]] = {}
        self._queue = FairQueue(1, "puzzle")
        self._waiting: dict[str, tuple[Any, ...]] = {}  # what each person waits for
        self._running: dict[tuple[Any, ...], asyncio.Task[Any]] = {}
        self._known: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    # --- finding

    def of_game(self, game: str) -> Mapping[str, Puzzle]:
        """Return the puzzles of a game by id. A malformed file is logged, and left out."""
        if game not in self._by_game:
            try:
                self._by_game[game] = shipped_puzzles(game)
            except DataFileError as error:
                _log.error("puzzles were not loaded", file=error.file, place=error.place, why=error.why)
                self._by_game[game] = {}
        return self._by_game[game]

    def games(self) -> list[str]:
        """Return the games that have puzzles."""
        return [game for game in manifests() if self.of_game(game)]

    def find(self, id: str) -> Puzzle:
        """Return a puzzle. Refuses unknown ids."""
        for game in self.games():
            if found := self.of_game(game).get(id):
                return found
        raise RefusalError("no_such_puzzle")

    def of_day(self, game: str, day: int) -> str | None:
        """Return the puzzle of a day; None if the game has none."""
        ratings = {id: puzzle.difficulty.rating for id, puzzle in self.of_game(game).items()}
        return puzzle_of_day(ratings, day)

    async def next(
        self, person: str | None, game: str, theme: str | None, skipped: str | None, at: int
    ) -> Puzzle | None:
        """Return a puzzle near the rating of a person; None if they have tried all of them lately."""
        puzzles = self.of_game(game)
        rows = await self.store.ratings()
        solver: Strength = NEW
        tried: dict[str, int] = {}
        if person:
            if row := (await self.store.solver(person)).get(game):
                solver = (row.mu, row.sigma)
            tried = {row.puzzle: row.changed for row in await self.store.attempts(person)}
        choices = [
            _choice(puzzle, rows.get(id))
            for id, puzzle in puzzles.items()
            if theme in (None, *puzzle.themes) and id != skipped
        ]
        seed = f"{person} {len(tried)} {skipped}"
        found = next_puzzle(choices, target(solver), tried, at, seed)
        return puzzles[found] if found else None

    # --- solving

    async def answer(
        self, client: Client, puzzle: Puzzle, turn: int, move: str, at: int
    ) -> tuple[Answer, Attempt]:
        """Judge a move of a turn and note it. A move that was right before may be sent again."""
        if turn >= len(puzzle.solution):
            raise RefusalError("gone_on")
        person, _ = client
        judged = await self._judge(client, puzzle, turn, move)

        def change(run: Run) -> Run:
            if run.turn > turn and judged.right:
                return run  # the answer got lost, or came from another tab
            if run.state != "open":
                raise RefusalError("puzzle_over")
            if run.turn != turn:
                raise RefusalError("gone_on")
            return after_right(run, judged.solved) if judged.right else after_wrong(run)

        return judged, await self.store.change(person, row_of(puzzle), change, at)

    async def hint(self, client: Client, puzzle: Puzzle, turn: int, number: int, at: int) -> Hint:
        """Give a hint for the turn that a person is at. Each says more than the one before."""

        def change(run: Run) -> Run:
            if run.state != "open":
                raise RefusalError("puzzle_over")
            if run.turn != turn:
                raise RefusalError("gone_on")
            return after_hint(run, number)

        if not 1 <= number <= HINTS:
            raise RefusalError("unreadable", f"There are {HINTS} hints.")
        await self.store.change(client[0], row_of(puzzle), change, at)
        await rules_compiled(puzzle.game)
        return await asyncio.to_thread(hint, puzzle, turn, number)

    async def give_up(self, person: str, puzzle: Puzzle, at: int) -> Attempt:
        """Show the solution."""

        def change(run: Run) -> Run:
            return after_giving_up(run) if run.state == "open" else run

        return await self.store.change(person, row_of(puzzle), change, at)

    async def again(self, person: str, puzzle: Puzzle, at: int) -> Attempt:
        """Start from the beginning, unless the first try goes on."""
        return await self.store.change(
            person, row_of(puzzle), lambda run: again(run) if run.first else run, at
        )

    async def outcomes(self, client: Client, puzzle: Puzzle, moves: tuple[str, ...]) -> list[Outcomes]:
        """Return how games end after each of these moves, in the last turn of the solution."""
        turn = len(puzzle.solution) - 1
        work = partial(outcomes_after, puzzle, turn, moves)
        return await self._compute(client, ("outcomes", puzzle.id, moves), puzzle, work)

    async def _judge(self, client: Client, puzzle: Puzzle, turn: int, move: str) -> Answer:
        """A right move is known at once; why a wrong one is wrong takes a while."""
        if move in puzzle.solution[turn].right:
            await rules_compiled(puzzle.game)
            return await asyncio.to_thread(judge_answer, puzzle, turn, move)
        key = ("answer", puzzle.id, turn, move)
        return await self._compute(client, key, puzzle, partial(judge_answer, puzzle, turn, move))

    async def _compute(
        self, client: Client, key: tuple[Any, ...], puzzle: Puzzle, work: Callable[[], Found]
    ) -> Found:
        """Run something in a thread, one at a time for each person. What was found is remembered."""
        if key in self._known:
            self._known.move_to_end(key)
            known: Found = self._known[key]
            return known
        person, _ = client
        if self._waiting.setdefault(person, key) != key:
            raise RefusalError("too_many")
        if (task := self._running.get(key)) is None:
            task = self._running[key] = asyncio.create_task(self._run(client, key, puzzle, work))
        try:
            found: Found = await asyncio.shield(task)
        except SandmandalaError as error:
            raise RefusalError.of(error) from None
        finally:
            self._waiting.pop(person, None)
        return found

    async def _run(
        self, client: Client, key: tuple[Any, ...], puzzle: Puzzle, work: Callable[[], Found]
    ) -> Found:
        person, address = client
        try:
            await reviews_compiled(puzzle.game)
            found = await self._queue.run(address, person, work)
        finally:
            del self._running[key]
        self._known[key] = found
        if len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)
        return found

    def close(self) -> None:
        """Drop what waits."""
        self._queue.close()


def row_of(puzzle: Puzzle) -> PuzzleRow:
    """Return what storing a try needs."""
    return PuzzleRow(puzzle.id, puzzle.game, seeded(puzzle.difficulty.rating))


def _choice(puzzle: Puzzle, row: Any | None) -> Choice:
    if row is None:
        return Choice(puzzle.id, seeded(puzzle.difficulty.rating)[0])
    votes = row.up + row.down
    return Choice(puzzle.id, row.mu, (row.up - row.down) / votes if votes else 0.0, votes)
