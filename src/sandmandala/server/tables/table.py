"""A table in memory. Only `service.py` changes what is stored of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

import msgspec

from ...games.chance import commitment
from ...games.rules import RULES_VERSION
from ...records import Game
from ..messages import Person, Presence, Status
from ..spec import Proposals, Result, TableSpec
from .session import Session

# A watcher takes messages as bytes and must never make the sender wait.
Send = Callable[[bytes], None]


class Watcher(msgspec.Struct, eq=False):
    """A connection that receives what happens at a table."""

    send: Send
    person: str | None
    told: int = 0
    """The last entry that it has been told of."""


class Table:
    """What everybody at a worker shares about a table."""

    __slots__ = (  # thousands of tables may be idle
        *("absent", "contributions", "created", "deal_of", "elsewhere", "ended", "host", "id", "is_stale"),
        *("key", "lock", "next", "origin", "pair_over", "proposals", "result", "rules", "secret", "session"),
        *("sitting", "spec", "status", "thinking", "version", "watchers"),
    )

    def __init__(self, id: str, spec: TableSpec, secret: bytes, host: str, key: str, created: int) -> None:
        # Fixed when it was opened.
        self.id, self.spec, self.secret, self.host, self.key = id, spec, secret, host, key
        self.created = created
        self.rules = RULES_VERSION
        self.deal_of: str | None = None  # the table whose deal is played again here
        self.origin: str | None = None
        # Changed by commits alone.
        self.version = 0
        self.status: Status = "open"
        self.sitting: list[Person | None] = [None] * spec.seats
        self.contributions: list[str | None] = [None] * spec.seats
        self.proposals: Proposals = {}
        self.session: Session | None = None
        self.result: Result | None = None
        self.ended: int | None = None
        self.next: str | None = None
        self.pair_over = False  # of a deal that is played twice: the second game is over
        # Not stored.
        self.watchers: list[Watcher] = []
        self.elsewhere: Collection[str] = ()  # people who watch at other workers
        self.absent: dict[str, int] = {}  # since when players are not connected
        self.thinking: asyncio.Task[None] | None = None
        self.is_stale = False  # the database may know more
        self.lock = asyncio.Lock()  # one command at a time

    @property
    def number(self) -> int:
        """Of the last entry of the log."""
        return self.session.number if self.session else 0

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    @property
    def is_full(self) -> bool:
        return None not in self.sitting

    def new_session(self, contributions: list[str | None], at: int) -> Session:
        """Deal. Old tables have no contributions."""
        given = [bytes.fromhex(one) for one in contributions if one]
        game = Game.new(self.spec.game, self.spec.seats, self.spec.options, self.secret, given or None)
        return Session(self.spec, game, at)

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats that a person plays."""
        if person is None:
            return ()
        bots = self.session.bots if self.session else {}
        found: tuple[int, ...] = ()
        for seat, sitter in enumerate(self.sitting):
            if sitter and sitter.id == person and seat not in bots:
                found += (seat,)
        return found

    def people(self, without: str | None = None) -> list[int]:
        """A seat of each person who plays."""
        seats: dict[str, int] = {}
        bots = self.session.bots if self.session else {}
        for seat, sitter in enumerate(self.sitting):
            if sitter and sitter.level is None and seat not in bots and sitter.id != without:
                seats.setdefault(sitter.id, seat)
        return list(seats.values())

    @property
    def is_overdue(self) -> bool:
        """Whether the player to move is out of time, and the others are being asked."""
        asked = self.proposals.get("replace")
        return bool(asked and asked.by is None and asked.number == self.number)

    def presence(self) -> Presence:
        here = {watcher.person for watcher in self.watchers}.union(self.elsewhere)
        return Presence(self.id, [bool(sitter and sitter.id in here) for sitter in self.sitting])

    def is_watched(self) -> bool:
        return bool(self.watchers or self.elsewhere)
