"""The tables in memory, and the only path by which they change.

A command (seating.py, playing.py, proposals.py) turns a table and a request into a change, or refuses it.
`_commit` stores the change, applies it, and publishes it to all subscribers: viewers, other workers, bots,
clocks, metrics. Nothing else stores, applies or publishes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import structlog
from msgspec import UNSET

from ...editor import KnownPosition
from ..compile_wait import rules_compiled
from ..ids import new_id
from ..messages.table_info import Person, TableInfo
from ..refusal import RefusalError
from ..retrying import keep_trying
from ..server_time import now
from ..spec import TableSpec
from ..storage.prepared import Statement
from ..storage.writer import NotStoredError
from . import watching
from .changes import Change, News, apply, fits, session_after
from .practice import editor_table, practice_table
from .seating import check_key, new_table
from .store import TableStore
from .table import NOBODY, Audience, Table, Watcher
from .viewing import info_of

Command = Callable[..., Change | None]
Subscriber = Callable[[Table, Change, bool], None]  # the flag: committed by this worker
ABSENCE = 120.0  # seconds without a connection after which a player is absent
_TRIES = 5  # of a command, while other workers change the table
_log = structlog.get_logger()


class Tables:
    """Loads, changes and evicts tables. Each worker has one."""

    def __init__(self, store: TableStore, absence: float = ABSENCE) -> None:
        self.store = store
        self._absence = round(absence * 1000)
        self.in_use: dict[str, Table] = {}
        self.booted = now()  # start of the oldest worker that is running
        self.subscribers: list[Subscriber] = [lambda table, change, ours: watching.tell_change(table, change)]
        self.attendants: list[Callable[[Table], None]] = []  # also when somebody connects or leaves
        self.presence_listeners: list[Callable[[Table], None]] = []
        self.rename_listeners: list[Callable[[Person, bool], None]] = []  # the flag: renamed by this worker
        self.open_listeners: list[Callable[[Table], None]] = []  # called with new tables
        self.reload_listeners: list[Callable[[Table], None]] = []  # called with tables that were read again
        self.audience_listeners: list[Callable[[str], None]] = []  # somebody came or went, at any worker
        self._elsewhere: dict[str, Audience] = {}  # who watches at other workers, by table
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- finding tables

    async def get(self, id: str) -> Table:
        """Return a table, from memory or from the database."""
        if table := self.in_use.get(id):
            return table
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        try:
            table = await asyncio.shield(self._loading[id])
        finally:
            self._loading.pop(id, None)
        # Another waiter may already have evicted it: there must be only one of it.
        return self.in_use.setdefault(id, table)

    async def _load(self, id: str) -> Table:
        table = await self.store.load(id, self.booted)
        if table is None:
            raise RefusalError("no_such_table")
        table.elsewhere = self._elsewhere.get(id, NOBODY)
        self._note_absence(table)
        return self.in_use.setdefault(id, table)

    def is_known(self, id: str) -> bool:
        """Whether the table is in memory, or being loaded."""
        return id in self.in_use or id in self._loading

    def evict(self, table: Table) -> None:
        """Remove a table from memory if nobody uses it. The database has everything."""
        busy = table.lock.locked() or table.thinking is not None or table.is_stale
        if not table.watchers and not busy:
            self.in_use.pop(table.id, None)

    # --- changing tables

    async def open(
        self, host: Person, spec: TableSpec, origin: str | None = None, id: str | None = None
    ) -> Table:
        """Open a table, or return the one that this host has opened with the same id."""
        return await self._open(new_table(host, spec, now(), id or new_id()), origin)

    async def open_together(
        self, people: Sequence[Person], spec: TableSpec, claims: Sequence[Statement], id: str | None = None
    ) -> Table | None:
        """Open a table at which these people sit, together with statements that must all change something.

        Return None, with nothing changed, if one of them does not.
        """
        table = new_table(people[0], spec, now(), id or new_id())
        free = iter([seat for seat, sitter in enumerate(table.sitting) if sitter is None])
        for person in people[1:]:
            table.sitting[next(free)] = person
        await rules_compiled(table.spec.game)
        try:
            stored = await self.store.open_if(claims, table)
        except NotStoredError as error:
            raise RefusalError("not_stored") from error
        return self._opened(table) if stored else None

    async def open_practice(
        self, source: Table, host: Person, ply: int, seat: int | None, level: int, origin: str, id: str | None
    ) -> Table:
        """Open a table that plays on from a position of a finished game; see `open`."""
        return await self._open(practice_table(source, host, ply, seat, level, now(), id or new_id()), origin)

    async def open_from_editor(
        self, known: KnownPosition, host: Person, seat: int, level: int | None, origin: str, id: str | None
    ) -> Table:
        """Open a table that plays on from an edited position; see `open`."""
        return await self._open(editor_table(known, host, seat, level, now(), id or new_id()), origin)

    async def _open(self, table: Table, origin: str | None) -> Table:
        table.origin = origin
        await rules_compiled(table.spec.game)
        return await self.add(table)

    async def add(self, table: Table) -> Table:
        """Store a new table, or return the one that its host has opened with the same id."""
        try:
            is_new = await self.store.open(table)
        except NotStoredError as error:
            raise RefusalError("not_stored") from error
        if is_new:
            return self._opened(table)
        host, table = table.host, await self.get(table.id)
        if table.host != host:
            raise RefusalError("not_stored")
        return table

    def _opened(self, table: Table) -> Table:
        # A repeated request may have loaded it meanwhile: there must be only one object for a table.
        table = self.in_use.setdefault(table.id, table)
        self._note_absence(table)
        for listener in self.open_listeners:
            listener(table)
        self.attend(table)
        return table

    async def do(self, id: str, command: Command, *request: Any) -> Table:
        """Run a command on a table, one at a time, and commit the change that it returns."""
        while True:
            table = self.in_use.get(id) or await self.get(id)
            await table.lock.acquire()  # without `async with`, which creates two more coroutines per move
            try:
                if self.in_use.get(id) is not table:
                    continue  # evicted while we waited for the lock
                for _ in range(_TRIES):
                    if table.is_stale:
                        await self._reload(table)
                    change = command(table, *request, now())
                    if change is None or await self._commit(table, change):
                        return table
                raise RefusalError("gone_on")
            finally:
                table.lock.release()

    async def _commit(self, table: Table, change: Change) -> bool:
        """Store, apply and publish a change. Return False if another worker was faster."""
        try:
            stored = await self.store.commit(table, change)
        except BaseException as error:
            self._reload_soon(table)  # it may have been stored nevertheless
            if isinstance(error, NotStoredError):
                raise RefusalError("not_stored") from error
            raise
        if stored:
            self._publish(table, change, ours=True)
        else:
            self._reload_soon(table)
        return stored

    def _publish(self, table: Table, change: Change, ours: bool) -> None:
        apply(table, change)
        if not change.is_plain_move:
            self._keep_in_step(table, change)
        for subscriber in self.subscribers:
            try:
                subscriber(table, change, ours)
            except Exception:  # the other subscribers must still run
                _log.exception("a subscriber failed", table=table.id)
        self.attend(table)

    def _keep_in_step(self, table: Table, change: Change) -> None:
        if table.status == "dropped":
            self.in_use.pop(table.id, None)
        if change.news.sitting is not UNSET:
            self._note_absence(table)
        if change.opens:
            self._opened(change.opens)
        if change.news.result and table.deal_of and (first := self.in_use.get(table.deal_of)):
            self._reload_soon(first)  # its secret is public now

    def attend(self, table: Table) -> None:
        """Let bots and clocks check a table."""
        for attendant in self.attendants:
            attendant(table)

    # --- other workers

    async def follow(self, news: News) -> None:
        """Apply a change that another worker has committed."""
        if not self.is_known(news.table):
            return
        table = await self.get(news.table)
        async with table.lock:
            if fits(table, news):
                self._publish(table, Change(news, session_after(table, news)), ours=False)
            elif news.version > table.version or news.number > table.number:
                await self._reload(table)

    async def reload(self, table: Table) -> None:
        """Read the table again from the database, and update its viewers."""
        async with table.lock:
            await self._reload(table)

    async def _reload(self, table: Table) -> None:
        stored = await self.store.load(table.id, self.booted)
        table.is_stale = False
        if stored is None:
            table.status = "dropped"
            self.in_use.pop(table.id, None)
        else:
            before = table.proposals
            table.take_over(stored)
            watching.tell_proposals(table, before, None)
        watching.tell_state(table, full=True)
        watching.tell_presence(table)
        for listener in self.reload_listeners:
            listener(table)
        self.attend(table)

    def _reload_soon(self, table: Table) -> None:
        """Reload when the lock is free, and retry until the database answers."""
        if not table.is_stale:
            table.is_stale = True
            self.start_task(keep_trying(lambda: self._reload_if_stale(table), "reload a table"))

    async def _reload_if_stale(self, table: Table) -> None:
        async with table.lock:
            if table.is_stale:
                await self._reload(table)

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background until it ends or the service closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel all background work."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- people

    async def watch(self, id: str, watcher: Watcher, seen: int | None, key: str) -> Table:
        """Start sending updates of a table to a watcher."""
        table = await self.get(id)
        check_key(table, watcher.person, key)
        if watcher not in table.watchers:
            table.watchers.append(watcher)
        watching.welcome(table, watcher, seen or 0)
        self._came_or_went(table)
        return table

    def unwatch(self, table: Table, watcher: Watcher) -> None:
        """Stop sending updates to a watcher."""
        if watcher in table.watchers:
            table.watchers.remove(watcher)
            self._came_or_went(table)
            self.evict(table)

    def set_looking(self, table: Table, watcher: Watcher, looking: bool) -> None:
        """Note whether the page of a watcher is visible."""
        if watcher.looking != looking:
            watcher.looking = looking
            for listener in self.presence_listeners:
                listener(table)
            self.attend(table)

    def is_looking(self, id: str, person: str) -> bool:
        """Whether a table is visible in a browser of this person, at any worker."""
        table = self.in_use.get(id)
        here = table is not None and person in table.audience().looking
        return here or person in self._elsewhere.get(id, NOBODY).looking

    def audience_of(self, id: str) -> Audience:
        """Return who watches a table, at all workers."""
        table = self.in_use.get(id)
        return (table.audience() if table else NOBODY) + self._elsewhere.get(id, NOBODY)

    def set_elsewhere(self, id: str, audience: Audience) -> None:
        """Set who watches a table at other workers."""
        if audience == NOBODY:
            self._elsewhere.pop(id, None)
        else:
            self._elsewhere[id] = audience
        if table := self.in_use.get(id):
            table.elsewhere = audience
            self._presence_changed(table)
        for listener in self.audience_listeners:
            listener(id)

    def _came_or_went(self, table: Table) -> None:
        """Update presence after a change at this worker, and notify the others."""
        self._presence_changed(table)
        for listener in self.presence_listeners:
            listener(table)
        for heard in self.audience_listeners:
            heard(table.id)

    def _presence_changed(self, table: Table) -> None:
        self._note_absence(table)
        watching.tell_presence(table)
        self.attend(table)

    def _note_absence(self, table: Table) -> None:
        table.note_absence(now() + self._absence)

    async def rename(self, person: Person) -> None:
        """Store a new name, and update the tables in memory at all workers."""
        await self.store.rename(person)
        self.renamed(person, ours=True)

    def renamed(self, person: Person, ours: bool = False) -> None:
        """Update a name at the tables in memory."""
        for table in self.in_use.values():
            if any(one and one.id == person.id for one in table.sitting):
                table.sitting = [person if one and one.id == person.id else one for one in table.sitting]
                watching.tell_state(table, full=True, view=False)
        for listener in self.rename_listeners:
            listener(person, ours)

    async def info(self, id: str, person: str | None, key: str) -> TableInfo:
        """Return public information about a table, without keeping it in memory."""
        table = await self.get(id)
        try:
            check_key(table, person, key)
            return info_of(table, now())
        finally:
            self.evict(table)
