"""What a table expects of its people, from memory or from stored columns. It knows no position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ..messages.fields import Status
from ..messages.table_info import Person, make_person
from ..spec import DaysClock, GameClock, Proposals, TableSpec, proposals_decoder, spec_decoder
from ..storage.schema import entries, people, seats, tables
from ..tables.session import DAY
from ..tables.table import Table
from .kinds import Kind


class Event(NamedTuple):
    """Something that a person may want to know. `number` tells it from earlier ones of its kind."""

    person: str
    table: str
    kind: Kind
    number: int
    at: int | None = None
    """When it happened, if that is known."""
    by: str = ""
    """The name of the player who asks."""
    about: str = ""
    """The name of the player whom the question is about."""


class Situation(Struct, frozen=True):
    """A table as alerts see it."""

    id: str
    spec: TableSpec
    status: Status
    sitting: list[Person | None]
    played_by_bot: list[bool]
    contributed: list[bool]
    number: int
    """Of the last log entry."""
    since: int | None
    """The time of the last log entry, or when the game began."""
    turn: int | None
    deadline: int | None
    proposals: Proposals
    ended: int | None

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.spec.game

    @property
    def is_too_fast_for_mail(self) -> bool:
        """Nobody reads a mail in time for a move in a game of minutes."""
        return isinstance(self.spec.clock, GameClock)

    def people(self) -> dict[str, str]:
        """Return the names of the people at the table by id, in the order of their seats."""
        return {one.id: one.name for one in self.sitting if one and one.level is None}

    def events(self, at: int) -> list[Event]:
        """Return what the people at the table may want to know now. Nobody is told about a game with bots."""
        return list(self._events(at)) if len(self.people()) > 1 else []

    def awaits(self, person: str, at: int) -> bool:
        """Whether a person has to act."""
        return any(one.person == person and one.kind in ("turn", "ready") for one in self.events(at))

    def _events(self, at: int) -> Iterator[Event]:
        if self.status == "open" and all(self.sitting):
            for seat, contributed in enumerate(self.contributed):
                if not contributed and (person := self._player(seat)):
                    yield Event(person, self.id, "ready", 0)
        elif self.status == "playing":
            if self.turn is not None and (person := self._player(self.turn)):
                yield Event(person, self.id, "turn", self.number, self.since)
                yield from self._reminders(person, at)
        elif self.status == "over":
            for person in self.people():
                yield Event(person, self.id, "over", 0, self.ended)
        yield from self._questions()

    def _reminders(self, person: str, at: int) -> Iterator[Event]:
        """The latest reminder that is due, in games with days for each move."""
        if not isinstance(self.spec.clock, DaysClock) or self.deadline is None:
            return
        whole = self.spec.clock.days * DAY
        reminders: tuple[tuple[Kind, int], ...] = (("fifth", whole // 5), ("half", whole // 2))
        for kind, left in reminders:
            if self.deadline - left <= at < self.deadline:
                yield Event(person, self.id, kind, self.number, self.deadline - left)
                return

    def _questions(self) -> Iterator[Event]:
        for what, proposal in self.proposals.items():
            by, about = self._name(proposal.by), self._name(proposal.seat)
            for seat in proposal.waiting:
                if person := self._player(seat):
                    yield Event(person, self.id, what, proposal.number, None, by, about)

    def _player(self, seat: int) -> str | None:
        """Return the person who plays a seat; None if a bot does."""
        sitter = self.sitting[seat]
        return sitter.id if sitter and sitter.level is None and not self.played_by_bot[seat] else None

    def _name(self, seat: int | None) -> str:
        sitter = None if seat is None else self.sitting[seat]
        return sitter.name if sitter else ""


def situation_of(table: Table) -> Situation:
    """Return the situation at a table in memory."""
    session = table.session
    return Situation(
        table.id,
        table.spec,
        table.status,
        list(table.sitting),
        [session is not None and seat in session.bots for seat in range(table.spec.seats)],
        [one is not None for one in table.contributions],
        table.number,
        session.since if session else None,
        session.to_move if session else None,
        session.deadline() if session else None,
        table.proposals,
        table.ended,
    )


async def read_situations(connection: AsyncConnection, which: ColumnElement[bool]) -> dict[str, Situation]:
    """Return the situations at stored tables, with one query."""
    last = entries.alias("last")
    newest = select(func.max(entries.c.number)).where(entries.c.table == tables.c.id).scalar_subquery()
    wanted = (
        select(
            *(tables.c.id, tables.c.spec, tables.c.status, tables.c.started, tables.c.ended),
            *(tables.c.turn, tables.c.proposals, seats.c.seat, seats.c.bot, seats.c.contribution),
            *(people.c.id.label("person"), people.c.name, people.c.level, people.c.is_bot),
            *(last.c.number, last.c.at, last.c.turn.label("next_turn"), last.c.deadline.label("until")),
        )
        .join(seats, seats.c.table == tables.c.id)
        .join(people, people.c.id == seats.c.person, isouter=True)
        .join(last, (last.c.table == tables.c.id) & (last.c.number == newest), isouter=True)
        .where(which)
        .order_by(tables.c.id, seats.c.seat)
    )
    rows = list(await connection.execute(wanted))
    return {id: _situation(list(group)) for id, group in groupby(rows, key=lambda row: row.id)}


def _situation(rows: list[Any]) -> Situation:
    row = rows[0]
    spec = spec_decoder.decode(row.spec)
    moved = row.number is not None
    first = None
    if row.started is not None and isinstance(spec.clock, DaysClock):
        first = row.started + spec.clock.days * DAY
    return Situation(
        row.id,
        spec,
        row.status,
        [make_person(one.person, one.name, one.level, one.is_bot) if one.person else None for one in rows],
        [one.bot is not None for one in rows],
        [one.contribution is not None for one in rows],
        row.number or 0,
        row.at if moved else row.started,
        row.next_turn if moved else row.turn,
        row.until if moved else first,
        proposals_decoder.decode(row.proposals) if row.proposals else {},
        row.ended,
    )
