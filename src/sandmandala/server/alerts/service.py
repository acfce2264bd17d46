"""Finds out who should be told what. A move costs nothing more for it.

What a person may want to know follows from what is stored anyway: whose turn it is, open questions, results.
So a move writes no alert. After it, the worker notes the table, and a second later it looks who is away and
fills the outbox. What a worker that dies had noted is found by a scan, which one worker makes every minute;
it also finds the reminders. The key of an alert in the outbox is what it is about: nobody is told twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import structlog
from sqlalchemy import or_, select

from ..messages.opponents import Challenge
from ..server_time import now
from ..storage.opponent_schema import challenges
from ..storage.schema import seats
from ..storage.schema import tables as rows
from ..storage.social_schema import friendships
from ..tables.changes import Change
from ..tables.service import Tables
from ..tables.session import DAY
from ..tables.table import Table
from .friend_requests import RequestSituation, read_requests
from .invitations import ChallengeSituation, read_challenges
from .kinds import Channel
from .mail import MailWriter, Postman
from .outbox import KEPT, Outbox
from .push import PushSender
from .sender import Sender
from .situation import Event, read_situations, situation_of
from .store import AlertStore
from .target import Choice, Target
from .texts import AnySituation

PAUSE = 1.0  # seconds between two looks at what is new
HOLD: dict[Channel, int] = {"push": 5_000, "email": 120_000}  # milliseconds in which a person may come by
REFRESH = 30_000  # milliseconds between reading who wants alerts, and storing what people have seen
SCAN = 60_000  # milliseconds between scans
SETTLED = 60_000  # a scan leaves younger events to the worker where they happened
_PEOPLE_AT_A_TIME = 50
_log = structlog.get_logger()


class Alerts:
    """Fills the outbox and has it sent, from `run` on. Subscribes to changes of tables."""

    def __init__(
        self,
        store: AlertStore,
        outbox: Outbox,
        tables: Tables,
        push: PushSender,
        mail: MailWriter,
        postman: Postman | None,
    ) -> None:
        self.store, self.outbox, self._tables = store, outbox, tables
        self.sender = Sender(store, outbox, tables, push, mail, postman)
        self.push_key, self.mail, self.has_mail = push.public_key, mail, postman is not None
        self._people: set[str] = set()  # who get alerts
        self._noted: dict[str, Table] = {}
        self._challenges: dict[str, ChallengeSituation] = {}
        self._requests: set[tuple[str, str]] = set()  # who asks whom to become friends
        self._seen: dict[tuple[str, str, str], tuple[Event, AnySituation]] = {}
        self._refresh_at = self._scan_at = 0

    # --- noting changes

    def __call__(self, table: Table, change: Change, ours: bool) -> None:
        """Note a change; a subscriber of `Tables`."""
        if ours:
            self.note(table)

    def note(self, table: Table) -> None:
        """Note a table that has changed, or is new."""
        people = self._people
        if not people:
            return
        for sitter in table.sitting:
            if sitter and sitter.id in people:
                self._noted[table.id] = table
                return

    def note_challenge(self, challenge: Challenge) -> None:
        """Note a challenge that is new or was answered; a listener of `Challenges`."""
        if challenge.to.id in self._people:
            self._challenges[challenge.id] = ChallengeSituation(challenge)

    def note_request(self, asker: str, asked: str) -> None:
        """Note that somebody asks somebody to become friends; a listener of `Social`."""
        if asked in self._people:
            self._requests.add((asker, asked))

    def add_person(self, person: str) -> None:
        """Note that a person gets alerts from now on. Other workers read it when they refresh."""
        self._people.add(person)

    def report_mails(self, contact: str) -> Callable[[str, str], None] | None:
        """Return what mails the host about a report; None without a mail server or an address of the host."""
        address = contact.removeprefix("mailto:")
        if not self.has_mail or address == contact:
            return None
        return lambda id, reason: self.sender.post_soon(self.mail.report(address, id, reason))

    # --- working

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            try:
                await self.step()
            except Exception:  # the database is down; a scan finds what was noted meanwhile
                _log.exception("alerts could not be looked after")
            await asyncio.sleep(PAUSE)

    async def step(self) -> None:
        """Look at what is new, and send what is due."""
        at = now()
        if at >= self._refresh_at:
            self._refresh_at = at + REFRESH
            self._people = await self.store.people()
            await self._store_seen(at)
        await self._look(at)
        if at >= self._scan_at:
            self._scan_at = at + SCAN
            if await self.outbox.lease("alert scan", at, at + SCAN - 1000):
                await self.scan()
                await self.outbox.prune(at)
        await self.sender.start_due()

    async def close(self) -> None:
        """Store what is known; what is being sent is sent again after the next start."""
        try:
            await self._look(now())
            await self._store_seen(now())
        except Exception:
            _log.exception("alerts could not be stored")
        await self.sender.close()

    async def _look(self, at: int) -> None:
        noted, self._noted = self._noted, {}
        situations: list[AnySituation] = [situation_of(table) for table in noted.values()]
        situations += self._challenges.values()
        self._challenges = {}
        situations += await self._new_requests()
        away = []
        for event, situation in self._events(situations, at):
            if self._tables.is_looking(event.table, event.person):
                self._seen[event.person, event.table, event.kind] = event, situation
            else:
                away.append((event, situation))
        await self._add(away, at)

    async def _new_requests(self) -> list[RequestSituation]:
        """Return the requests that were noted. They are read from the database: one may be blocked."""
        noted, self._requests = self._requests, set()
        if not noted:
            return []
        askers, asked = zip(*noted, strict=True)
        which = friendships.c.person.in_(askers) & friendships.c.other.in_(asked)
        async with self.outbox.engine.connect() as connection:
            found = await read_requests(connection, which)
        return [one for pair, one in found.items() if pair in noted]

    def _events(self, situations: Iterable[AnySituation], at: int) -> Iterable[tuple[Event, AnySituation]]:
        for situation in situations:
            for event in situation.events(at):
                if event.person in self._people:
                    yield event, situation

    async def _store_seen(self, at: int) -> None:
        """Store the latest that people have seen, so that no scan tells them."""
        seen, self._seen = self._seen, {}
        await self._add(list(seen.values()), at, seen=True)

    async def scan(self) -> None:
        """Find alerts that no worker has noted: reminders, and what happened before a crash."""
        at, people = now(), sorted(self._people)
        for start in range(0, len(people), _PEOPLE_AT_A_TIME):
            some = people[start : start + _PEOPLE_AT_A_TIME]
            recent = or_(seats.c.ended.is_(None), seats.c.ended > at - DAY)
            theirs = select(seats.c.table).where(seats.c.person.in_(some), recent)
            async with self.outbox.engine.connect() as connection:
                situations: dict[str, AnySituation] = {}
                situations |= await read_situations(connection, rows.c.id.in_(theirs))
                waits = challenges.c.challenged.in_(some) & (challenges.c.status == "waiting")
                situations |= await read_challenges(connection, waits)
                requests = await read_requests(connection, friendships.c.other.in_(some))
            found = [
                (event, situation)
                for event, situation in self._events([*situations.values(), *requests.values()], at)
                if event.person in some and (event.at is None or at - KEPT + DAY < event.at <= at - SETTLED)
            ]
            here = [one for one in found if self._tables.is_looking(one[0].table, one[0].person)]
            await self._add([one for one in found if one not in here], at)
            await self._add(here, at, seen=True)

    async def _add(self, found: list[tuple[Event, AnySituation]], at: int, seen: bool = False) -> None:
        """Put alerts into the outbox, for each of their targets, unless they have been there before."""
        if not found:
            return
        people, tables = {event.person for event, _ in found}, {event.table for event, _ in found}
        targets, choices = await self.store.targets(people), await self.store.choices(people)
        known = await self.outbox.known([target.id for target in targets], tables)
        wanted = [
            (target, event, None if seen else at + HOLD[target.channel])
            for event, situation in found
            for target in targets
            if target.person == event.person
            and (target.id, event.table, event.kind, event.number) not in known
            and _is_wanted(target, choices.get(event.person, Choice()), event, situation)
        ]
        await self.outbox.add(wanted, at)


def _is_wanted(target: Target, choice: Choice, event: Event, situation: AnySituation) -> bool:
    too_late = target.channel == "email" and situation.is_too_fast_for_mail
    return not too_late and target.wants(choice, event)
