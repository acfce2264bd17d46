"""A moment of a game: a position, or a draw that waits for its outcome.

It never changes, so copies of a game share it, and with it their past.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import Any, NamedTuple

from ...games.compiling import state_from
from ...games.errors import IllegalMoveError
from ...games.notation import COLOUR_LETTERS
from ...games.rules import Event
from ...games.state_reader import StateReader
from ...games.views import view_json
from ...games.visibility import visible_to
from .table import SET_UP, Outcome, Table, table_for

CHANCE, OVER = -1, -4  # in place of a seat, as OpenSpiel counts them

# A row of the past: who moved, the action in bits, the cards drawn by colour, other draws. What was drawn is
# there only if the seat saw it.
ROWS = 320
_BITS, _CARDS, _NUMBERS = 9, len(COLOUR_LETTERS), 5
_MOST_CARDS, _MOST_NUMBER = 8, 18


def row_width(seats: int) -> int:
    return seats + _BITS + _CARDS + _NUMBERS


class Memory(NamedTuple):
    """All that a seat has seen so far: as text, and as numbers."""

    text: str
    start: bytes  # the observation when it began
    rows: bytes  # the moves since then


class Moment:
    """Begin with `first`, `placed` or `imagined`, and go on with `after`."""

    def __init__(self, table: Table, past: Moment | None, action: int, draws: tuple[bytes, bytes]) -> None:
        """The action has these outcomes of its first draws; what is certain then is found out."""
        self.table, self.past, self.action, self.draws = table, past, action, draws
        self._take(table.play(past.record if past else table.start, action, draws[0]))

    def _take(self, outcome: Outcome) -> None:
        self.weights, self.kinds, self.legal = outcome.weights, outcome.kinds, outcome.legal
        self.record = outcome.record
        self.seat = CHANCE if outcome.weights else outcome.to_move if outcome.to_move >= 0 else OVER
        self._memories: dict[int, Memory] = {}

    @classmethod
    def placed(cls, table: Table, record: bytes, memories: dict[int, Memory] | None = None) -> Moment:
        """A position to start from; who has memories has seen a game that led to it."""
        moment = cls.__new__(cls)
        moment.table, moment.past, moment.action, moment.draws = table, None, SET_UP, (b"", b"")
        moment._take(table.look_at(record))
        moment._memories.update(memories or {})
        return moment

    @property
    def is_draw(self) -> bool:
        return bool(self.weights)

    @property
    def position(self) -> Moment | None:
        """The last position: during a draw the one before the move, none during set-up."""
        return self.past if self.is_draw else self

    @cached_property
    def plain(self) -> StateReader:
        return StateReader(self.table.rules.state_dtype, self.record)

    def seen(self, seat: int) -> str:
        """What a seat sees of the position, as JSON."""
        return view_json(state_from(self.table.rules.state_dtype, self.record), seat).decode()

    def after(self, action: int) -> Moment:
        """What follows an action, or an outcome of the draw."""
        if self.is_draw:
            if not 0 <= action < len(self.weights) or not self.weights[action]:
                raise ValueError(f"This draw cannot have the outcome {action}.")
            outcomes, kinds = self.draws
            return Moment(
                self.table,
                self.past,
                self.action,
                (outcomes + bytes((action,)), kinds + bytes((self.kinds,))),
            )
        if action not in self.legal:
            raise self._why_illegal(action)
        return Moment(self.table, self, action, (b"", b""))

    def _why_illegal(self, action: int) -> Exception:
        rules = self.table.rules
        if self.seat == OVER:
            return ValueError("The game is over.")
        if not 0 <= action < rules.action_count:
            last = rules.action_count - 1
            return ValueError(f"Actions of {rules.title} go from 0 to {last}, not {action}.")
        reason = rules.why_illegal(state_from(rules.state_dtype, self.record)[0], action)
        assert reason, "a move that is not listed is illegal"
        return IllegalMoveError(*reason)

    def imagined(self, seat: int, seed: int) -> Moment:
        """The position in a random world, alike to the seat. It keeps its memory; the others' begins here."""
        world = self.table.imagine(self.record, seat, seed)
        return Moment.placed(self.table, world, {seat: self.memory(seat)})

    def memory(self, seat: int) -> Memory:
        """All that a seat has seen until here; found move by move, and kept."""
        untold: list[Moment] = []
        moment = self
        while seat not in moment._memories:
            untold.append(moment)
            if moment.past is None:
                break
            moment = moment.past
        for moment in reversed(untold):
            moment._memories[seat] = moment._remember(seat)
        return self._memories[seat]

    def _remember(self, seat: int) -> Memory:
        rules = self.table.rules
        if self.past is None:
            return Memory(self.seen(seat), self.table.observe(self.record, seat), b"")
        before = self.past._memories[seat]
        told = visible_to(seat, rules.events(self.past.plain, self.action, self.plain))
        saw_draws = all("cards" in event for event in told if event["event"] == "draw")
        line = "; ".join(map(_briefly, told))
        return Memory(f"{before.text}\n{line}", before.start, before.rows + self._row(seat, saw_draws))

    def _row(self, seat: int, saw_draws: bool) -> bytes:
        seats, past = self.table.seats, self.past
        assert past
        row = array("f", bytes(4 * row_width(seats)))
        row[(past.seat - seat) % seats] = 1
        for bit in range(_BITS):
            row[seats + bit] = self.action >> bit & 1
        if saw_draws:
            at = seats + _BITS
            number = at + _CARDS
            for outcome, is_colour in zip(*self.draws, strict=True):
                if is_colour:
                    row[at + outcome] += 1 / _MOST_CARDS
                else:
                    row[number] = (outcome + 1) / _MOST_NUMBER
                    number += 1
        return row.tobytes()

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> Any:
        """As where it began, and what happened since."""
        line: list[tuple[int, bytes]] = []
        moment = self
        while moment.past:
            line.append((moment.action, moment.draws[0]))
            moment = moment.past
        table = self.table
        dealt = moment.draws[0] if moment.is_draw or moment.draws[0] else None
        begun = (moment.record, moment._memories) if dealt is None else dealt
        return _replay, (table.rules.name, table.seats, table.options, begun, line[::-1])


def first(table: Table) -> Moment:
    """Before set-up."""
    return Moment(table, None, SET_UP, (b"", b""))


def _replay(name: str, seats: int, options: Any, begun: Any, line: list[tuple[int, bytes]]) -> Moment:
    table = table_for(name, seats, options)
    if isinstance(begun, bytes):
        moment = first(table)
        for outcome in begun:
            moment = moment.after(outcome)
    else:
        moment = Moment.placed(table, *begun)
    for action, outcomes in line:
        for step in (action, *outcomes):
            moment = moment.after(step)
    return moment


def _briefly(event: Event) -> str:
    """What happened, without the names of things.

    >>> _briefly({"event": "draw", "seat": 1, "count": 3, "cards": {"R": 2, "K": 1}})
    'draw 1 3 R2K1'
    """
    return " ".join(map(_word, event.values()))


def _word(value: Any) -> str:
    if isinstance(value, dict):
        return "".join(f"{key}{word}" for key, word in value.items()) or "-"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "-"
    return str(value)
