"""A table in memory: who sits there, who watches, and the course of its game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ..games.chance import commitment
from ..games.rules import OPEN
from .course import Course
from .messages import Asked, Change, ClockNow, Person, Presence, Sitting, State, Status, TableInfo, What
from .spec import (
    Entry,
    GameClock,
    Moved,
    RanOut,
    Replaced,
    Resigned,
    Result,
    TableSpec,
    TookBack,
    encode,
)

# A watcher takes messages as bytes and must never make the sender wait.
Send = Callable[[bytes], None]


class Watcher(msgspec.Struct, eq=False):
    """A connection that is told what happens at a table."""

    send: Send
    person: str | None


class Table:
    """Nothing here is stored; whoever changes a table stores it first."""

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

    def opponents_are_bots(self, seat: int) -> bool:
        mine = self.sitting[seat]
        bots = self.course.bots if self.course else {}
        return all(
            other in bots or (sitter and mine and sitter.id == mine.id)
            for other, sitter in enumerate(self.sitting)
        )

    # --- what a viewer is told

    def view_seat(self, seats: tuple[int, ...]) -> int | None:
        """As whom somebody sees the table who plays these seats; with several, whoever is to move."""
        assert self.course
        if len(seats) == 1:
            return seats[0]
        to_move = self.course.to_move
        return to_move if to_move in seats else None

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

    def state(self, seats: tuple[int, ...], after: int | None, now: int, full: bool = False) -> State:
        """The table as one may see it who plays these seats, with what came after an entry."""
        course = self.course
        info, own = (self.info(), seats) if full else (UNSET, UNSET)
        if course is None or not self.may_watch(seats):
            return State(self.id, 0, 0, info, own)
        game = course.game
        viewer = OPEN if self.status == "over" else self.view_seat(seats)
        return State(
            table=self.id,
            number=course.number,
            ply=game.ply,
            info=info,
            seats=own,
            changes=UNSET if after is None else self.changes(after, seats),
            view=msgspec.Raw(encode(game.open_view() if viewer == OPEN else game.view(viewer))),
            legal=game.legal_moves() if course.to_move in seats else UNSET,
            clock=self._clock(now),
        )

    def _clock(self, now: int) -> ClockNow | UnsetType:
        course = self.course
        if course is None or not isinstance(self.spec.clock, GameClock):
            return UNSET
        left = list(course.left)
        if (seat := course.to_move) is not None and seat not in course.bots:
            left[seat] = max(0, left[seat] - max(0, now - course.since))
        return ClockNow(left)

    def changes(self, after: int, seats: tuple[int, ...]) -> list[Change]:
        """What came after an entry, as somebody is told who plays these seats."""
        assert self.course
        log, found = self.course.log, []
        standing = self.course.game.ply  # moves that were taken back later have no events any more
        for number in range(len(log), max(0, after), -1):
            entry, ply = log[number - 1]
            standing = min(standing, ply)
            found.append(self._change(entry, number, ply, ply <= standing, seats))
        return found[::-1]

    def _change(self, entry: Entry, number: int, ply: int, stands: bool, seats: tuple[int, ...]) -> Change:
        assert self.course
        match entry:
            case Moved(seat, _):
                viewer = OPEN if self.status == "over" else seats[0] if len(seats) == 1 else None
                if not stands:
                    return Change(number, ply, "move", seat)
                game = self.course.game
                return Change(number, ply, "move", seat, game.move(ply), game.events(ply, viewer))
            case TookBack():
                return Change(number, ply, "take_back")
            case Resigned(seat):
                return Change(number, ply, "resign", seat)
            case RanOut(seat):
                return Change(number, ply, "time", seat)
            case Replaced(seat, _):
                return Change(number, ply, "replace", seat)

    # --- telling

    def presence(self) -> Presence:
        here = {watcher.person for watcher in self.watchers}.union(self.elsewhere)
        return Presence(self.id, [bool(sitter and sitter.id in here) for sitter in self.sitting])

    def tell(self, message: Any, watchers: Iterable[Watcher] | None = None) -> None:
        data = encode(message)
        for watcher in self.watchers if watchers is None else watchers:
            watcher.send(data)

    def tell_state(self, now: int, after: int | None = None, full: bool = False) -> None:
        """Tell everybody how things stand and what came after an entry, each as much as may be known."""
        told: dict[tuple[int, ...], bytes] = {}
        for watcher in self.watchers:
            seats = self.seats_of(watcher.person)
            if seats not in told:
                told[seats] = encode(self.state(seats, after, now, full))
            watcher.send(told[seats])
