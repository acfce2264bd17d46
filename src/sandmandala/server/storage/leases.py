"""Leases: work that one worker does at a time, with or without Redis."""

from __future__ import annotations

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from .schema import leases
from .statements import run_statements
from .writer import Writer


async def take_lease(
    engine: AsyncEngine, writer: Writer, name: str, at: int, until: int, held: int = 0
) -> bool:
    """Take a lease if it is free, or renew it if we have held it until `held`. It ends by itself."""
    new = (sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert)(leases)
    new = new.values(name=name, until=until)
    is_ours = (leases.c.until <= at) | (leases.c.until == held)
    new = new.on_conflict_do_update(index_elements=[leases.c.name], set_={"until": until}, where=is_ours)
    return await run_statements(writer, new) > 0
