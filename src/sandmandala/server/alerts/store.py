"""Stores what people choose, and where they are told."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Any, Literal

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..ids import new_id
from ..storage.accounts import ID_LENGTH
from ..storage.schema import (
    alert_settings,
    alert_targets,
    confirmation_mails,
    sessions,
)
from ..storage.statements import read_rows, run_statements
from ..storage.writer import Writer
from .kinds import SUBJECTS, Channel, Subject
from .outbox import request_row
from .target import Choice, Target, target_of

MOST_BROWSERS = 10  # of a person; the one that was added first makes room
CONFIRMATIONS_A_DAY = {"address": 3, "person": 5}
_DAY = 86_400_000


class AlertStore:
    """Stores choices, browsers and mail addresses. Changes go through the writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer
        self._insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert

    # --- choices

    async def choices(self, people: Collection[str]) -> dict[str, Choice]:
        """Return what these people have chosen; those who have not are missing."""
        rows = await read_rows(
            self._engine, select(alert_settings).where(alert_settings.c.person.in_(people))
        )
        return {
            row.person: Choice(
                row.language,
                row.zone,
                row.quiet_from,
                row.quiet_until,
                _subjects(row.push),
                _subjects(row.email),
                row.changed,
            )
            for row in rows
        }

    async def choose(self, person: str, choice: Choice) -> None:
        """Store what a person wants to be told."""
        values = {
            "language": choice.language,
            "zone": choice.zone,
            "quiet_from": choice.quiet_from,
            "quiet_until": choice.quiet_until,
            "push": " ".join(choice.push),
            "email": " ".join(choice.email),
            "changed": choice.changed,
        }
        new = self._insert(alert_settings).values(person=person, **values)
        await run_statements(
            self._writer, new.on_conflict_do_update(index_elements=[alert_settings.c.person], set_=values)
        )

    # --- targets

    async def people(self) -> set[str]:
        """Return everybody who may get alerts."""
        rows = await read_rows(
            self._engine,
            select(alert_targets.c.person).where(alert_targets.c.confirmed.is_not(None)).distinct(),
        )
        return {row.person for row in rows}

    async def targets(self, people: Collection[str]) -> list[Target]:
        """Return the targets of these people."""
        rows = await read_rows(
            self._engine,
            select(alert_targets).where(alert_targets.c.person.in_(people)).order_by(alert_targets.c.created),
        )
        return [target_of(row) for row in rows]

    async def browsers(self, person: str) -> list[Any]:
        """Return the browsers of a person with the labels of their sessions, oldest first."""
        return await read_rows(
            self._engine,
            select(alert_targets, sessions.c.label)
            .join(sessions, sessions.c.hash == alert_targets.c.session)
            .where(alert_targets.c.person == person)
            .order_by(alert_targets.c.created, alert_targets.c.id),
        )

    async def add_browser(
        self, person: str, session: str, address: str, key: str, auth: str, at: int
    ) -> str | None:
        """Add a browser, or update its keys. Return its id; None if its session has ended.

        An address belongs to one browser: whoever used it there before gets nothing any more.
        """
        wanted = select(sessions.c.hash).where(
            sessions.c.person == person, func.substr(sessions.c.hash, 1, ID_LENGTH) == session
        )
        same = and_(alert_targets.c.address == address, alert_targets.c.channel == "push")
        mine = select(alert_targets.c.id).where(
            alert_targets.c.person == person, alert_targets.c.channel == "push"
        )

        async def work(connection: AsyncConnection) -> str | None:
            if (hash := await connection.scalar(wanted.with_for_update())) is None:
                return None
            values = {"session": hash, "key": key, "auth": auth, "failures": 0, "next_try": 0}
            if id := await connection.scalar(
                select(alert_targets.c.id).where(same, alert_targets.c.person == person)
            ):
                await connection.execute(
                    update(alert_targets).where(alert_targets.c.id == id).values(**values)
                )
                return str(id)
            await connection.execute(delete(alert_targets).where(same))
            newest = mine.order_by(alert_targets.c.created.desc(), alert_targets.c.id).limit(
                MOST_BROWSERS - 1
            )
            kept = list(await connection.scalars(newest))
            await connection.execute(
                delete(alert_targets).where(alert_targets.c.id.in_(mine), alert_targets.c.id.not_in(kept))
            )
            return await _add_target(connection, person, "push", address, at, confirmed=at, **values)

        id: str | None = await self._writer.run(work)
        return id

    async def remove_target(self, person: str, id: str) -> bool:
        """Remove a target. Return False if there is none."""
        return bool(
            await run_statements(
                self._writer,
                delete(alert_targets).where(alert_targets.c.id == id, alert_targets.c.person == person),
            )
        )

    # --- mail

    async def ask_for_email(self, person: str, address: str, at: int) -> Literal["asked", "too_many"]:
        """Replace the mail address of a person, and ask its owner to confirm it."""
        hashed = hashlib.sha256(address.encode()).hexdigest()
        of = {"address": hashed, "person": person}
        email = and_(alert_targets.c.person == person, alert_targets.c.channel == "email")

        async def work(connection: AsyncConnection) -> Literal["asked", "too_many"]:
            await connection.execute(delete(confirmation_mails).where(confirmation_mails.c.sent < at - _DAY))
            for column, most in CONFIRMATIONS_A_DAY.items():
                count = select(func.count()).where(confirmation_mails.c[column] == of[column])
                if (await connection.scalar(count) or 0) >= most:
                    return "too_many"
            await connection.execute(insert(confirmation_mails).values(id=new_id(), sent=at, **of))
            await connection.execute(delete(alert_targets).where(email))
            id = await _add_target(connection, person, "email", address, at)
            await connection.execute(request_row(id, "confirm", at))
            return "asked"

        outcome: Literal["asked", "too_many"] = await self._writer.run(work)
        return outcome

    async def drop_email(self, person: str) -> None:
        """Forget the mail address of a person."""
        await run_statements(
            self._writer,
            delete(alert_targets).where(alert_targets.c.person == person, alert_targets.c.channel == "email"),
        )

    async def confirm(self, target: str, at: int) -> str | None:
        """Confirm a mail address. Return its person; None if it was removed in the meantime."""
        this = and_(alert_targets.c.id == target, alert_targets.c.channel == "email")
        confirmed = func.coalesce(alert_targets.c.confirmed, at)
        change = update(alert_targets).where(this).values(confirmed=confirmed)

        async def work(connection: AsyncConnection) -> Any:
            return await connection.scalar(change.returning(alert_targets.c.person))

        person: str | None = await self._writer.run(work)
        return person

    async def unsubscribe(self, target: str) -> None:
        """Forget a mail address. Doing so twice is fine."""
        await run_statements(
            self._writer,
            delete(alert_targets).where(alert_targets.c.id == target, alert_targets.c.channel == "email"),
        )


async def _add_target(
    connection: AsyncConnection, person: str, channel: Channel, address: str, at: int, **values: Any
) -> str:
    id = new_id()
    row = {"id": id, "person": person, "channel": channel, "address": address, "created": at, **values}
    await connection.execute(insert(alert_targets).values(row))
    return id


def _subjects(text: str) -> tuple[Subject, ...]:
    return tuple(one for one in SUBJECTS if one in text.split())
