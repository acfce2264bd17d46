"""What a guest has learnt moves to the account that they sign in to."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..storage.learning_schema import (
    OF_LEARNERS,
    puzzle_attempts,
    puzzle_ratings,
    repetitions,
    solver_ratings,
    streaks,
    tutorial_progress,
)
from ..storage.schema import people
from ..storage.writer import Writer
from .lock import lock_person
from .repetitions import make_room


async def merge_guest(writer: Writer, guest: str, account: str) -> None:
    """Move a guest's progress to an account. Where both have something, the account keeps its own, except
    for tutorials and streaks, of which it keeps the better part. Does nothing for people with a login."""

    async def work(connection: AsyncConnection) -> None:
        await lock_person(connection, guest, account)
        wanted = select(people.c.id).where(
            people.c.id == guest, people.c.login.is_(None), people.c.recovery.is_(None)
        )
        if guest == account or (await connection.execute(wanted)).first() is None:
            return
        await _merge_tutorials(connection, guest, account)
        await _merge_streaks(connection, guest, account)
        for table, key in ((puzzle_attempts, "puzzle"), (solver_ratings, "game"), (repetitions, "item")):
            known = select(table.c[key]).where(table.c.person == account)
            new = update(table).where(table.c.person == guest, table.c[key].not_in(known))
            await connection.execute(new.values(person=account))
        await make_room(connection, account)
        await _withdraw_votes(connection, guest)
        for table in OF_LEARNERS:
            await connection.execute(delete(table).where(table.c.person == guest))

    await writer.run(work)


async def _merge_tutorials(connection: AsyncConnection, guest: str, account: str) -> None:
    theirs = {row.tutorial: row for row in await _rows(connection, tutorial_progress, account)}
    for row in await _rows(connection, tutorial_progress, guest):
        other = theirs.get(row.tutorial)
        if other is None:
            values = {**row._mapping, "person": account}
            await connection.execute(insert(tutorial_progress).values(values))
            continue
        later = max(row, other, key=lambda one: one.changed)
        change = update(tutorial_progress).where(
            tutorial_progress.c.person == account, tutorial_progress.c.tutorial == row.tutorial
        )
        values = {"step": later.step, "changed": later.changed, "done": max(row.done, other.done)}
        await connection.execute(change.values(values))


async def _merge_streaks(connection: AsyncConnection, guest: str, account: str) -> None:
    rows = [*await _rows(connection, streaks, guest), *await _rows(connection, streaks, account)]
    if not rows:
        return
    latest = max(rows, key=lambda row: (row.day, row.days, row.person == account))
    values = {
        **latest._mapping,
        "person": account,
        "best_days": max(row.best_days for row in rows),
        "best_row": max(row.best_row for row in rows),
    }
    await connection.execute(delete(streaks).where(streaks.c.person == account))
    await connection.execute(insert(streaks).values(values))


async def _withdraw_votes(connection: AsyncConnection, guest: str) -> None:
    """Votes that the account does not take over count no more: one person has one vote for a puzzle."""
    left = [row for row in await _rows(connection, puzzle_attempts, guest) if row.vote]
    for row in sorted(left, key=lambda row: row.puzzle):  # a fixed order, since this locks rows of puzzles
        column = puzzle_ratings.c.up if row.vote == 1 else puzzle_ratings.c.down
        change = update(puzzle_ratings).where(puzzle_ratings.c.puzzle == row.puzzle)
        await connection.execute(change.values({column: column - 1}))


async def _rows(connection: AsyncConnection, table: Table, person: str) -> list[Any]:
    return list(await connection.execute(select(table).where(table.c.person == person)))
