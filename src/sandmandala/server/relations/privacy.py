"""What a person shows to others."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from ..storage.social_schema import privacy_settings
from ..storage.statements import read_rows, run_statements
from ..storage.writer import Writer


class Privacy(Struct, frozen=True, forbid_unknown_fields=True):
    """What I show to others."""

    show_presence: bool = True
    """Whether friends see that I am here, and what I play."""
    accept_requests: bool = True
    """Whether people may ask me to become friends."""


class PrivacyStore:
    """Stores what people show. Changes go through the writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer
        self._insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert

    async def of(self, person: str) -> Privacy:
        """Return what a person shows."""
        rows = await read_rows(
            self._engine, select(privacy_settings).where(privacy_settings.c.person == person)
        )
        return Privacy(bool(rows[0].show_presence), bool(rows[0].accept_requests)) if rows else Privacy()

    async def choose(self, person: str, chosen: Privacy) -> None:
        """Store what a person shows."""
        values = privacy_row(person, chosen)
        new = self._insert(privacy_settings).values(values)
        await run_statements(
            self._writer, new.on_conflict_do_update(index_elements=[privacy_settings.c.person], set_=values)
        )


def privacy_row(person: str, chosen: Privacy) -> dict[str, Any]:
    """Return what is stored of a choice."""
    return {
        "person": person,
        "show_presence": int(chosen.show_presence),
        "accept_requests": int(chosen.accept_requests),
    }
