"""The tables in use, and the one way in which anything about them changes.

A command (seating.py, playing.py, proposals.py) makes a change from a table and a request, or refuses.
`commit` stores the change, applies it, and publishes it to all subscribers: viewers, other workers, bots,
clocks, metrics. Nothing else stores, applies or tells.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from ..compiled import rules_compiled
from ..messages import Person, TableInfo
from ..refusal import RefusalError
from ..retrying import keep_trying
from ..spec import TableSpec
from ..storage.writer import NotStoredError
from ..timestamps import now
from . import watching
from .changes import Change, News, apply, fits, session_after
from .playing import found_over
from .seating import begin_if_ready, check_key, new_table
from .store import TableStore
from .table import Table, Watcher
from .viewing import info_of

Command = Callable[..., Change | None]
Subscriber = Callable[[Table, Change, bool], None]  # the flag: committed by this worker
_TRIES = 5  # of a command, while other workers change the table
_log = structlog.get_logger()


class Tables:
    """One for each worker."""

    def __init__(self, store: TableStore) -> None:
        self.store = store
        self.in_use: dict[str, Table] = {}
        self.booted = now()  # when the first of the workers that are up began
        self.subscribers: list[Subscriber] = [_tell_viewers]
        self.attendants: list[Callable[[Table], None]] = []  # called when somebody comes or goes, too
        self.presence_listeners: list[Callable[[Table], None]] = []
        self.rename_listeners: list[Callable[[Person], None]] = []
        self._elsewhere: dict[str, frozenset[str]] = {}  # people who watch at other workers, by table
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- finding tables

    async def get(self, id: str) -> Table:
        """A table by its id, from memory or from the database."""
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
        table.elsewhere = self._elsewhere.get(id, frozenset())
        _note_absence(table)
        return self.in_use.setdefault(id, table)

    def is_known(self, id: str) -> bool:
        """Whether the table is in memory here, or about to be."""
        return id in self.in_use or id in self._loading

    def evict(self, table: Table) -> None:
        """Nobody needs it now, and the database has it all."""
        busy = table.lock.locked() or table.thinking is not None or table.is_stale
        if not table.watchers and not busy:
            self.in_use.pop(table.id, None)

    # --- changing tables

    async def open(self, host: Person, spec: TableSpec, origin: str | None = None) -> Table:
        """A new table."""
        await rules_compiled(spec.game)
        table = new_table(host, spec, now())
        table.origin = origin
        try:
            await self.store.open(table)
        except NotStoredError as error:
            raise RefusalError("not_stored") from error
        self.in_use[table.id] = table
        self.attend(table)
        return table

    async def do(self, id: str, command: Command, *request: Any) -> Table:
        """Carry out a command at a table."""
        while True:
            table = self.in_use.get(id) or await self.get(id)
            async with table.lock:
                if self.in_use.get(id) is not table:
                    continue  # it was evicted while we waited
                for _ in range(_TRIES):
                    if table.is_stale:
                        await self._reload(table)
                    change = command(table, *request, now())
                    if change is None or await self._commit(table, change):
                        return table
                raise RefusalError("gone_on")

    async def _commit(self, table: Table, change: Change) -> bool:
        """Store, apply, publish. False if another worker was quicker: then the command is asked again."""
        try:
            stored = await self.store.commit(table, change)
        except BaseException as error:
            self._reload_soon(table)  # it may have been stored all the same
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
            except Exception:  # it must not keep the others from hearing of it
                _log.exception("a subscriber failed", table=table.id)
        self.attend(table)

    def _keep_in_step(self, table: Table, change: Change) -> None:
        if table.status == "dropped":
            self.in_use.pop(table.id, None)
        if change.opens:
            self.in_use[change.opens.id] = change.opens
            self.attend(change.opens)
        if change.news.result and table.deal_of and (first := self.in_use.get(table.deal_of)):
            self._reload_soon(first)  # its secret is public now

    def attend(self, table: Table) -> None:
        """Let bots and clocks look at a table."""
        for attendant in self.attendants:
            attendant(table)

    # --- other workers

    async def follow(self, news: News) -> None:
        """Another worker has committed a change."""
        if not self.is_known(news.table):
            return
        table = await self.get(news.table)
        async with table.lock:
            if fits(table, news):
                self._publish(table, Change(news, session_after(table, news)), ours=False)
            elif news.version > table.version or news.number > table.number:
                await self._reload(table)

    async def reload(self, table: Table) -> None:
        """Take over what the database knows, and tell it."""
        async with table.lock:
            await self._reload(table)

    async def _reload(self, table: Table) -> None:
        stored = await self.store.load(table.id, self.booted)
        table.is_stale = False
        if stored is None:
            table.status = "dropped"
            self.in_use.pop(table.id, None)
        else:
            before, table.proposals = table.proposals, stored.proposals
            table.status, table.sitting, table.contributions = (
                stored.status,
                stored.sitting,
                stored.contributions,
            )
            table.session, table.result, table.ended = stored.session, stored.result, stored.ended
            table.next, table.version, table.pair_over = stored.next, stored.version, stored.pair_over
            watching.tell_proposals(table, before, None)
        watching.tell_state(table, full=True)
        watching.send(table.presence(), table.watchers)
        self.attend(table)

    def _reload_soon(self, table: Table) -> None:
        """When the lock is free, and for as long as it takes the database to answer."""
        if not table.is_stale:
            table.is_stale = True
            self.start_task(keep_trying(lambda: self._reload_if_stale(table), "reload a table"))

    async def _reload_if_stale(self, table: Table) -> None:
        async with table.lock:
            if table.is_stale:
                await self._reload(table)

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish_unfinished(self, id: str) -> None:
        """Complete what a crash of an earlier version left half done, and let bots and clocks go on."""
        for command in (begin_if_ready, found_over):
            table = await self.do(id, command)
        self.attend(table)
        self.evict(table)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- people

    async def watch(self, id: str, watcher: Watcher, seen: int | None, key: str) -> Table:
        """Tell somebody about a table from now on."""
        table = await self.get(id)
        check_key(table, watcher.person, key)
        if watcher not in table.watchers:
            table.watchers.append(watcher)
        watching.welcome(table, watcher, seen or 0)
        self._came_or_went(table)
        return table

    def unwatch(self, table: Table, watcher: Watcher) -> None:
        if watcher in table.watchers:
            table.watchers.remove(watcher)
            self._came_or_went(table)
            self.evict(table)

    def set_elsewhere(self, id: str, people: frozenset[str]) -> None:
        """These people watch a table at other workers now."""
        if people:
            self._elsewhere[id] = people
        else:
            self._elsewhere.pop(id, None)
        if table := self.in_use.get(id):
            table.elsewhere = people
            self._presence_changed(table)

    def _came_or_went(self, table: Table) -> None:
        """Here, so other workers must hear of it."""
        self._presence_changed(table)
        for listener in self.presence_listeners:
            listener(table)

    def _presence_changed(self, table: Table) -> None:
        _note_absence(table)
        watching.send(table.presence(), table.watchers)
        self.attend(table)

    async def rename(self, person: Person) -> None:
        """Somebody has another name from now on, also at tables in use."""
        await self.store.rename(person)
        self.renamed(person)
        for listener in self.rename_listeners:
            listener(person)

    def renamed(self, person: Person) -> None:
        for table in self.in_use.values():
            if any(one and one.id == person.id for one in table.sitting):
                table.sitting = [person if one and one.id == person.id else one for one in table.sitting]
                watching.tell_state(table, full=True, view=False)

    async def info(self, id: str, person: str | None, key: str) -> TableInfo:
        """About a table; it is not kept in memory for that alone."""
        table = await self.get(id)
        try:
            check_key(table, person, key)
            return info_of(table, now())
        finally:
            self.evict(table)


def _tell_viewers(table: Table, change: Change, ours: bool) -> None:
    watching.tell_change(table, change)


def _note_absence(table: Table) -> None:
    """Since when players are away; a bot may play for them after a while."""
    here, at = table.presence().here, now()
    for sitter, is_here in zip(table.sitting, here, strict=True):
        if sitter and is_here:
            table.absent.pop(sitter.id, None)
        elif sitter:
            table.absent.setdefault(sitter.id, at)
