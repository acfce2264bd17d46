"""Muted people: a person does not want to see what they say at tables. Clients ask, and hide it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..refusal import RefusalError
from ..storage.social_schema import mutes, privacy_settings
from ..storage.statements import read_rows, run_statements
from ..storage.text import storable
from ..storage.writer import Writer
from .blocks import lock_people
from .privacy import Privacy, privacy_row

MOST_MUTED = 500  # by one person


class Mutes(Struct, frozen=True):
    """Whose phrases I do not want to see."""

    everybody: bool
    people: list[str]
    """Their ids, latest first."""


class MuteStore:
    """Stores who has muted whom. Changes go through the writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer
        self._insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert

    async def of(self, person: str) -> Mutes:
        """Return whom a person has muted."""
        chosen = select(privacy_settings.c.mute_all).where(privacy_settings.c.person == person)
        rows = await read_rows(self._engine, chosen)
        latest = select(mutes.c.muted).where(mutes.c.person == person)
        muted = await read_rows(self._engine, latest.order_by(mutes.c.created.desc(), mutes.c.muted))
        return Mutes(bool(rows and rows[0].mute_all), [row.muted for row in muted])

    async def mute(self, person: str, other: str, at: int) -> None:
        """Mute somebody. Doing so twice is fine."""
        mine = mutes.c.person == person
        count = select(func.count()).select_from(mutes).where(mine)

        async def work(connection: AsyncConnection) -> bool:
            await lock_people(connection, person)
            if await connection.scalar(select(mutes.c.muted).where(mine, mutes.c.muted == other)):
                return True
            if (await connection.scalar(count) or 0) >= MOST_MUTED:
                return False
            await connection.execute(insert(mutes).values(person=person, muted=other, created=at))
            return True

        if not await self._writer.run(work):
            raise RefusalError("too_many", f"You can mute at most {MOST_MUTED} people.")

    async def unmute(self, person: str, other: str) -> None:
        """Hear somebody again. Doing so twice is fine."""
        this = and_(mutes.c.person == person, mutes.c.muted == storable(other))
        await run_statements(self._writer, delete(mutes).where(this))

    async def mute_everybody(self, person: str, yes: bool) -> None:
        """Mute everybody, or hear those again who are not muted by themselves."""
        new = self._insert(privacy_settings).values(**privacy_row(person, Privacy()), mute_all=int(yes))
        kept = new.on_conflict_do_update(
            index_elements=[privacy_settings.c.person], set_={"mute_all": int(yes)}
        )
        await run_statements(self._writer, kept)
