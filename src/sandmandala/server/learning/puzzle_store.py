"""Stores tries of puzzles, with all that follows: ratings, the streak, and what comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import and_, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..ratings import NEW, Strength, shown
from ..storage.learning_schema import puzzle_attempts, puzzle_ratings, solver_ratings, streaks
from ..storage.statements import read_rows
from ..storage.writer import Writer
from .lock import lock_learner
from .puzzle_choice import day_of
from .puzzle_ratings import after_try
from .puzzle_run import Run
from .repetitions import Answered, add_items, answer_item
from .streak import Streak

Change = Callable[[Run], Run]


class Attempt(NamedTuple):
    """What a person has done with a puzzle."""

    run: Run = Run()
    vote: int = 0
    before: int | None = None
    after: int | None = None
    """The solver's rating before and after the first try."""


class PuzzleRow(NamedTuple):
    """A puzzle, as far as storing a try needs it."""

    id: str
    game: str
    seed: Strength


def repetition_of(puzzle: str) -> str:
    """Return the name of a puzzle among the things to repeat."""
    return f"puzzle:{puzzle}"


class PuzzleStore:
    """Reads and writes what people do with puzzles."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    async def attempt(self, person: str, puzzle: str) -> Attempt:
        """Return what a person has done with a puzzle."""
        rows = await read_rows(self._engine, select(puzzle_attempts).where(_mine(person, puzzle)))
        return _attempt(rows[0]) if rows else Attempt()

    async def attempts(self, person: str) -> list[Any]:
        """Return the rows of a person, latest first."""
        wanted = select(puzzle_attempts).where(puzzle_attempts.c.person == person)
        return await read_rows(
            self._engine, wanted.order_by(puzzle_attempts.c.changed.desc(), puzzle_attempts.c.puzzle)
        )

    async def ratings(self) -> dict[str, Any]:
        """Return the rows of all puzzles that somebody has tried."""
        return {row.puzzle: row for row in await read_rows(self._engine, select(puzzle_ratings))}

    async def rating(self, puzzle: str) -> Any | None:
        """Return the row of a puzzle; None if nobody has tried it."""
        rows = await read_rows(self._engine, select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle))
        return rows[0] if rows else None

    async def solver(self, person: str) -> dict[str, Any]:
        """Return a person's ratings by game."""
        wanted = select(solver_ratings).where(solver_ratings.c.person == person)
        return {row.game: row for row in await read_rows(self._engine, wanted)}

    async def streak(self, person: str) -> Streak:
        """Return a person's streak."""
        return _streak(await read_rows(self._engine, select(streaks).where(streaks.c.person == person)))

    async def change(self, person: str, puzzle: PuzzleRow, change: Change, at: int) -> Attempt:
        """Change a run. What follows from it is stored with it; return the attempt as it is then.

        `change` gets the run as it is stored, and may refuse.
        """

        async def work(connection: AsyncConnection) -> Attempt:
            await lock_learner(connection, person)
            where = _mine(person, puzzle.id)
            row = (await connection.execute(select(puzzle_attempts).where(where))).first()
            old = _attempt(row) if row else Attempt()
            run = change(old.run)
            if run == old.run and row is not None:
                return old
            new = old._replace(run=run)
            if run.first and not old.run.first:
                before, after = await self._rate(connection, person, puzzle, run)
                new = new._replace(before=before, after=after)
            await self._note_streak(connection, person, old.run, run, day_of(at))
            await self._note_repetition(connection, person, puzzle, old.run, run, at)
            values = {
                **{"first": run.first, "state": run.state, "turn": run.turn, "hints": run.hints},
                **{"failed": int(run.failed), "before": new.before, "after": new.after, "changed": at},
            }
            if row:
                await connection.execute(update(puzzle_attempts).where(where).values(values))
            else:
                key = {"person": person, "puzzle": puzzle.id, "game": puzzle.game, "begun": at}
                await connection.execute(insert(puzzle_attempts).values({**key, **values}))
            return new

        attempt: Attempt = await self._writer.run(work)
        return attempt

    async def vote(self, person: str, puzzle: str, vote: int) -> bool:
        """Store a vote in place of an earlier one. Return False if the solution was never seen."""

        async def work(connection: AsyncConnection) -> bool:
            await lock_learner(connection, person)
            where = _mine(person, puzzle)
            row = (await connection.execute(select(puzzle_attempts).where(where))).first()
            if row is None or row.state == "open":
                return False
            await connection.execute(update(puzzle_attempts).where(where).values(vote=vote))
            columns = puzzle_ratings.c
            change = update(puzzle_ratings).where(columns.puzzle == puzzle)
            up, down = (vote == 1) - (row.vote == 1), (vote == -1) - (row.vote == -1)
            await connection.execute(change.values(up=columns.up + up, down=columns.down + down))
            return True

        return bool(await self._writer.run(work))

    async def _rate(
        self, connection: AsyncConnection, person: str, puzzle: PuzzleRow, run: Run
    ) -> tuple[int, int]:
        """Rate the first try. Return the solver's displayed rating before and after it."""
        assert run.first
        insertion: Any = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
        zero = {"tries": 0, "solved": 0}
        seed = {"puzzle": puzzle.id, "mu": puzzle.seed[0], "sigma": puzzle.seed[1], **zero}
        await connection.execute(insertion(puzzle_ratings).values(seed).on_conflict_do_nothing())
        newcomer = {"person": person, "game": puzzle.game, "mu": NEW[0], "sigma": NEW[1], **zero}
        await connection.execute(insertion(solver_ratings).values(newcomer).on_conflict_do_nothing())
        of_puzzle = puzzle_ratings.c.puzzle == puzzle.id
        of_solver = and_(solver_ratings.c.person == person, solver_ratings.c.game == puzzle.game)
        solver = (await connection.execute(select(solver_ratings).where(of_solver))).one()
        # Others may solve the same puzzle now.
        row = (await connection.execute(select(puzzle_ratings).where(of_puzzle).with_for_update())).one()
        before = (solver.mu, solver.sigma)
        after = after_try(before, solver.tries, (row.mu, row.sigma), row.tries, run.first, run.hints)
        solved = int(run.first != "failed")
        for table, which, old, (mu, sigma) in (
            (solver_ratings, of_solver, solver, after.solver),
            (puzzle_ratings, of_puzzle, row, after.puzzle),
        ):
            values = {"mu": mu, "sigma": sigma, "tries": old.tries + 1, "solved": old.solved + solved}
            await connection.execute(update(table).where(which).values(values))
        return shown(*before), shown(*after.solver)

    async def _note_streak(
        self, connection: AsyncConnection, person: str, old: Run, run: Run, day: int
    ) -> None:
        streak = before = _streak((await connection.execute(_streak_of(person))).all())
        if run.first and not old.first:
            streak = streak.after_first_try(run.first != "failed")
        if run.state == "solved" and old.state != "solved":
            streak = streak.after_solving(day)
        if streak == before:
            return
        insertion: Any = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
        values = {name: getattr(streak, name) for name in streak.__struct_fields__}
        new = insertion(streaks).values(person=person, **values)
        await connection.execute(new.on_conflict_do_update(index_elements=[streaks.c.person], set_=values))

    async def _note_repetition(
        self, connection: AsyncConnection, person: str, puzzle: PuzzleRow, old: Run, run: Run, at: int
    ) -> None:
        """A puzzle that was failed comes back; one that comes back was remembered or not."""
        item = repetition_of(puzzle.id)
        answered: Answered | None = None
        if run.failed and not old.failed:
            answered = "wrong"
        elif run.state == "solved" and old.state != "solved" and not run.failed:
            answered = "helped" if run.hints else "right"
        if answered:
            await answer_item(connection, person, item, None, answered, at)
        if run.first == "failed" and not old.first:
            await add_items(connection, person, [(item, puzzle.game)], at)


def _mine(person: str, puzzle: str) -> Any:
    return and_(puzzle_attempts.c.person == person, puzzle_attempts.c.puzzle == puzzle)


def _attempt(row: Any) -> Attempt:
    run = Run(row.turn, row.state, row.hints, bool(row.failed), row.first)
    return Attempt(run, row.vote, row.before, row.after)


def _streak_of(person: str) -> Any:
    return select(streaks).where(streaks.c.person == person)


def _streak(rows: Any) -> Streak:
    if not rows:
        return Streak()
    return Streak(*(getattr(rows[0], name) for name in Streak.__struct_fields__))
