"""Stores what comes back to be repeated. `schedule.py` says when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..storage.learning_schema import repetitions
from ..storage.statements import read_rows
from ..storage.writer import Writer
from .lock import lock_learner
from .schedule import Turn, after_help, after_success, first_turn

MOST_ACTIVE = 300  # of a person; then those that are known best make room
MOST_DONE = 1000  # remembered, so that what was removed or learnt does not come back
Answered = Literal["right", "helped", "wrong"]


class Item(NamedTuple):
    """Something that comes back."""

    id: str
    game: str
    stage: int
    due: int | None
    """None if it does not come back."""


class Summary(NamedTuple):
    """How much there is to repeat."""

    due: int
    next: int | None
    """When the next one comes that is not due yet."""
    total: int


class Repetitions:
    """Reads and writes the items of people."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    async def summary(self, person: str, at: int) -> Summary:
        """Count what is due at a time."""
        mine, due = _active(person), repetitions.c.due
        [row] = await read_rows(
            self._engine,
            select(func.count().filter(due <= at), func.min(due).filter(due > at), func.count()).where(mine),
        )
        return Summary(*row)

    async def due(self, person: str, at: int, most: int) -> list[Item]:
        """Return what is due, longest waiting first."""
        wanted = select(repetitions).where(_active(person), repetitions.c.due <= at)
        wanted = wanted.order_by(repetitions.c.due, repetitions.c.item).limit(most)
        return [_item(row) for row in await read_rows(self._engine, wanted)]

    async def all(self, person: str) -> list[Any]:
        """Return all rows of a person, for those who want to see what is stored."""
        return await read_rows(
            self._engine,
            select(repetitions).where(repetitions.c.person == person).order_by(repetitions.c.item),
        )

    async def find(self, person: str, id: str) -> Item | None:
        """Return an item, also one that comes back no more; None if there is none."""
        rows = await read_rows(self._engine, select(repetitions).where(_one(person, id)))
        return _item(rows[0]) if rows else None

    async def add(self, person: str, items: Sequence[tuple[str, str]], at: int) -> None:
        """Add items with their games. Those that are there already, or were once, stay as they are."""

        async def work(connection: AsyncConnection) -> None:
            await lock_learner(connection, person)
            await add_items(connection, person, items, at)

        await self._writer.run(work)

    async def answer(self, person: str, id: str, due: int, answered: Answered, at: int) -> Item | None:
        """Note how a repetition went that was due at `due`; return the item as it is then.

        An answer that comes twice, or too early, changes nothing.
        """

        async def work(connection: AsyncConnection) -> Item | None:
            await lock_learner(connection, person)
            return await answer_item(connection, person, id, due, answered, at)

        found: Item | None = await self._writer.run(work)
        return found

    async def remove(self, person: str, id: str, at: int) -> bool:
        """Let an item never come back. Return False if there is none."""
        mine = and_(_active(person), repetitions.c.item == id)

        async def work(connection: AsyncConnection) -> bool:
            change = update(repetitions).where(mine).values(due=None, changed=at)
            return (await connection.execute(change)).rowcount > 0

        return bool(await self._writer.run(work))


async def add_items(
    connection: AsyncConnection, person: str, items: Sequence[tuple[str, str]], at: int
) -> None:
    """Add items within a transaction."""
    insert: Any = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    stage, due = first_turn(at)
    for id, game in items:
        values = {"item": id, "game": game, "stage": stage, "due": due, "added": at, "changed": at}
        new = insert(repetitions).values(person=person, **values)
        await connection.execute(new.on_conflict_do_nothing())
    await make_room(connection, person)


async def make_room(connection: AsyncConnection, person: str) -> None:
    """Delete what is too much: of those that come back, the ones that would come last."""
    mine = repetitions.c.person == person
    for which, order, most in (
        (repetitions.c.due.is_not(None), repetitions.c.due.desc(), MOST_ACTIVE),
        (repetitions.c.due.is_(None), repetitions.c.changed, MOST_DONE),
    ):
        there = await connection.scalar(select(func.count()).select_from(repetitions).where(mine, which))
        if (extra := (there or 0) - most) > 0:
            some = select(repetitions.c.item).where(mine, which).order_by(order, repetitions.c.item)
            await connection.execute(
                delete(repetitions).where(mine, repetitions.c.item.in_(some.limit(extra)))
            )


async def answer_item(
    connection: AsyncConnection, person: str, id: str, due: int | None, answered: Answered, at: int
) -> Item | None:
    """Note how a repetition went, within a transaction. None for `due` stands for whenever it is due."""
    wanted = _one(person, id)
    row = (await connection.execute(select(repetitions).where(wanted))).first()
    if row is None:
        return None
    if row.due is None or row.due > at or due not in (None, row.due):
        return _item(row)
    turn = _turn_after(answered, row.stage, at)
    change = update(repetitions).where(wanted).values(stage=turn.stage, due=turn.due, changed=at)
    await connection.execute(change)
    return Item(id, row.game, turn.stage, turn.due)


def _turn_after(answered: Answered, stage: int, at: int) -> Turn:
    if answered == "right":
        return after_success(stage, at)
    return after_help(stage, at) if answered == "helped" else first_turn(at)


def _one(person: str, id: str) -> ColumnElement[bool]:
    return and_(repetitions.c.person == person, repetitions.c.item == id)


def _active(person: str) -> ColumnElement[bool]:
    return and_(repetitions.c.person == person, repetitions.c.due.is_not(None))


def _item(row: Any) -> Item:
    return Item(row.item, row.game, row.stage, row.due)
