"""Runs statements: reads on a connection of their own, changes through the writer."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .writer import Writer


async def read_rows(engine: AsyncEngine, wanted: Any) -> list[Any]:
    """Return all rows of a query."""
    async with engine.connect() as connection:
        return list(await connection.execute(wanted))


async def run_statements(writer: Writer, *statements: Any) -> int:
    """Run statements in one transaction. Return how many rows the last one changed."""

    async def work(connection: AsyncConnection) -> int:
        changed = 0
        for statement in statements:
            changed = (await connection.execute(statement)).rowcount
        return changed

    return int(await writer.run(work))
