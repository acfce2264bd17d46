"""One change of a person's learning at a time, also with several workers."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from ..storage.schema import people


async def lock_person(connection: AsyncConnection, *ids: str) -> None:
    """Hold back other changes of these people until the transaction ends. SQLite has one writer anyway."""
    wanted = select(people.c.id).where(people.c.id.in_(ids)).order_by(people.c.id)
    await connection.execute(wanted.with_for_update())
