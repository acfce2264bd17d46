"""What players say to each other at a table: set phrases, and free text where the host of the server allows.

A phrase is sent to those who watch the table now, and is not stored: it says nothing that a report needs, and
the less is kept about people, the better. Free text is stored before it is sent, for the host and reports. It
reaches players only. Nobody hears somebody whom they have blocked, or who has blocked them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec import UNSET, Struct
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from ..ids import new_id
from ..messages.social import Phrase, Said
from ..refusal import RefusalError
from ..relations.blocks import Blocks
from ..security import RateLimiter
from ..server_time import now
from ..spec import encode
from ..storage.schema import people
from ..storage.social_schema import written_messages
from ..storage.statements import read_rows, run_statements
from ..storage.text import storable
from ..storage.writer import NotStoredError, TakenError, Writer
from ..tables.seating import check_sits
from ..tables.service import Tables
from ..tables.table import Table
from ..tables.viewing import may_watch
from .word_filter import WordFilter

AT_ONCE, A_SECOND = 4, 0.2  # of one person, at all tables and workers


class Heard(Struct, frozen=True, array_like=True):
    """Something that was said, and who must not hear it."""

    said: Said
    apart: list[str]


class Talk:
    """Passes on what players say. `words` is None where free text is not allowed."""

    def __init__(
        self, tables: Tables, blocks: Blocks, engine: AsyncEngine, writer: Writer, words: WordFilter | None
    ) -> None:
        self._tables, self._blocks = tables, blocks
        self._engine, self._writer, self._words = engine, writer, words
        self._pace = RateLimiter(AT_ONCE, A_SECOND)
        self.listeners: list[Callable[[Heard], None]] = []  # other workers

    @property
    def allows_text(self) -> bool:
        """Whether players may write what they like."""
        return self._words is not None

    async def say(self, id: str, person: str, phrase: Phrase) -> None:
        """Say a set phrase."""
        table = await self._tables.get(id)
        check_sits(table, person)
        self._check_pace(person)
        await self._pass_on(Said(id, _seat_of(table, person), person, phrase=phrase))

    async def write(self, id: str, person: str, text: str) -> None:
        """Write something."""
        table = await self._tables.get(id)
        check_sits(table, person)
        if self._words is None:
            raise RefusalError("no_free_text")
        text = storable(self._words.checked(text))
        self._check_pace(person)
        seat = _seat_of(table, person)
        row = {"id": new_id(), "table": id, "person": person, "seat": seat, "text": text, "created": now()}
        try:
            await run_statements(self._writer, insert(written_messages).values(row))
        except (NotStoredError, TakenError) as error:
            raise RefusalError("not_stored") from error
        await self._pass_on(Said(id, seat, person, text=text))

    def _check_pace(self, person: str) -> None:
        if not self._pace.take(person):
            raise RefusalError("too_much_said")

    async def _pass_on(self, said: Said) -> None:
        heard = Heard(said, sorted(await self._blocks.apart_from(said.person)))
        self.hear(heard)
        for listener in self.listeners:
            listener(heard)

    def hear_elsewhere(self, heard: Heard) -> None:
        """Pass on what was said at another worker. It counts here, too: a person has one pace."""
        self._pace.charge(heard.said.person)
        self.hear(heard)

    def hear(self, heard: Heard) -> None:
        """Send what was said to those at this worker who may hear it."""
        said, apart = heard.said, heard.apart
        if table := self._tables.in_use.get(said.table):
            data = encode(said)
            for watcher in table.watchers:
                if watcher.person not in apart and may_hear(table, watcher.person, said):
                    watcher.send(data)


def may_hear(table: Table, person: str | None, said: Said) -> bool:
    """Whether somebody who watches a table may hear what is said there."""
    sits = table.sits(person)
    return may_watch(table, sits) if said.text is UNSET else sits


def _seat_of(table: Table, person: str) -> int:
    """Return the first seat of a person, even if a bot plays it."""
    return next(seat for seat, sitter in enumerate(table.sitting) if sitter and sitter.id == person)


async def messages_at(engine: AsyncEngine, table: str, most: int = 200) -> list[Any]:
    """Return what was written at a table, latest last."""
    wanted = select(written_messages, people.c.name).join(people, people.c.id == written_messages.c.person)
    wanted = wanted.where(written_messages.c.table == table)
    newest = wanted.order_by(written_messages.c.created.desc(), written_messages.c.id).limit(most)
    return list(reversed(await read_rows(engine, newest)))


async def messages_since(
    engine: AsyncEngine, since: int, table: str | None, person: str | None
) -> Collection[Any]:
    """Return what was written since a time, at a table or by a person if they are given, oldest first."""
    wanted = select(written_messages, people.c.name).join(people, people.c.id == written_messages.c.person)
    wanted = wanted.where(written_messages.c.created >= since)
    if table is not None:
        wanted = wanted.where(written_messages.c.table == storable(table))
    if person is not None:
        wanted = wanted.where(written_messages.c.person == storable(person))
    return await read_rows(engine, wanted.order_by(written_messages.c.created, written_messages.c.id))
