"""The hall: all tables that are in use, and everything that can be done at them.

Every change is made under the table's lock, stored, and only then told. A table that is not in memory is
loaded from its log.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from ...games.chance import new_secret
from ...games.errors import SandmandalaError
from ..accounts.people import bot_person, new_id
from ..messages import Asked, Person, TableInfo, Thinking
from ..metrics import Metrics
from ..refusal import RefusalError
from ..spec import (
    Entry,
    GameClock,
    Moved,
    RanOut,
    Resigned,
    TableSpec,
    checked_spec,
    encode,
    entry_decoder,
    result_decoder,
    spec_decoder,
)
from ..storage.store import Store
from ..storage.writer import TakenError
from ..timestamps import now
from .session import Course
from .table import Table, Watcher

if TYPE_CHECKING:
    from ..cluster.sync import Relay


class Hall:
    """`after_change` is called when a table has changed, or who watches it: bots and clocks listen there."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        store.writer.took = metrics.storing.observe
        self.tables: dict[str, Table] = {}
        self.after_change: Callable[[Table], None] = lambda table: None
        self.relay: Relay | None = None  # to other workers
        self.loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.booted = now()

    # --- finding tables

    async def table(self, id: str) -> Table:
        """A table by its id, from memory or from its log."""
        if table := self.tables.get(id):
            return table
        if id not in self.loading:
            self.loading[id] = asyncio.create_task(self._load(id))
        try:
            table = await asyncio.shield(self.loading[id])
        finally:
            self.loading.pop(id, None)
        # Another who waited for it may have come first and forgotten it: there must be only one of it.
        return self.tables.setdefault(id, table)

    async def _load(self, id: str) -> Table:
        found = await self.store.table(id)
        if found is None:
            raise RefusalError("not_found", "There is no such table. It may have been closed.")
        row, _, _ = found
        spec = spec_decoder.decode(row.spec)
        table = Table(id, spec, bytes(row.secret), row.host, row.key, row.created)
        await self._bring_up_to_date(table, *found)
        if self.relay:
            table.elsewhere = self.relay.elsewhere(id)
        self.tables[id] = table
        return table

    async def _bring_up_to_date(self, table: Table, row: Any, seats: list[Any], log: list[Any]) -> None:
        """Take over what is stored; the log has what is new to the table."""
        known = await self.store.people([seat.person for seat in seats if seat.person])
        table.sitting = [known.get(seat.person) for seat in seats]
        table.status, table.next = row.status, row.next
        table.result = result_decoder.decode(row.result) if row.result else None
        if row.started is not None:
            course = table.course = table.course or Course(table.spec, table.secret, row.started)
            for entry in log:
                course.apply(entry_decoder.decode(entry.body), entry.at)
            if isinstance(table.spec.clock, GameClock):  # nobody pays while the server is away
                course.since = max(course.since, self.booted)
            if table.status == "playing" and course.is_over:  # stopped just before that was noted
                await self._finish(table)

    # --- other workers

    async def follow(self, table: Table, number: int, entry: Entry, at: int) -> None:
        """Another worker has added an entry to the log."""
        async with table.lock:
            course = table.course
            if course and number <= course.number:
                return
            if is_next := course is not None and number == course.number + 1:
                course.apply(entry, at)
        if is_next:
            await self.after_entry(table, ours=False)
        else:
            await self.refresh(table)

    async def refresh(self, table: Table) -> None:
        """Take over what other workers have stored, and tell it."""
        async with table.lock:
            found = await self.store.table(table.id, table.course.number if table.course else 0)
            if found:
                await self._bring_up_to_date(table, *found)
            else:
                table.status = "dropped"
                self.tables.pop(table.id, None)
        self._tell(table, full=True)
        table.tell(table.presence())
        if table.status == "open" and table.is_full:  # the last two have sat down at two workers at once
            await self.start(table)
        else:
            self.after_change(table)

    def _refresh_soon(self, table: Table) -> None:
        """What we have is stale. Not at once, as the lock is held."""
        task = asyncio.create_task(self.refresh(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def tell(self, table: Table, message: Asked | Thinking) -> None:
        """Tell all who watch, at other workers too."""
        table.tell(message)
        if self.relay:
            self.relay.told(table, message)

    def tell_changed(self, table: Table, view: bool = True) -> None:
        """The same about the table itself, which has been stored, and perhaps about what is to be seen."""
        self._tell(table, full=True, view=view)
        table.tell(table.presence())  # one who has been watching may sit there now
        if self.relay:
            self.relay.changed(table)

    def _tell_presence(self, table: Table) -> None:
        table.tell(table.presence())
        if self.relay:
            self.relay.here(table)

    async def info(self, id: str) -> TableInfo:
        """About a table; it is not kept in memory for that alone."""
        table = await self.table(id)
        info = table.info()
        self.forget(table)
        return info

    async def rename(self, person: Person) -> None:
        """Somebody has another name from now on, also at tables in use."""
        await self.rename_here(person)
        if self.relay:
            self.relay.renamed(person)

    async def rename_here(self, person: Person) -> None:
        for table in [table for table in self.tables.values() if table.seats_of(person.id)]:
            table.sitting = [person if one and one.id == person.id else one for one in table.sitting]
            async with table.lock:
                self._tell(table, full=True, view=False)

    def forget(self, table: Table) -> None:
        """Nobody looks: the log has it all."""
        busy = table.lock.locked() or table.thinking is not None or table.is_overdue
        if not table.watchers and not busy:
            self.tables.pop(table.id, None)

    # --- before the game

    async def create(self, host: Person, spec: TableSpec, secret: bytes | None = None) -> Table:
        """A new table; the host takes the first free seat, or all of them at one screen."""
        try:
            spec = checked_spec(spec)
        except SandmandalaError as error:
            raise RefusalError.of(error) from None
        table = Table(new_id(), spec, secret or new_secret(), host.id, secrets.token_urlsafe(12), now())
        table.sitting = [bot_person(level) if level else None for level in spec.bots]
        for seat in range(spec.seats):
            if table.sitting[seat] is None:
                table.sitting[seat] = host
                if not spec.hot_seat:
                    break
        await self._store_new(table)
        self.tables[table.id] = table
        if table.is_full:
            await self.start(table)
        return table

    async def create_again(
        self, before: Table, spec: TableSpec, sitting: list[Person | None], secret: bytes | None
    ) -> Table:
        """A table for a rematch: everybody sits there already."""
        table = Table(new_id(), spec, secret or new_secret(), before.host, secrets.token_urlsafe(12), now())
        table.sitting = list(sitting)
        if not await self._store_new(table, before.id):
            self._refresh_soon(before)
            raise RefusalError("conflict", "The rematch has begun.")
        before.next = table.id
        self.tables[table.id] = table
        await self.start(table)
        return table

    async def _store_new(self, table: Table, rematch_of: str | None = None) -> bool:
        spec = table.spec
        row = {
            "id": table.id,
            "spec": encode(spec).decode(),
            "game": spec.game,
            "seats": spec.seats,
            "public": int(spec.public),
            "rated": int(spec.rated),
            "host": table.host,
            "key": table.key,
            "secret": table.secret,
            "status": "open",
            "created": table.created,
            "moves": 0,
        }
        sitting = [sitter.id if sitter else None for sitter in table.sitting]
        return await self.store.add_table(row, sitting, rematch_of)

    async def join(self, table: Table, person: Person, seat: int | None, key: str) -> None:
        """Sit down; the game begins when all seats are taken."""
        async with table.lock:
            if table.status != "open":
                raise RefusalError("conflict", "The game has begun without you; you can watch it.")
            self.check_key(table, person.id, key)
            if any(sitter and sitter.id == person.id for sitter in table.sitting):
                raise RefusalError("conflict", "You sit at this table already.")
            free = [number for number, sitter in enumerate(table.sitting) if sitter is None]
            wanted = seat if seat is not None else free[0]
            if wanted not in free:
                raise RefusalError("conflict", "Somebody else has taken that seat.")
            if not await self.store.sit(table.id, wanted, person.id):
                self._refresh_soon(table)
                raise RefusalError("conflict", "Somebody else was quicker; look again.")
            table.sitting[wanted] = person
        if table.is_full:
            await self.start(table)
        else:
            self.tell_changed(table)

    async def leave(self, table: Table, person: str) -> None:
        """Stand up before the game has begun; when the host does, the table is cleared away."""
        async with table.lock:
            if table.status != "open":
                raise RefusalError("conflict", "The game has begun; you can only resign.")
            if person == table.host:
                if not await self.store.drop_table(table.id):
                    self._refresh_soon(table)
                    raise RefusalError("conflict", "The game has begun; you can only resign.")
                table.status = "dropped"
                self.tell_changed(table)
                self.tables.pop(table.id, None)
                return
            mine = [seat for seat, sitter in enumerate(table.sitting) if sitter and sitter.id == person]
            if not mine:
                raise RefusalError("conflict", "You do not sit at this table.")
            if not await self.store.stand_up(table.id, person):
                self._refresh_soon(table)
                raise RefusalError("conflict", "The game has begun; you can only resign.")
            table.sitting[mine[0]] = None
        self._tell(table, full=True)

    async def start(self, table: Table) -> None:
        async with table.lock:
            if table.status != "open":
                return
            course = Course(table.spec, table.secret, now())
            if not await self.store.start_table(table.id, course.since, course.next_look(course.since)):
                self._refresh_soon(table)  # another worker has
                return
            table.course, table.status = course, "playing"
        self.tell_changed(table)
        self.after_change(table)

    @staticmethod
    def check_key(table: Table, person: str | None, key: str) -> None:
        """A table that is not public is open to those who have its link."""
        if table.spec.public or table.seats_of(person) or table.host == person:
            return
        if not secrets.compare_digest(key.encode(), table.key.encode()):
            raise RefusalError("forbidden", "This table is private: you need its whole link.")

    # --- the game

    async def move(self, table: Table, person: str, after: int, move: str) -> None:
        """Make a move for whichever of the person's seats is to move."""
        async with table.lock:
            course = self._playing(table, after)
            seat = course.to_move
            if seat is None or seat not in table.seats_of(person):
                raise RefusalError("conflict", "It is not your turn.")
            if table.is_overdue:
                raise RefusalError("conflict", "Your time is up; the others decide how the game goes on.")
            await self._make_move(table, seat, move)
        await self.after_entry(table)

    async def move_for_bot(self, table: Table, after: int, move: str) -> None:
        """The same for a bot; nothing happens if the table has changed since it began to think."""
        async with table.lock:
            course = table.course
            if course is None or course.number != after or course.to_move not in course.bots:
                return
            await self._make_move(table, course.to_move, move)
        await self.after_entry(table)

    async def _make_move(self, table: Table, seat: int, move: str) -> None:
        course, at = table.course, now()
        assert course
        entry, before = Moved(seat, move, course.left_after(seat, at)), course.mark()
        try:
            course.apply(entry, at)
        except SandmandalaError as error:
            raise RefusalError.of(error) from None
        try:
            await self._store(table, course.log[-1][0], at)
        except BaseException:
            course.undo_move(before)
            raise
        self.metrics.moved(table.spec.game, seat in course.bots)

    async def resign(self, table: Table, person: str, after: int) -> None:
        async with table.lock:
            course = self._playing(table, after)
            mine = [seat for seat in table.seats_of(person) if seat not in course.lost]
            if not mine:
                raise RefusalError("forbidden", "You do not play at this table.")
            seat = course.to_move if course.to_move in mine else mine[0]
            await self.add(table, Resigned(seat))
        await self.after_entry(table)

    async def run_out(self, table: Table, seat: int, after: int) -> None:
        """The clock has run out for a seat."""
        async with table.lock:
            course = table.course
            if course is None or course.number != after or course.to_move != seat:
                return
            with suppress(RefusalError):  # another worker has noticed, too
                await self.add(table, RanOut(seat))
            if course.number == after:
                return
        await self.after_entry(table)

    async def add(self, table: Table, entry: Entry) -> None:
        """Store an entry that the rules cannot refuse, and apply it. The caller holds the lock."""
        at = now()
        assert table.course
        await self._store(table, entry, at, table.course.number + 1)
        table.course.apply(entry, at)

    async def _store(self, table: Table, entry: Entry, at: int, number: int | None = None) -> None:
        assert table.course
        row = (table.id, number or table.course.number, at, encode(entry))
        try:
            await self.store.writer.add_entry(row)
        except TakenError:
            self._refresh_soon(table)
            raise RefusalError("conflict", "The game has gone on meanwhile.") from None

    async def after_entry(self, table: Table, ours: bool = True) -> None:
        """Tell what an entry has changed, and note the end of the game."""
        course = table.course
        assert course
        if course.is_over:
            await self._finish(table)
        self._tell(table, full=course.is_over)
        if ours and self.relay:
            self.relay.entered(table)
        self.after_change(table)

    async def _finish(self, table: Table) -> None:
        assert table.course
        result = table.course.result()
        assert result
        values = {
            "status": "over",
            "ended": now(),
            "deadline": None,
            "result": encode(result).decode(),
            "moves": table.course.game.ply,
        }
        sitting = [sitter.id for sitter in table.sitting if sitter]
        counts = table.spec.rated and len(set(sitting)) == table.spec.seats
        rated = result if counts else None
        if await self.store.finish_table(table.id, values, table.spec.game, sitting, rated):
            self.metrics.finished.labels(table.spec.game).inc()
        table.result, table.status = result, "over"

    @staticmethod
    def _playing(table: Table, after: int) -> Course:
        if table.course is None or table.status != "playing":
            raise RefusalError("conflict", "No game is being played at this table.")
        if table.course.number != after:
            raise RefusalError("conflict", "The game has gone on meanwhile; look again.")
        return table.course

    # --- watching

    async def watch(self, id: str, watcher: Watcher, seen: int | None, key: str) -> Table:
        """Tell somebody about a table from now on. A move that is being stored holds the lock: nobody may
        hear of it yet.
        """
        while True:
            table = await self.table(id)
            async with table.lock:
                if self.tables.get(id) is not table:
                    continue  # it was forgotten while we waited
                self.check_key(table, watcher.person, key)
                if watcher not in table.watchers:
                    table.watchers.append(watcher)
                seats, at = table.seats_of(watcher.person), now()
                watcher.told = table.reach(seats, at)
                watcher.send(encode(table.state(seats, seen or 0, at, full=True)))
                table.tell_asked(watcher)
                self._tell_presence(table)
                self.after_change(table)
                return table

    def unwatch(self, table: Table, watcher: Watcher) -> None:
        if watcher in table.watchers:
            table.watchers.remove(watcher)
            self._tell_presence(table)
            self.after_change(table)
            self.forget(table)

    def _tell(self, table: Table, **what: Any) -> None:
        table.tell_state(now(), **what)


def spec_from(data: Any) -> TableSpec:
    """A spec from plain data, as REST and tests hand it in."""
    try:
        return msgspec.convert(data, TableSpec)
    except msgspec.ValidationError as error:
        raise RefusalError("unreadable", str(error)) from None
