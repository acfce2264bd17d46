"""A match of bots to watch while there is no other game: at most one on the whole server.

It is a table like others, so that every worker can show it. It begins when somebody looks at live games and
there are none, goes on only while somebody sees it, and is deleted afterwards: it is in no other list, in
nobody's history, and unrated. All workers where somebody looks try to keep it, and a lease lets one of them.
"""

from __future__ import annotations

import secrets
from typing import Any

import structlog
from sqlalchemy import Delete, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...games.chance import new_secret
from ...games.options import checked_options
from ...games.rules import all_games, rules_of
from ..accounts.bot_accounts import BOT_MATCH_HOST, bot_person
from ..compile_wait import rules_compiled
from ..ids import new_id
from ..refusal import RefusalError
from ..server_time import now
from ..spec import TableSpec
from ..storage.leases import take_lease
from ..storage.schema import entries, tables
from ..storage.writer import Writer
from .changes import Change, change_of
from .seating import contributions_of_bots
from .service import Tables
from .table import Table

LEASE = 6_000  # milliseconds; another worker takes over after as long
PATIENCE = 30_000  # milliseconds for which the match waits for somebody to look
SHOWN = 10_000  # milliseconds between the end of a match and the next one
KEPT = 60_000  # milliseconds for which a finished match can still be seen
_LEVELS = (4, 3)  # different names, and moves within a tenth of a second
_STATES = ("playing", "over")  # so that an index is used
Row = Any
_log = structlog.get_logger()


class BotMatch:
    """Begins, continues and deletes the match. Each worker has one."""

    def __init__(self, engine: AsyncEngine, writer: Writer, service: Tables, enabled: bool) -> None:
        self._engine, self._writer, self._tables, self._enabled = engine, writer, service, enabled
        self._wanted_at: int | None = None  # when somebody here last looked; None: nothing to clean up
        self._held = 0  # until when this worker has the lease
        self._tried_at = 0

    @property
    def is_kept(self) -> bool:
        """Whether there may be a match for which this worker is responsible."""
        return self._wanted_at is not None

    async def current(self) -> str | None:
        """Return the id of the match that goes on."""
        return next((row.id for row in await self._rows() if row.status == "playing"), None)

    async def keep(self, is_wanted: bool) -> bool:
        """Look after the match; call it every second. Return True if it has changed."""
        if not self._enabled:
            return False
        at = now()
        if is_wanted:
            self._wanted_at = at
        if self._wanted_at is None or not await self._has_lease(at):
            return False
        rows = await self._rows()
        in_sight = any(self._tables.audience_of(row.id).eyes for row in rows)
        if in_sight:
            self._wanted_at = at
        if at - self._wanted_at > PATIENCE:
            await self._drop([row.id for row in rows])
            self._wanted_at = None
            return bool(rows)
        return await self._continue(rows, is_wanted, at)

    async def _has_lease(self, at: int) -> bool:
        if at < self._held - LEASE // 2:
            return True
        if at - self._tried_at < LEASE // 3:
            return at < self._held
        self._tried_at = at
        if await self._take_lease(at):
            return True
        if self._wanted_at is not None and at - self._wanted_at > PATIENCE:
            self._wanted_at = None  # another worker keeps it
        return False

    async def _take_lease(self, at: int) -> bool:
        taken = await take_lease(self._engine, self._writer, "bot match", at, at + LEASE, self._held)
        self._held = at + LEASE if taken else 0
        return taken

    async def _continue(self, rows: list[Row], is_wanted: bool, at: int) -> bool:
        playing = [row for row in rows if row.status == "playing"]
        over = [row for row in rows if row.status != "playing"]
        surplus = [row.id for row in playing[1:]]  # of a worker that was frozen while another took over
        old = [row.id for row in over if row.ended is None or row.ended < at - KEPT]
        await self._drop([*surplus, *old])
        if playing or not is_wanted:
            return bool(surplus or old)
        last = over[-1] if over else None
        if last is None or last.id in old:
            await self._open(_new_match(_next_game(last.game if last else None, at), at))
        elif last.next is None and last.ended < at - SHOWN:
            following = _new_match(_next_game(last.game, at), at)
            await rules_compiled(following.spec.game)
            await self._tables.do(last.id, _followed_by, following)
            self._evict(last.id, following.id)
        else:
            return False
        return True

    async def _open(self, table: Table) -> None:
        await rules_compiled(table.spec.game)
        await self._tables.add(table)
        self._evict(table.id)

    def _evict(self, *ids: str) -> None:
        for id in ids:
            if table := self._tables.in_use.get(id):
                self._tables.evict(table)

    async def _rows(self) -> list[Row]:
        columns = (tables.c.id, tables.c.game, tables.c.status, tables.c.ended, tables.c.next)
        wanted = select(*columns).where(tables.c.host == BOT_MATCH_HOST, tables.c.status.in_(_STATES))
        async with self._engine.connect() as connection:
            return list(await connection.execute(wanted.order_by(tables.c.created, tables.c.id)))

    async def _drop(self, ids: list[str]) -> None:
        """Delete matches with their logs; whoever watches one is told."""
        for id in ids:
            log = delete(entries).where(entries.c.table == id)

            async def work(connection: AsyncConnection, log: Delete = log) -> None:
                await connection.execute(log)

            try:
                await self._writer.run(work)
                await self._tables.do(id, _dropped)
                await self._writer.run(work)  # a bot may have moved meanwhile
            except RefusalError as refusal:
                _log.warning("a match of bots could not be deleted", table=id, why=refusal.why)

    async def clean_up(self) -> None:
        """Delete what an earlier run has left, unless another worker keeps it."""
        at = now()
        if await self._take_lease(at):
            await self._drop([row.id for row in await self._rows()])


def _next_game(before: str | None, at: int) -> str:
    games = all_games()
    number = games.index(before) + 1 if before in games else at // KEPT
    return games[number % len(games)]


def _new_match(game: str, at: int) -> Table:
    """Create a table for two bots, whose game begins at once."""
    options = dict(checked_options(rules_of(game), 2, {}))
    spec = TableSpec(game, 2, options, _LEVELS)
    table = Table(new_id(), spec, new_secret(), BOT_MATCH_HOST, secrets.token_urlsafe(12), at)
    table.sitting = [bot_person(level) for level in _LEVELS]
    table.contributions = contributions_of_bots(spec)
    table.status, table.session = "playing", table.new_session(table.contributions, at)
    return table


def _followed_by(table: Table, following: Table, at: int) -> Change | None:
    if table.next:
        return None
    return Change(change_of(table, "rematch", at, next=following.id), opens=following)


def _dropped(table: Table, at: int) -> Change:
    return Change(change_of(table, "close", at, status="dropped"))
