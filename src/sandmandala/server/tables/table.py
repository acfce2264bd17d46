"""A table in memory: who sits there, who watches, and the course of its game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ...games.chance import commitment
from ...games.rules import OPEN
from ..messages import Asked, Change, ClockNow, Person, Presence, Sitting, State, Status, TableInfo, What
from ..spec import (
    DaysClock,
    Entry,
    Moved,
    NoClock,
    RanOut,
    Replaced,
    Resigned,
    Result,
    TableSpec,
    TookBack,
    encode,
)
from .session import DAY, Course
from .spectator_delay import is_late, openings

# A watcher takes messages as bytes and must never make the sender wait.
Send = Callable[[bytes], None]


class Watcher(msgspec.Struct, eq=False):
    """A connection that is told what happens at a table."""

    send: Send
    person: str | None
    told: int = 0
    """The last entry that it has been told of."""


class Table:
    """Nothing here is stored; whoever changes a table stores it first."""

    __slots__ = (  # thousands of tables may be idle
        *("asked", "asked_at", "course", "created", "elsewhere", "host", "id", "key", "lock", "next"),
        *("result", "secret", "sitting", "spec", "status", "thinking", "watchers"),
    )

    def __init__(
        self,
        id: str,
        spec: TableSpec,
        secret: bytes,
        host: str,
        key: str,
        created: int,
        status: Status = "open",
    ) -> None:
        self.id, self.spec, self.secret, self.host, self.key = id, spec, secret, host, key
        self.created = created
        self.status: Status = status
        self.sitting: list[Person | None] = [None] * spec.seats
        self.course: Course | None = None
        self.result: Result | None = None
        self.next: str | None = None
        self.watchers: list[Watcher] = []
        self.elsewhere: Collection[str] = ()  # who watches at other workers
        self.asked: dict[What, Asked] = {}
        self.asked_at: dict[What, str] = {}  # the other worker at which it was asked
        self.lock = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None

    # --- who sits where

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats that a person plays."""
        if person is None:
            return ()
        taken_over = self.course.bots if self.course else {}
        found: tuple[int, ...] = ()
        for seat, sitter in enumerate(self.sitting):
            if sitter and sitter.id == person and seat not in taken_over:
                found += (seat,)
        return found

    @property
    def is_full(self) -> bool:
        return None not in self.sitting

    @property
    def is_overdue(self) -> bool:
        """Whether the player to move is out of time, and the others are being asked."""
        asked = self.asked.get("replace")
        return bool(asked and asked.by is None and self.course and asked.number == self.course.number)

    def opponents_are_bots(self, seat: int) -> bool:
        mine = self.sitting[seat]
        bots = self.course.bots if self.course else {}
        return all(
            other in bots or (sitter and mine and sitter.id == mine.id)
            for other, sitter in enumerate(self.sitting)
        )

    # --- what a viewer is told

    def sight(self, seats: tuple[int, ...], now: int) -> tuple[int, int | None] | None:
        """Up to which entry somebody is told who plays these seats, and as whom; -1: not even the deal. None
        if there is nothing to be seen.
        """
        course = self.course
        if course is None or not self.may_watch(seats):
            return None
        if self.status == "over":
            return course.number, OPEN
        if seats or not is_late(self.spec):
            return course.number, seats[0] if len(seats) == 1 else None
        opened, _ = openings(course, now)
        return (-1, None) if opened is None else (opened, OPEN)

    def reach(self, seats: tuple[int, ...], now: int) -> int:
        """The last entry that somebody may know of who plays these seats."""
        sight = self.sight(seats, now)
        return sight[0] if sight else 0

    def may_watch(self, seats: tuple[int, ...]) -> bool:
        return bool(seats) or self.spec.spectators != "none" or self.status in ("open", "over")

    def info(self) -> TableInfo:
        over = self.status == "over"
        bots = self.course.bots if self.course else {}
        return TableInfo(
            id=self.id,
            spec=self.spec,
            status=self.status,
            host=self.host,
            sitting=[
                Sitting(seat, sitter, bots.get(seat) if sitter and sitter.level is None else None)
                for seat, sitter in enumerate(self.sitting)
            ],
            created=self.created,
            moves=self.course.game.ply if self.course else 0,
            commitment=commitment(self.secret),
            result=self.result,
            secret=self.secret.hex() if over else None,
            next=self.next,
        )

    def state(
        self, seats: tuple[int, ...], after: int | None, now: int, full: bool = False, view: bool = True
    ) -> State:
        """The table as one may see it who plays these seats, with what came after an entry."""
        course, sight = self.course, self.sight(seats, now)
        info, own = (self.info(), seats) if full else (UNSET, UNSET)
        if course is None or sight is None:
            return State(self.id, 0, 0, info, own)
        game, (number, viewer) = course.game, sight
        late = number < course.number
        ply = course.ply_after(number) if late else None
        if not view:
            return State(self.id, max(0, number), game.ply if ply is None else ply, info, own)
        changes = UNSET if after is None else self.changes(after, number, viewer)
        if len(seats) > 1 and course.to_move in seats:  # at one screen, whoever is to move looks at it
            viewer = course.to_move
        return State(
            table=self.id,
            number=max(0, number),
            ply=game.ply if ply is None else ply,
            info=info,
            seats=own,
            changes=changes,
            view=msgspec.Raw(game.view_json(viewer, ply)),
            legal=game.legal_moves() if course.to_move in seats else UNSET,
            clock=UNSET if late else self._clock(now),
            behind=course.number - max(0, number) if late else UNSET,
        )

    def _clock(self, now: int) -> ClockNow | UnsetType:
        course, clock = self.course, self.spec.clock
        if course is None or isinstance(clock, NoClock):
            return UNSET
        left = [clock.days * DAY] * self.spec.seats if isinstance(clock, DaysClock) else list(course.left)
        if (seat := course.to_move) is not None and seat not in course.bots:
            left[seat] -= max(0, now - course.since)
        return ClockNow([max(0, one) for one in left])

    def changes(self, after: int, last: int, viewer: int | None) -> list[Change]:
        """What came after an entry, up to the last one, as a viewer is told."""
        assert self.course
        log, found = self.course.log, []
        standing = self.course.game.ply  # moves that were taken back later have no events any more
        for number in range(len(log), max(0, after), -1):
            entry, ply, _ = log[number - 1]
            standing = min(standing, ply)
            if number <= last:
                found.append(self._change(entry, number, ply, ply <= standing, viewer))
        return found[::-1]

    def _change(self, entry: Entry, number: int, ply: int, stands: bool, viewer: int | None) -> Change:
        assert self.course
        after = UNSET if ply == number else ply
        match entry:
            case Moved(seat, _):
                if not stands:
                    return Change(number, after, "move", seat)
                game = self.course.game
                return Change(number, after, "move", seat, game.move(ply), game.told(ply, viewer))
            case TookBack():
                return Change(number, after, "take_back")
            case Resigned(seat):
                return Change(number, after, "resign", seat)
            case RanOut(seat):
                return Change(number, after, "time", seat)
            case Replaced(seat, _):
                return Change(number, after, "replace", seat)

    # --- telling

    def presence(self) -> Presence:
        here = {watcher.person for watcher in self.watchers}.union(self.elsewhere)
        return Presence(self.id, [bool(sitter and sitter.id in here) for sitter in self.sitting])

    def tell(self, message: Any, watchers: Iterable[Watcher] | None = None) -> None:
        data = encode(message)
        for watcher in self.watchers if watchers is None else watchers:
            watcher.send(data)

    def tell_asked(self, watcher: Watcher) -> None:
        """Tell one who has just come which questions are open."""
        for asked in self.asked.values():
            self.tell(asked, [watcher])

    def tell_state(self, now: int, full: bool = False, view: bool = True) -> None:
        """Tell everybody what is new to them, each as much as may be known. `full`: the table has changed;
        `view`: and perhaps what is to be seen.
        """
        told: dict[tuple[tuple[int, ...], int], tuple[int, bytes]] = {}
        for watcher in self.watchers:
            key = self.seats_of(watcher.person), watcher.told
            if key not in told:
                told[key] = self._news(*key, now, full, view)
            watcher.told, message = told[key]
            if message:
                watcher.send(message)

    def _news(
        self, seats: tuple[int, ...], after: int, now: int, full: bool, view: bool
    ) -> tuple[int, bytes]:
        """What comes next for somebody with these seats, and up to which entry; no bytes if there is none."""
        number = self.reach(seats, now)
        if number > after:
            return number, encode(self.state(seats, after, now, full))
        return after, encode(self.state(seats, None, now, full, view)) if full else b""
