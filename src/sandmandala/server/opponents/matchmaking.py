"""Quick matches: people who look for an opponent are seated at a table together.

The pool is in the database. The worker that serves the first of a group opens their table, and claims all of
them in the same transaction: each must still wait. Messages between workers make it quick; every second each
worker reads the pool again, so that nothing depends on them.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any

import structlog
from msgspec import UNSET, Struct

from ...games.errors import SandmandalaError
from ..ids import new_id
from ..messages.opponents import Search, SearchEnd, SearchEnded, Searching
from ..messages.table_info import Person
from ..metrics import Metrics
from ..person_news import PersonNews
from ..ratings import LISTED_AFTER
from ..refusal import RefusalError
from ..relations.blocks import Blocks
from ..security import RateLimiter
from ..server_time import now
from ..spec import TableSpec, checked_spec
from ..tables.changes import Change, change_of
from ..tables.limits import TableLimits
from ..tables.service import Tables
from ..tables.table import Table
from ..tempos import TEMPOS
from .bot_offer import fitting_level
from .pairing import Waiting, groups
from .search_store import ALIVE, FORGOTTEN, SearchStore, waiting_of

PAUSE = 1.0  # seconds between two looks at the pool
SHORTEST_PAUSE = 0.1  # when many come at once
KEEP = 2_000  # milliseconds between two signs of the tabs at this worker
SWEEP = 3_000  # milliseconds between looks for what other workers have left behind
_log = structlog.get_logger()


class Searcher(Struct):
    """Somebody who searches in a tab that is connected to this worker."""

    person: Person
    form: Search
    holders: set[int]
    """Its connections: after a reconnection there may be two for a moment."""
    told: str | None = None
    """The table that it was told to go to."""
    offered: int | None = None


class Matchmaking:
    """Finds opponents, from `run` on. Subscribes to changes of tables."""

    def __init__(
        self,
        store: SearchStore,
        tables: Tables,
        news: PersonNews,
        limits: TableLimits,
        metrics: Metrics,
        offer_after: float,
        arrival: float,
        blocks: Blocks,
    ) -> None:
        self._store, self._tables, self._news, self._limits = store, tables, news, limits
        self._metrics, self._blocks = metrics, blocks
        self._offer_after, self._arrival = round(offer_after * 1000), round(arrival * 1000)
        self._here: dict[str, Searcher] = {}
        self._pace = RateLimiter(20, 1)
        self._wake = asyncio.Event()
        self._keep_at = self._sweep_at = 0
        self.pool_listeners: list[Callable[[], None]] = []  # somebody has come
        self._tasks: set[asyncio.Task[None]] = set()

    # --- people

    async def begin(self, person: Person, form: Search, holder: object) -> None:
        """Search, or go on searching, in the tab of this connection."""
        self._limits.check_rated(person, _spec_of(form))
        if not self._pace.take(person.id):
            raise RefusalError("too_fast")
        await self._limits.check_playing(person)
        row = await self._store.begin(person.id, form, now())
        before = self._here.get(person.id)
        holders = before.holders if before and before.form.tab == form.tab else set()
        self._here[person.id] = Searcher(person, form, {*holders, id(holder)})
        if row.table:
            self._tell_matched(person.id, row.table, form.tab)
            return
        self._news.tell(person.id, await self._searching(row))
        self.wake()
        for listener in self.pool_listeners:
            listener()

    async def stop(self, person: str) -> None:
        """End the search of a person. Whoever was found for them searches on."""
        self._here.pop(person, None)
        row = await self._store.end(person)
        if row is not None:
            await self._part(row.table, leaving={person})
        self._end(person, "stopped")

    def leave(self, person: str, holder: object, at_once: bool) -> None:
        """Note that a connection is closed; `at_once` when its session has ended."""
        searcher = self._here.get(person)
        if searcher is None or id(holder) not in searcher.holders:
            return
        searcher.holders.discard(id(holder))
        if not searcher.holders:
            del self._here[person]
            work = self.stop(person) if at_once else self._closed(person, searcher.form.tab)
            self._start(work)

    async def _closed(self, person: str, tab: str) -> None:
        await self._store.tab_closed(person, tab, now())

    async def leave_table(self, person: str, table: str) -> bool:
        """Leave a table that a search has led to. Return False if it is not one."""
        if not any(row.person == person for row in await self._store.at_table(table)):
            return False
        await self.stop(person)
        return True

    async def take_bot(self, person: Person) -> None:
        """Play the bot that was offered. If somebody was found in the meantime, they come first."""
        row = await self._store.of(person.id)
        if row is None:
            raise RefusalError("not_searching")
        if row.table:
            self._tell_matched(person.id, row.table, row.tab)
            return
        level = (await self._searching(row)).bot
        if level is None:
            raise RefusalError("no_bot_offered")
        clock, bots = TEMPOS[row.tempo], (None, *[level] * (row.seats - 1))
        spec = TableSpec(row.game, row.seats, bots=bots, clock=clock, public=False)
        table = await self._tables.open_together([person], spec, self._store.take_away(row))
        if table is None:
            self.wake()  # the next look at the pool tells what has happened
            return
        self._here.pop(person.id, None)
        self._end(person.id, "bot", table.id, row.tab)

    async def search_of(self, person: str) -> Searching | None:
        """Return the search of a person that goes on."""
        row = await self._store.of(person)
        return await self._searching(row) if row is not None and row.table is None else None

    # --- working

    def wake(self) -> None:
        """Look at the pool soon."""
        self._wake.set()

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), PAUSE)
            self._wake.clear()
            try:
                await self.step(now())
            except Exception:  # the database is down; nothing is lost
                _log.exception("opponents could not be found")
            await asyncio.sleep(SHORTEST_PAUSE)

    async def close(self) -> None:
        """Cancel what is going on. Searches stay, for other workers and after a restart."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def step(self, at: int) -> None:
        """Look at the pool once."""
        if self._here and at >= self._keep_at:
            self._keep_at = at + KEEP
            await self._store.keep([(one.person.id, one.form.tab) for one in self._here.values()], at)
        sweep = at >= self._sweep_at
        if not (self._here or sweep):
            return
        rows = await self._store.all()
        await self._tell(rows)
        await self._pair_all(rows, at)
        if sweep:
            self._sweep_at = at + SWEEP
            await self.sweep(rows, at)

    async def _tell(self, rows: list[Any]) -> None:
        """Tell people here what they have not heard from the worker where it happened."""
        stored = {row.person: row for row in rows}
        for person, searcher in list(self._here.items()):
            row = stored.get(person)
            if row is None:
                row = await self._store.of(person)  # the pool may be larger than what is read of it
            if row is None or row.tab != searcher.form.tab:
                self._here.pop(person, None)
                if row is None and searcher.told is None:
                    self._news.heard(person, SearchEnded("stopped", tab=searcher.form.tab))
            elif row.table:
                if searcher.told != row.table:
                    self._tell_matched(person, row.table, row.tab)
            elif searcher.told:
                searcher.told = searcher.offered = None
                self._news.heard(person, await self._searching(row, again=True))
            elif searcher.offered is None and now() - row.since >= self._offer_after:
                searching = await self._searching(row)
                searcher.offered = searching.bot
                self._news.tell(person, searching)

    async def _pair_all(self, rows: list[Any], at: int) -> None:
        """Pair those whose group begins with somebody here: other workers look after the rest."""
        pool = [waiting_of(row) for row in rows if row.table is None and row.seen > at - ALIVE]
        if len(pool) < 2 or not self._here:
            return
        apart = await self._blocks.among([one.person for one in pool])
        for group in groups(pool, apart, at):
            if group[0].person in self._here:
                await self._pair(group, at)

    async def _pair(self, group: list[Waiting], at: int) -> None:
        known = await self._store.people([one.person for one in group])
        if len(known) < len(group):
            return
        id = new_id()
        first, seated = group[0], random.sample(list(known.values()), len(group))
        spec = TableSpec(first.game, first.seats, clock=TEMPOS[first.tempo], rated=first.rated)
        table = await self._tables.open_together(seated, spec, self._store.pair(group, id, at), id)
        if table is None:
            return  # one of them has stopped, or another worker was faster
        for one in group:
            self._metrics.searching.labels(one.game).observe((at - one.since) / 1000)
            self._tell_matched(one.person, table.id, one.tab)

    # --- people who do not come

    async def sweep(self, rows: list[Any], at: int) -> None:
        """End searches of closed tabs, and wait no longer for people who do not come to their tables."""
        if any(row.table is None and row.seen < at - FORGOTTEN for row in rows):
            for row in await self._store.forget(at):
                self._end(row.person, "lost", tab=row.tab)
        if not any(row.table for row in rows):
            return
        for row in await self._store.orphaned():
            self._news.tell(row.person, await self._searching(row, again=True))
        for person in await self._store.settle(at):
            self._here.pop(person, None)
        late = [row for row in rows if row.table_status == "open" and row.paired <= at - self._arrival]
        for table in {row.table for row in late}:
            await self._part(table)

    async def _part(self, id: str, leaving: Collection[str] = ()) -> None:
        """Close a table at which somebody does not arrive, unless the game has begun: the others search on,
        and have waited as long as before."""
        rows = await self._store.at_table(id)
        staying: set[str] = set()

        def close(table: Table, at: int) -> Change | None:
            nonlocal staying
            if table.status != "open":
                return None
            here = {row.person for row in rows} - set(leaving)
            if not leaving:
                given = zip(table.sitting, table.contributions, strict=True)
                came = {sitter.id for sitter, value in given if sitter and value}
                # If nobody came, the server may have been down: then those whose tabs are open search on.
                here &= came or {row.person for row in rows if row.seen > at - ALIVE}
            staying = here
            closing = change_of(table, "close", at, status="dropped")
            return Change(closing, also=self._store.part(rows, staying, id))

        if not rows:
            return
        try:
            table = await self._tables.do(id, close)
        except RefusalError as refusal:
            _log.info("a table could not be given up", code=refusal.code)
            return  # the next sweep tries again
        if table.status != "dropped":
            return
        for row in rows:
            if row.person in staying:
                self._news.tell(row.person, await self._searching(row, again=True))
                if row.person in self._here:
                    self._here[row.person].told = self._here[row.person].offered = None
            elif row.person not in leaving:
                self._end(row.person, "missed", tab=row.tab)
        self.wake()

    # --- games that begin

    def __call__(self, table: Table, change: Change, ours: bool) -> None:
        """End the searches of people whose game begins; a subscriber of `Tables`."""
        if ours and change.news.status is not UNSET and change.news.status == "playing":
            players = [one.id for one in table.sitting if one and one.level is None]
            self._start(self._begun(players))

    async def _begun(self, players: list[str]) -> None:
        for person in await self._store.begun(players):
            self._here.pop(person, None)
            self._end(person, "stopped")

    # --- telling

    def _tell_matched(self, person: str, table: str, tab: str) -> None:
        if person in self._here:
            self._here[person].told = table
        self._end(person, "matched", table, tab)

    def _end(self, person: str, why: SearchEnd, table: str | None = None, tab: str | None = None) -> None:
        self._news.tell(person, SearchEnded(why, table, tab))

    async def _searching(self, row: Any, again: bool = False) -> Searching:
        waited, bot = now() - row.since, None
        if waited >= self._offer_after:
            bot = fitting_level(row.rating, await self._store.bot_ratings(row.game, row.seats, LISTED_AFTER))
        rated = bool(row.rated)
        return Searching(row.game, row.seats, row.tempo, rated, row.tab, waited, bot, again)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:  # a sweep repairs it
        _log.exception("a search could not be changed")


def _spec_of(form: Search) -> TableSpec:
    """Return the table that a search is for. Refuses what cannot be played."""
    try:
        return checked_spec(TableSpec(form.game, form.seats, clock=TEMPOS[form.tempo], rated=form.rated))
    except SandmandalaError as error:
        raise RefusalError.of(error) from None
