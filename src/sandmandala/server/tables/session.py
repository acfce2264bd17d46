"""The session of a game, replayed from its log: moves, time, and who has left.

Everything follows from the table and its log, so that any worker can take over at any time. A published
session never changes: a command copies it and applies an entry to the copy, which replaces the session once
the entry is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from msgspec import Struct
from msgspec.json import Decoder

from ...bots import LEVELS
from ...games.errors import IllegalMoveError
from ...records import Game
from ...records.shared_list import appended
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
    Returned,
    TableSpec,
    TieBreak,
    TookBack,
)

STAND_IN_LEVEL = len(LEVELS)  # stand-ins play at the highest level
DAY = 86_400_000
Cause = Literal["resigned", "time"]
Logged = tuple[Entry, int, int]  # a log entry, the ply after it, its time


class _WithTieBreak(Struct):
    """As much of a view as a result needs."""

    tie_break: TieBreak | None = None


_tie_break_of = Decoder(_WithTieBreak).decode


class Session:
    """A running or finished game at a table."""

    __slots__ = (
        *(
            "bots",
            "first_turn",
            "game",
            "left",
            "lost",
            "number",
            "reason",
            "since",
            "spec",
            "started",
            "to_move",
        ),
        "_log",
    )

    def __init__(self, spec: TableSpec, game: Game, started: int) -> None:
        self.spec, self.game = spec, game
        self.number = 0  # of the last log entry
        self._log: list[Logged] = []  # shared with copies: only the first `number` entries are ours
        self.bots: Mapping[int, int] = {
            seat: level for seat, level in enumerate(spec.bots) if level is not None
        }
        self.lost: tuple[int, ...] = ()
        self.reason: Cause | None = None  # why the game ended early
        self.to_move = self.first_turn = game.to_move  # None when the game is over
        self.started = started
        self.since = started  # when the turn began
        first = spec.clock.seconds * 1000 if isinstance(spec.clock, GameClock) else 0
        self.left = (first,) * spec.seats

    def after(self, entry: Entry, at: int) -> Self:
        """Return a copy with one more entry. Raises IllegalMoveError for an illegal move."""
        copy = type(self).__new__(type(self))
        copy.spec, copy.started, copy.since, copy.reason = self.spec, self.started, self.since, self.reason
        copy.to_move, copy.first_turn = self.to_move, self.first_turn
        copy.game = self.game.copy()
        # Shared: they are replaced, never mutated.
        copy.bots, copy.lost, copy.left = self.bots, self.lost, self.left
        copy._log, copy.number = self._log, self.number
        copy.apply(entry, at)
        return copy

    def logged(self, number: int) -> Logged:
        """Return a log entry; the first has number 1."""
        assert 0 < number <= self.number
        return self._log[number - 1]

    def ply_after(self, number: int) -> int:
        """Return the ply after an entry."""
        return self.logged(number)[1] if number > 0 else 0

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.to_move is None

    def is_stand_in(self, seat: int) -> bool:
        """Whether a stand-in plays the seat for a player who may come back."""
        return seat in self.bots and self.spec.bots[seat] is None and seat not in self.lost

    def apply(self, entry: Entry, at: int) -> None:
        """Append an entry to the log, and apply it."""
        turn = self.to_move
        match entry:
            case Moved(seat, move, left):
                if seat != turn:
                    raise IllegalMoveError("turn", "it is not your turn")
                if (written := self.game.make_move(move)) != move:
                    entry = Moved(seat, written, left)
                if left is not None:
                    self.set_left(seat, left)
                self.since = at
            case TookBack(plies):
                self._take_back(plies)
                self.since = at
            case Resigned(seat) | RanOut(seat) | Replaced(seat, _) | Returned(seat):
                self._change_player(seat, entry)
                if seat == turn:
                    self.since = at  # somebody else plays this turn; the other clocks continue unchanged
        self.to_move = None if self.reason else self.game.to_move
        self.append(entry, self.game.ply, at)

    def append(self, entry: Entry, ply: int, at: int) -> None:
        """Append an entry to the log without applying it."""
        self._log = appended(self._log, self.number, (entry, ply, at))
        self.number += 1

    def _change_player(self, seat: int, entry: Resigned | RanOut | Replaced | Returned) -> None:
        match entry:
            case Resigned():
                self._lose(seat, "resigned")
            case RanOut():
                self._lose(seat, "time")
            case Replaced(_, level):
                self.bots = {**self.bots, seat: level}
            case Returned():
                self.bots = {other: level for other, level in self.bots.items() if other != seat}

    def _take_back(self, plies: int) -> None:
        """Undo moves. The time used stays used; only the increments are taken back."""
        gained = self.spec.clock.increment * 1000 if isinstance(self.spec.clock, GameClock) else 0
        for _ in range(plies):
            seat = self.game.mover(self.game.ply)
            self.set_left(seat, self.left[seat] - gained)
            self.game.take_back()

    def set_left(self, seat: int, left: int) -> None:
        """Set the milliseconds left on the clock of a seat."""
        self.left = (*self.left[:seat], left, *self.left[seat + 1 :])

    def _lose(self, seat: int, reason: Cause) -> None:
        """Let a seat lose. The game ends when one is left; until then, a bot plays on for the seat."""
        self.lost += (seat,)
        if len(self.lost) == self.spec.seats - 1:
            self.reason = reason
        else:
            self.bots = {**self.bots, seat: STAND_IN_LEVEL}

    def plies_to_take_back(self, seats: tuple[int, ...]) -> int:
        """Return how many moves to undo to undo the last one of these seats; 0 if there is none."""
        for plies in range(1, self.game.ply + 1):
            if self.game.mover(self.game.ply - plies + 1) in seats:
                return plies
        return 0

    # --- time

    def left_after(self, seat: int, at: int) -> int | None:
        """Return the time left on the seat's clock after a move at this time; None without a game clock."""
        clock = self.spec.clock
        if not isinstance(clock, GameClock):
            return None
        # Negative if the grace for a lost connection was used: it is granted once, not for every move.
        return self.left[seat] - max(0, at - self.since) + clock.increment * 1000

    def deadline(self) -> int | None:
        """Return when the player to move runs out of time; None if never."""
        seat, clock = self.to_move, self.spec.clock
        if seat is None or seat in self.bots:
            return None
        if isinstance(clock, GameClock):
            return self.since + self.left[seat]
        return self.since + clock.days * DAY if isinstance(clock, DaysClock) else None

    def next_look(self, at: int) -> int | None:
        """Return a time before which nobody can run out of time; None if nobody can at all.

        At the start of a game this holds for the whole of it: the clock of a player who waits does not run.
        """
        if isinstance(self.spec.clock, NoClock) or self.is_over:
            return None
        if (deadline := self.deadline()) is not None:
            return deadline
        clock = self.spec.clock
        return at + (clock.days * DAY if isinstance(clock, DaysClock) else min(self.left))

    def result(self) -> Result | None:
        """Return the result; None while the game goes on."""
        if not self.is_over:
            return None
        seats = range(self.spec.seats)
        scores = self.game.scores()
        winners = self.game.winners() if self.reason is None else list(seats)
        staying = [seat for seat in winners if seat not in self.lost]
        if not staying:  # players who have left cannot win; the best of the others does
            others = [seat for seat in seats if seat not in self.lost]
            staying = [seat for seat in others if scores[seat] == max(scores[other] for other in others)]
        # Views say how a tie was broken; most games end without one.
        is_tied = scores.count(max(scores)) > 1 and self.reason is None and staying == winners
        return Result(
            reason=self.reason or "finished",
            scores=tuple(scores),
            winners=tuple(staying),
            lost=self.lost,
            replaced=tuple(seat for seat in seats if self.is_stand_in(seat)),
            tie_break=_tie_break_of(self.game.view_json(None)).tie_break if is_tied else None,
        )
