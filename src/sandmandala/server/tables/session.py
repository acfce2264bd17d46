"""A game as its log tells it: moves, time, and who has left.

Everything follows from the table and its log, so that any worker can take over at any time. A session is
never changed once others can see it: a command copies it, applies an entry to the copy, and the copy takes
its place when the entry has been stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from ...bots import LEVELS
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
    Returned,
    TableSpec,
    TookBack,
)

STAND_IN_LEVEL = len(LEVELS)  # of a bot that plays for somebody who is away: as strong as we can
DAY = 86_400_000
Cause = Literal["resigned", "time"]


class Session:
    """A game that is played at a table."""

    __slots__ = (
        *(
            "bots",
            "first_turn",
            "game",
            "left",
            "log",
            "lost",
            "reason",
            "since",
            "spec",
            "started",
            "to_move",
        ),
    )

    def __init__(self, spec: TableSpec, game: Game, started: int) -> None:
        self.spec, self.game = spec, game
        self.log: list[tuple[Entry, int, int]] = []  # with the moves that stood after each, and its time
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
        """A session with one more entry. A move may be refused by the rules."""
        copy = type(self).__new__(type(self))
        copy.spec, copy.started, copy.since, copy.reason = self.spec, self.started, self.since, self.reason
        copy.to_move, copy.first_turn = self.to_move, self.first_turn
        copy.game, copy.log = self.game.copy(), self.log.copy()
        copy.bots, copy.lost, copy.left = self.bots, self.lost, self.left  # replaced, never changed
        copy.apply(entry, at)
        return copy

    @property
    def number(self) -> int:
        """Of the last entry of the log."""
        return len(self.log)

    def ply_after(self, number: int) -> int:
        """How many moves stood after an entry."""
        return self.log[number - 1][1] if number > 0 else 0

    @property
    def is_over(self) -> bool:
        return self.to_move is None

    def is_stand_in(self, seat: int) -> bool:
        """Whether a bot keeps the seat for a player who may come back."""
        return seat in self.bots and self.spec.bots[seat] is None and seat not in self.lost

    def apply(self, entry: Entry, at: int) -> None:
        """Add an entry."""
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
                    self.since = at  # somebody else plays this turn; others' clocks run on as they were
        self.to_move = None if self.reason else self.game.to_move
        self.log.append((entry, self.game.ply, at))

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
        """The time used for a move stays used: only what was gained for it is lost again."""
        gained = self.spec.clock.increment * 1000 if isinstance(self.spec.clock, GameClock) else 0
        for _ in range(plies):
            seat = self.game.mover(self.game.ply)
            self.set_left(seat, self.left[seat] - gained)
            self.game.take_back()

    def set_left(self, seat: int, left: int) -> None:
        self.left = (*self.left[:seat], left, *self.left[seat + 1 :])

    def _lose(self, seat: int, reason: Cause) -> None:
        """Of two, the other wins; of more, a bot plays on for the seat until one is left."""
        self.lost += (seat,)
        if len(self.lost) == self.spec.seats - 1:
            self.reason = reason
        else:
            self.bots = {**self.bots, seat: STAND_IN_LEVEL}

    def plies_to_take_back(self, seats: tuple[int, ...]) -> int:
        """How many moves must be undone to undo the last one of these seats; 0 if there is none."""
        for plies in range(1, self.game.ply + 1):
            if self.game.mover(self.game.ply - plies + 1) in seats:
                return plies
        return 0

    # --- time

    def left_after(self, seat: int, at: int) -> int | None:
        """What a move at this time would leave on the seat's clock; None without such a clock."""
        clock = self.spec.clock
        if not isinstance(clock, GameClock):
            return None
        # Negative if the grace for a lost connection was used: it is given once, not for every move.
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
        scores = self.game.scores()
        winners = self.game.winners() if self.reason is None else list(seats)
        staying = [seat for seat in winners if seat not in self.lost]
        if not staying:  # a player who has left cannot win; the best of the others does
            others = [seat for seat in seats if seat not in self.lost]
            staying = [seat for seat in others if scores[seat] == max(scores[other] for other in others)]
        return Result(
            reason=self.reason or "finished",
            scores=tuple(scores),
            winners=tuple(staying),
            lost=self.lost,
            replaced=tuple(seat for seat in seats if self.is_stand_in(seat)),
        )
