"""Stores how far people have come in the tutorials."""

from __future__ import annotations

from typing import Any

from sqlalchemy import case, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..storage.learning_schema import tutorial_progress
from ..storage.statements import read_rows
from ..storage.writer import Writer
from .lock import lock_learner


class TutorialProgress:
    """Reads and writes progress. Finished once means finished, whatever comes later."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer
        self._insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert

    async def of(self, person: str) -> list[Any]:
        """Return the rows of a person."""
        return await read_rows(
            self._engine,
            select(tutorial_progress)
            .where(tutorial_progress.c.person == person)
            .order_by(tutorial_progress.c.tutorial),
        )

    async def put(self, person: str, tutorial: str, step: int, done: bool, at: int) -> None:
        """Store progress, unless something later is stored already."""
        columns = tutorial_progress.c
        new = self._insert(tutorial_progress).values(
            person=person, tutorial=tutorial, step=step, done=int(done), changed=at
        )
        is_later = new.excluded.changed >= columns.changed
        merged = {
            "step": case((is_later, new.excluded.step), else_=columns.step),
            "done": case((columns.done == 1, 1), else_=new.excluded.done),
            "changed": case((is_later, new.excluded.changed), else_=columns.changed),
        }
        keys = [columns.person, columns.tutorial]

        async def work(connection: AsyncConnection) -> None:
            await lock_learner(connection, person)
            await connection.execute(new.on_conflict_do_update(index_elements=keys, set_=merged))

        await self._writer.run(work)
