"""Counts the rows of the database, for `sandmandala admin`."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from .schema import entries, people, tables


async def count_all(engine: AsyncEngine) -> dict[str, int]:
    """Count people, tables and games."""
    person, status = people.c.level.is_(None), tables.c.status
    wanted = {
        "people with a password or a recovery code": select(func.count())
        .select_from(people)
        .where(person, people.c.login.is_not(None) | people.c.recovery.is_not(None)),
        "guests": select(func.count())
        .select_from(people)
        .where(person, people.c.login.is_(None), people.c.recovery.is_(None)),
        "tables that wait for players": select(func.count()).select_from(tables).where(status == "open"),
        "games being played": select(func.count()).select_from(tables).where(status == "playing"),
        "games over": select(func.count()).select_from(tables).where(status == "over"),
        "entries in their logs": select(func.count()).select_from(entries),
    }
    async with engine.connect() as connection:
        return {what: await connection.scalar(count) or 0 for what, count in wanted.items()}
