"""A table in memory. Only `service.py` changes its stored fields."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable

import msgspec

from ...editor import known_game
from ...games.chance import commitment
from ...games.rules import RULES_VERSION
from ...records import Game, Record, practice_game
from ...records import Result as RecordedResult
from ..accounts.bot_accounts import BOT_MATCH_HOST
from ..messages.fields import Status
from ..messages.table_info import Person
from ..spec import Practice, Proposals, Result, TableSpec
from .session import Session

# Takes encoded messages; must never block.
Send = Callable[[bytes], None]


class Watcher(msgspec.Struct, eq=False):
    """A connection that receives what happens at a table."""

    send: Send
    person: str | None
    """None also for somebody who only glances at it."""
    told: int = 0
    """The last log entry that was sent to it."""
    looking: bool = True
    """Whether its page is visible."""
    glances: bool = False
    """Whether the table is only a picture on a page about something else: it counts as nobody."""


class Audience(msgspec.Struct, frozen=True, array_like=True):
    """Who watches a table at one worker, or at several."""

    people: frozenset[str] = frozenset()
    looking: frozenset[str] = frozenset()
    """Those in whose browsers it is visible."""
    guests: int = 0
    """Watchers without a name."""
    eyes: int = 0
    """Connections in which it is visible, also to those who only glance at it."""

    def __add__(self, other: Audience) -> Audience:
        return Audience(
            self.people | other.people,
            self.looking | other.looking,
            self.guests + other.guests,
            self.eyes + other.eyes,
        )


NOBODY = Audience()


class Table:
    """The state of a table that all connections of a worker share."""

    __slots__ = (  # thousands of tables may be idle
        *("contributions", "created", "deal_of", "elsewhere", "ended", "host", "id", "is_stale", "key"),
        *("lock", "next", "open_from", "origin", "practice", "proposals", "replaceable_from", "result"),
        *("rules", "secret", "session", "sitting", "spec", "start", "status", "thinking", "version"),
        *("watchers",),
    )

    def __init__(self, id: str, spec: TableSpec, secret: bytes, host: str, key: str, created: int) -> None:
        # Fixed when the table is opened.
        self.id, self.secret, self.host, self.key = id, secret, host, key
        self.created = created
        self.rules = RULES_VERSION
        self.deal_of: str | None = None  # the table whose deal is played again here
        self.origin: str | None = None
        self.practice: Practice | None = None
        self.start: str | None = None  # the position that a practice game plays on from; never shown
        # Changed only by commits.
        self.spec = spec  # the host may add and remove bots until the game begins
        self.version = 0
        self.status: Status = "open"
        self.sitting: list[Person | None] = [None] * spec.seats
        self.contributions: list[str | None] = [None] * spec.seats
        self.proposals: Proposals = {}
        self.session: Session | None = None
        self.result: Result | None = None
        self.ended: int | None = None
        self.open_from: int | None = None  # when everybody may see everything; None: not known yet
        self.next: str | None = None
        # Not stored.
        self.watchers: list[Watcher] = []
        self.elsewhere = NOBODY  # who watches at other workers
        self.replaceable_from: dict[str, int] = {}  # by person: when a disconnected player counts as absent
        self.thinking: asyncio.Task[None] | None = None
        self.is_stale = False  # the database may have newer values
        self.lock = asyncio.Lock()  # one command at a time

    def take_over(self, stored: Table) -> None:
        """Copy everything that commits change from a freshly loaded table."""
        self.version, self.status, self.spec = stored.version, stored.status, stored.spec
        self.sitting, self.contributions, self.proposals = (
            stored.sitting,
            stored.contributions,
            stored.proposals,
        )
        self.session, self.result, self.ended = stored.session, stored.result, stored.ended
        self.open_from, self.next = stored.open_from, stored.next

    @property
    def number(self) -> int:
        """The number of the last log entry."""
        return self.session.number if self.session else 0

    @property
    def commitment(self) -> str:
        """The published hash of the secret."""
        return commitment(self.secret)

    def new_session(self, contributions: list[str | None], at: int) -> Session:
        """Deal the cards. Tables of earlier versions have no contributions."""
        given = [bytes.fromhex(one) for one in contributions if one]
        spec = self.spec
        if self.practice and self.start:
            game = self._practice_game(self.practice, self.start, given or None)
        else:
            game = Game.new(spec.game, spec.seats, spec.options, self.secret, given or None)
        return Session(spec, game, at)

    def _practice_game(self, practice: Practice, start: str, given: list[bytes] | None) -> Game:
        """What the seat did not know is dealt. From the editor, the position says what is unknown."""
        if practice.table is None:
            return known_game(self.spec.game, start, self.secret, given)
        return practice_game(self.spec.game, start, practice.seat, self.secret, given)

    def record_of(self, session: Session, names: list[str] | None = None, trace: bool = False) -> Record:
        """Return the record of a game at this table. A trace takes a while."""
        record = session.game.record(names, trace)
        if session.reason and (ended := session.result()):
            early = RecordedResult(ended.scores, ended.winners, session.reason, tuple(sorted(ended.lost)))
            record = dataclasses.replace(record, result=early)
        return dataclasses.replace(record, practice=self.practice is not None)

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats that a person plays."""
        if person is None:
            return ()
        bots = self.session.bots if self.session else {}
        found: tuple[int, ...] = ()
        for seat, sitter in enumerate(self.sitting):
            if sitter and sitter.id == person and seat not in bots:
                found += (seat,)
        return found

    def sits(self, person: str | None) -> bool:
        """Whether a person has a seat, even if a bot plays it."""
        # Without a generator, which takes three times as long: every command asks.
        return person is not None and person in [sitter.id for sitter in self.sitting if sitter]

    def people(self, without: str | None = None) -> list[int]:
        """Return one seat of each person who plays."""
        seats: dict[str, int] = {}
        bots = self.session.bots if self.session else {}
        for seat, sitter in enumerate(self.sitting):
            if sitter and sitter.level is None and seat not in bots and sitter.id != without:
                seats.setdefault(sitter.id, seat)
        return list(seats.values())

    @property
    def is_bot_match(self) -> bool:
        """Whether this is the server's own match, for spectators."""
        return self.host == BOT_MATCH_HOST

    @property
    def is_first_of_two(self) -> bool:
        """Whether the rematch may have the same deal."""
        return self.spec.duplicate and self.deal_of is None

    @property
    def is_overdue(self) -> bool:
        """Whether the player to move is out of time and the others are being asked about it."""
        asked = self.proposals.get("replace")
        return bool(asked and asked.by is None and asked.number == self.number)

    def here(self) -> list[bool]:
        """For each seat, whether somebody who plays it is connected."""
        here = {watcher.person for watcher in self.watchers}.union(self.elsewhere.people)
        return [bool(sitter and sitter.id in here) for sitter in self.sitting]

    def audience(self) -> Audience:
        """Return who watches at this worker."""
        return Audience(
            frozenset(one.person for one in self.watchers if one.person),
            frozenset(one.person for one in self.watchers if one.person and one.looking),
            sum(one.person is None and not one.glances for one in self.watchers),
            sum(one.looking for one in self.watchers),
        )

    def is_visible(self) -> bool:
        """Whether the table is visible to anybody, at any worker."""
        return self.elsewhere.eyes > 0 or any(one.looking for one in self.watchers)

    def note_absence(self, away_long: int) -> None:
        """Note for each disconnected player from when the others may ask for a bot."""
        for sitter, is_here in zip(self.sitting, self.here(), strict=True):
            if sitter and is_here:
                self.replaceable_from.pop(sitter.id, None)
            elif sitter:
                self.replaceable_from.setdefault(sitter.id, away_long)

    def is_watched(self) -> bool:
        """Whether anybody watches, at any worker."""
        return bool(self.watchers or self.elsewhere.people)
