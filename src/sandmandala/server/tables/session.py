"""The course of a game, as its log tells it: moves, time, and who has left. No secrets leave from here.

Everything follows from the spec, the secret and the log, so that any worker can take over at any time.
"""

from __future__ import annotations

from typing import Literal

from ...games.errors import IllegalMoveError
from ...records import Game
from ..spec import (
    DaysClock,
    Entry,
    GameClock,
    Moved,
    NoClock,
    RanOut,
    Replaced,
    Resigned,
    Result,
    TableSpec,
    TookBack,
)

STAND_IN_LEVEL = 3  # of a bot that plays on for one who has left
DAY = 86_400_000
Cause = Literal["resigned", "time"]


class Course:
    """A game that is played at a table."""

    __slots__ = ("bots", "game", "left", "log", "lost", "reason", "since", "spec", "started")

    def __init__(self, spec: TableSpec, secret: bytes, started: int) -> None:
        self.spec = spec
        self.game = Game.new(spec.game, spec.seats, spec.options, secret)
        self.log: list[tuple[Entry, int, int]] = []  # with the moves that stood after each, and when it was
        self.bots: dict[int, int] = {seat: level for seat, level in enumerate(spec.bots) if level is not None}
        self.lost: list[int] = []
        self.reason: Cause | None = None  # why the game ended before its end
        self.started = started
        self.since = started  # when the turn began
        first = spec.clock.seconds * 1000 if isinstance(spec.clock, GameClock) else 0
        self.left = [first] * spec.seats

    @property
    def number(self) -> int:
        """Of the last entry of the log."""
        return len(self.log)

    def ply_after(self, number: int) -> int:
        """How many moves stood after an entry."""
        return self.log[number - 1][1] if number > 0 else 0

    @property
    def to_move(self) -> int | None:
        return None if self.reason else self.game.to_move

    @property
    def is_over(self) -> bool:
        return self.to_move is None

    def apply(self, entry: Entry, at: int) -> None:
        """Add an entry to the course. A move may be refused by the rules; nothing has changed then."""
        match entry:
            case Moved(seat, move, left):
                if seat != self.to_move:
                    raise IllegalMoveError("turn", "it is not your turn")
                self.game.make_move(move)
                entry = Moved(seat, self.game.move(self.game.ply), left)  # as the game writes it
                if left is not None:
                    self.left[seat] = left
            case TookBack(plies):
                for _ in range(plies):
                    self.game.take_back()
            case Resigned(seat):
                self._lose(seat, "resigned")
            case RanOut(seat):
                self._lose(seat, "time")
            case Replaced(seat, level):
                self.bots[seat] = level
        self.log.append((entry, self.game.ply, at))
        self.since = at

    def undo_move(self, before: tuple[int, int]) -> None:
        """Take a move off that could not be stored; `before` is what `mark` gave."""
        self.game.take_back()
        self.log.pop()
        self.since = before[0]
        if (seat := self.game.to_move) is not None:
            self.left[seat] = before[1]

    def mark(self) -> tuple[int, int]:
        seat = self.game.to_move
        return self.since, self.left[seat] if seat is not None else 0

    def _lose(self, seat: int, reason: Cause) -> None:
        """Of two, the other wins; of more, a bot plays on for the seat until one is left."""
        self.lost.append(seat)
        if len(self.lost) == self.spec.seats - 1:
            self.reason = reason
        else:
            self.bots[seat] = STAND_IN_LEVEL

    def plies_to_take_back(self, seat: int) -> int:
        """How many moves must be undone so that the seat's last one is; 0 if it has made none."""
        for plies in range(1, self.game.ply + 1):
            if self.game.mover(self.game.ply - plies + 1) == seat:
                return plies
        return 0

    def left_after(self, seat: int, at: int) -> int | None:
        """What a move at this time would leave on the clock of the seat; None if there is none to keep."""
        clock = self.spec.clock
        if not isinstance(clock, GameClock):
            return None
        # Below nothing if the grace for a lost connection was used: it is given once, not at every move.
        return self.left[seat] - max(0, at - self.since) + clock.increment * 1000

    def deadline(self) -> int | None:
        """When the player to move is out of time."""
        seat, clock = self.to_move, self.spec.clock
        if seat is None or seat in self.bots:
            return None
        if isinstance(clock, GameClock):
            return self.since + self.left[seat]
        return self.since + clock.days * DAY if isinstance(clock, DaysClock) else None

    def next_look(self, at: int) -> int | None:
        """Until when nobody can run out of time; None if nobody can at all.

        At the start of a game this holds for the whole of it: whoever is to move has been waiting for as
        long as others were thinking.
        """
        if isinstance(self.spec.clock, NoClock) or self.is_over:
            return None
        if (deadline := self.deadline()) is not None:
            return deadline
        clock = self.spec.clock
        return at + (clock.days * DAY if isinstance(clock, DaysClock) else min(self.left))

    def result(self) -> Result | None:
        """None while the game goes on."""
        if not self.is_over:
            return None
        seats = range(self.spec.seats)
        winners = self.game.winners() if self.reason is None else list(seats)
        staying = [seat for seat in winners if seat not in self.lost]
        if not staying:  # who has left cannot win; the best of the others does
            scores = self.game.scores()
            others = [seat for seat in seats if seat not in self.lost]
            staying = [seat for seat in others if scores[seat] == max(scores[other] for other in others)]
        return Result(
            reason=self.reason or "finished",
            scores=tuple(self.game.scores()),
            winners=tuple(staying),
            lost=tuple(self.lost),
        )
