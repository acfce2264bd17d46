"""One change of a person's learning at a time, also with several workers."""

from __future__ import annotations

from sqlalchemy import select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from ..refusal import RefusalError
from ..storage.schema import people, sessions, tokens


async def lock_person(connection: AsyncConnection, *ids: str) -> None:
    """Hold back other changes of these people until the transaction ends. SQLite has one writer anyway."""
    wanted = select(people.c.id).where(people.c.id.in_(ids)).order_by(people.c.id)
    await connection.execute(wanted.with_for_update())


async def lock_learner(connection: AsyncConnection, person: str) -> None:
    """Like `lock_person`. Refuses if the account was deleted, with its sessions, since the request came:
    what is stored now would never be deleted."""
    await lock_person(connection, person)
    open_to = (select(table.c.person).where(table.c.person == person) for table in (sessions, tokens))
    if (await connection.execute(union_all(*open_to).limit(1))).first() is None:
        raise RefusalError("sign_in")
