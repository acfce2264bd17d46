"""Reads and writes accounts: people, their sessions and tokens, and the secrets of the server itself."""

from __future__ import annotations

from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .learning_schema import OF_LEARNERS
from .opponent_schema import challenges, searches
from .schema import (
    alert_settings,
    alert_targets,
    people,
    rating_changes,
    ratings,
    seats,
    server_secrets,
    sessions,
    tables,
    tokens,
)
from .social_schema import blocks, friendships, mutes, privacy_settings, reports, written_messages
from .text import storable
from .writer import TakenError, Writer

Row = Any
Outcome = Literal["done", "ended", "changed"]
"""`ended`: the session that asked has ended. `changed`: the password is not the one that was checked."""
NOBODY = "Somebody"  # the name of deleted accounts
ID_LENGTH = 16  # a session or token is named by the start of its hash


class AccountStore:
    """Stores people, sessions and tokens. All changes go through the writer."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    # --- people

    async def person(self, id: str) -> Row | None:
        """Return the row of a person; None if there is none."""
        return await self._first(select(people).where(people.c.id == storable(id)))

    async def person_by_login(self, login: str) -> Row | None:
        """Return the row of a person by login; None if there is none."""
        return await self._first(select(people).where(people.c.login == login))

    async def add_person(self, **values: Any) -> None:
        """Add a person."""
        await self._writer.run(lambda connection: connection.execute(insert(people), values))

    async def rename(self, id: str, name: str) -> None:
        """Change the name of a person."""
        change = update(people).where(people.c.id == id).values(name=name)
        await self._writer.run(lambda connection: connection.execute(change))

    async def mark_as_bot(self, person: str, session: str) -> Outcome:
        """Mark an account as a bot's, for good. `changed`: it is not fresh any more."""
        played = select(seats.c.table).where(seats.c.person == person).exists()
        hosted = select(tables.c.id).where(tables.c.host == person).exists()
        change = update(people).where(people.c.id == person, people.c.level.is_(None), ~played, ~hosted)

        async def work(connection: AsyncConnection) -> Outcome:
            if not await _lock_session(connection, person, session):
                return "ended"
            return "done" if (await connection.execute(change.values(is_bot=1))).rowcount else "changed"

        outcome: Outcome = await self._writer.run(work)
        return outcome

    async def set_login(
        self, person: str, session: str, login: str, old: str | None, new: str, drop_tokens: bool
    ) -> tuple[Outcome, set[str]]:
        """Set login and password and end all other sessions. TakenError if somebody else has the login.

        `old` is the hash that the caller has checked. The ids of the ended sessions and tokens are returned.
        """
        change = update(people).where(people.c.id == person, people.c.password.is_not_distinct_from(old))
        others = [_others(sessions, person, session), *([_others(tokens, person, session)] * drop_tokens)]

        async def work(connection: AsyncConnection) -> tuple[Outcome, set[str]]:
            if not await _lock_session(connection, person, session):
                return "ended", set()
            if (await connection.execute(change.values(login=login, password=new))).rowcount == 0:
                return "changed", set()
            gone: set[str] = set()
            for statement in others:
                gone.update(hash[:ID_LENGTH] for hash in (await connection.execute(statement)).scalars())
            return "done", gone

        outcome: tuple[Outcome, set[str]] = await self._writer.run(work)
        return outcome

    async def set_recovery(self, person: str, session: str, old: str | None, recovery: str) -> Outcome:
        """Store the hash of a recovery code; `old` is the password hash that the caller has checked."""
        change = update(people).where(people.c.id == person, people.c.password.is_not_distinct_from(old))

        async def work(connection: AsyncConnection) -> Outcome:
            if not await _lock_session(connection, person, session):
                return "ended"
            changed = (await connection.execute(change.values(recovery=recovery))).rowcount
            return "done" if changed else "changed"

        outcome: Outcome = await self._writer.run(work)
        return outcome

    async def recover(self, id: str, recovery: str, session: dict[str, Any]) -> Row | None:
        """Use up a recovery code. Exactly one caller gets the person and the only session."""
        match = update(people).where(people.c.id == storable(id), people.c.recovery == recovery)
        change = match.values(recovery=None, password=None).returning(people)

        async def work(connection: AsyncConnection) -> Row | None:
            row = (await connection.execute(change)).first()
            if row is not None:
                for table in (sessions, tokens):
                    await connection.execute(delete(table).where(table.c.person == row.id))
                await connection.execute(insert(sessions), {**session, "person": row.id})
            return row

        return await self._writer.run(work)

    async def forget_person(self, person: str, session: str, old: str | None, name: str) -> Outcome:
        """Delete personal data; `old` is the password hash that the caller has checked."""
        which = and_(people.c.id == person, people.c.password.is_not_distinct_from(old))

        async def work(connection: AsyncConnection) -> Outcome:
            if not await _lock_session(connection, person, session):
                return "ended"
            return "done" if await forget_people(connection, which, name) else "changed"

        outcome: Outcome = await self._writer.run(work)
        return outcome

    # --- sessions

    async def add_guest(self, person: dict[str, Any], session: dict[str, Any]) -> None:
        """Add a guest with a session."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(people), person)
            await connection.execute(insert(sessions), {**session, "person": person["id"]})

        await self._writer.run(work)

    async def start_session(self, person: str, password: str, session: dict[str, Any], expired: int) -> bool:
        """False if the password is no longer the one that was checked.

        Drops the person's sessions that have not been seen since `expired`.
        """
        same = select(people.c.id).where(people.c.id == person, people.c.password == password)

        async def work(connection: AsyncConnection) -> bool:
            if (await connection.execute(same.with_for_update())).first() is None:
                return False
            old = delete(sessions).where(sessions.c.person == person, sessions.c.seen < expired)
            await connection.execute(old)
            await connection.execute(insert(sessions), {**session, "person": person})
            return True

        return bool(await self._writer.run(work))

    async def person_of_session(self, hash: str, since: int) -> Row | None:
        """Return the person of a session seen since a time; `last` is when it was last seen."""
        joined = select(people, sessions.c.seen.label("last")).join(sessions)
        return await self._first(joined.where(sessions.c.hash == hash, sessions.c.seen >= since))

    async def sessions(self, person: str, since: int) -> list[Row]:
        """Return the sessions seen since a time, latest first."""
        wanted = select(sessions).where(sessions.c.person == person, sessions.c.seen >= since)
        return await self._all(wanted.order_by(sessions.c.seen.desc(), sessions.c.hash))

    async def note_seen(self, person: str, session: str, at: int) -> None:
        """Store when a person and a session were last seen."""

        async def work(connection: AsyncConnection) -> None:
            mine = update(sessions).where(_named(sessions, person, session))
            await connection.execute(mine.values(seen=at))
            await connection.execute(update(people).where(people.c.id == person).values(seen=at))

        await self._writer.run(work)

    async def end_session(self, person: str, id: str) -> bool:
        """Delete a session. Return False if there is none."""
        return await self._drop(delete(sessions).where(_named(sessions, person, id)))

    # --- tokens

    async def tokens(self, person: str) -> list[Row]:
        """Return the tokens of a person."""
        return await self._all(
            select(tokens).where(tokens.c.person == person).order_by(tokens.c.created, tokens.c.hash)
        )

    async def add_token(self, session: str, most: int, row: dict[str, Any]) -> Outcome | Literal["full"]:
        """Add a token for a person unless they have `most` already."""
        person = row["person"]
        count = select(func.count()).select_from(tokens).where(tokens.c.person == person)

        async def work(connection: AsyncConnection) -> Outcome | Literal["full"]:
            if not await _lock_session(connection, person, session):
                return "ended"
            if (await connection.scalar(count) or 0) >= most:
                return "full"
            await connection.execute(insert(tokens), {**row, "label": storable(row["label"])})
            return "done"

        outcome: Outcome | Literal["full"] = await self._writer.run(work)
        return outcome

    async def drop_token(self, person: str, id: str) -> bool:
        """Delete a token. Return False if there is none."""
        return await self._drop(delete(tokens).where(_named(tokens, person, id)))

    async def person_of_token(self, hash: str) -> Row | None:
        """Return the person of a token; None if there is none."""
        joined = select(people, people.c.seen.label("last")).join(tokens)
        return await self._first(joined.where(tokens.c.hash == hash))

    # --- the server itself

    async def server_secret(self, name: str, fresh: bytes) -> bytes:
        """Return the secret of this name, or store `fresh` if there is none."""

        async def look(connection: AsyncConnection) -> bytes:
            wanted = select(server_secrets.c.value).where(server_secrets.c.name == name)
            found = (await connection.execute(wanted)).scalar()
            if found is None:
                await connection.execute(insert(server_secrets).values(name=name, value=fresh))
                return fresh
            return bytes(found)

        try:
            return bytes(await self._writer.run(look))
        except TakenError:  # another worker was faster
            return bytes(await self._writer.run(look))

    async def _first(self, wanted: Any) -> Row | None:
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).first()

    async def _all(self, wanted: Any) -> list[Row]:
        async with self._engine.connect() as connection:
            return list(await connection.execute(wanted))

    async def _drop(self, statement: Any) -> bool:
        async def work(connection: AsyncConnection) -> bool:
            return (await connection.execute(statement)).rowcount > 0

        return bool(await self._writer.run(work))


def _named(table: Any, person: str, id: str) -> ColumnElement[bool]:
    """Select the session or token of a person by its id."""
    return and_(table.c.person == person, func.substr(table.c.hash, 1, ID_LENGTH) == storable(id))


def _others(table: Any, person: str, session: str) -> Any:
    others = func.substr(table.c.hash, 1, ID_LENGTH) != session
    return delete(table).where(table.c.person == person, others).returning(table.c.hash)


async def _lock_session(connection: AsyncConnection, person: str, session: str) -> bool:
    """Lock the account for this transaction. Return False if the session or token has ended.

    A stolen cookie must not create a token or a code while its owner ends all sessions.
    """
    await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
    for table in (sessions, tokens):
        if (await connection.execute(select(table.c.hash).where(_named(table, person, session)))).first():
            return True
    return False


async def forget_people(connection: AsyncConnection, which: ColumnElement[bool], name: str) -> int:
    """Delete personal data of people, who get this name in their games. Return how many there were."""
    gone = {"name": name, "login": None, "password": None, "recovery": None}
    change = update(people).where(which).values(**gone).returning(people.c.id)
    ids = (await connection.execute(change)).scalars().all()
    owned = (alert_targets, alert_settings, sessions, tokens, ratings, rating_changes, searches)
    for table in (*owned, *OF_LEARNERS, friendships, blocks, mutes, privacy_settings, written_messages):
        await connection.execute(delete(table).where(table.c.person.in_(ids)))
    for column in (friendships.c.other, blocks.c.blocked, mutes.c.muted):
        await connection.execute(delete(column.table).where(column.in_(ids)))
    # Reports stay, or deleting an account would be a way out of them.
    await connection.execute(update(reports).where(reports.c.reporter.in_(ids)).values(reporter=None))
    theirs = challenges.c.challenger.in_(ids) | challenges.c.challenged.in_(ids)
    await connection.execute(delete(challenges).where(theirs))
    return len(ids)
