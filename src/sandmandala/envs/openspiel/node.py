"""A node of a game: a position, or a pending draw.

Nodes are immutable, so copies of a game share them and their history.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import Any, NamedTuple

from ...games.compiling import state_from
from ...games.errors import IllegalMoveError
from ...games.rules import Event, Rules
from ...games.state_reader import StateReader
from ...games.views import view_json
from ...games.visibility import visible_events
from .game_model import SET_UP, GameModel, StepResult, model_for

CHANCE, OVER = -1, -4  # instead of a seat, as in OpenSpiel

# A row of the history: who moved, the action in bits, the cards drawn by colour, other draws. Draws are
# included only if the seat saw them.
ROWS = 320


def row_width(rules: Rules, seats: int) -> int:
    return seats + _action_bits(rules) + len(rules.palette.colours) + rules.draw_limits.lots


def _action_bits(rules: Rules) -> int:
    return (rules.action_count - 1).bit_length()


class InformationState(NamedTuple):
    """Everything that a seat has seen so far, as text and as numbers."""

    text: str
    start: bytes  # the observation at the start
    rows: bytes  # the moves since then


class GameNode:
    """Start with `root_node`, `from_position` or `resampled`, and continue with `child`."""

    def __init__(
        self, model: GameModel, parent: GameNode | None, action: int, draws: tuple[bytes, bytes]
    ) -> None:
        """`draws` are the outcomes of the action's first draws."""
        self.model, self.parent, self.action, self.draws = model, parent, action, draws
        self._set_result(model.play(parent.record if parent else model.start, action, draws[0]))

    def _set_result(self, outcome: StepResult) -> None:
        self.weights, self.kinds, self.legal = outcome.weights, outcome.kinds, outcome.legal
        self.record = outcome.record
        self.seat = CHANCE if outcome.weights else outcome.to_move if outcome.to_move >= 0 else OVER
        self._information_states: dict[int, InformationState] = {}

    @classmethod
    def from_position(
        cls, model: GameModel, record: bytes, information_states: dict[int, InformationState] | None = None
    ) -> GameNode:
        """A position to start from. Seats with an information state have seen a game that led to it."""
        node = cls.__new__(cls)
        node.model, node.parent, node.action, node.draws = model, None, SET_UP, (b"", b"")
        node._set_result(model.load_position(record))
        node._information_states.update(information_states or {})
        return node

    @property
    def is_chance(self) -> bool:
        return bool(self.weights)

    @property
    def position(self) -> GameNode | None:
        """The last position: during a draw the one before the move, none during set-up."""
        return self.parent if self.is_chance else self

    @cached_property
    def reader(self) -> StateReader:
        return StateReader(self.model.rules.state_dtype, self.record)

    def view_text(self, seat: int) -> str:
        """What a seat sees of the position, as JSON."""
        return view_json(state_from(self.model.rules.state_dtype, self.record), seat).decode()

    def child(self, action: int) -> GameNode:
        """The node after an action, or after an outcome of the draw."""
        if self.is_chance:
            if not 0 <= action < len(self.weights) or not self.weights[action]:
                raise ValueError(f"This draw cannot have the outcome {action}.")
            outcomes, kinds = self.draws
            return GameNode(
                self.model,
                self.parent,
                self.action,
                (outcomes + bytes((action,)), kinds + bytes((self.kinds,))),
            )
        if action not in self.legal:
            raise self._why_illegal(action)
        return GameNode(self.model, self, action, (b"", b""))

    def _why_illegal(self, action: int) -> Exception:
        rules = self.model.rules
        if self.seat == OVER:
            return ValueError("The game is over.")
        if not 0 <= action < rules.action_count:
            last = rules.action_count - 1
            return ValueError(f"Actions of {rules.title} go from 0 to {last}, not {action}.")
        reason = rules.why_illegal(state_from(rules.state_dtype, self.record)[0], action)
        assert reason, "a move that is not listed is illegal"
        return IllegalMoveError(*reason)

    def resampled(self, seat: int, seed: int) -> GameNode:
        """The position in a random world that looks the same to the seat, with its information state."""
        world = self.model.resample(self.record, seat, seed)
        return GameNode.from_position(self.model, world, {seat: self.information_state(seat)})

    def information_state(self, seat: int) -> InformationState:
        """Everything that a seat has seen so far, computed move by move and cached."""
        untold: list[GameNode] = []
        node = self
        while seat not in node._information_states:
            untold.append(node)
            if node.parent is None:
                break
            node = node.parent
        for node in reversed(untold):
            node._information_states[seat] = node._next_information_state(seat)
        return self._information_states[seat]

    def _next_information_state(self, seat: int) -> InformationState:
        rules = self.model.rules
        if self.parent is None:
            return InformationState(self.view_text(seat), self.model.observe(self.record, seat), b"")
        before = self.parent._information_states[seat]
        told = visible_events(rules, self.parent.reader, self.action, self.reader, seat)
        saw_draws = all("cards" in event for event in told if event["event"] == "draw")
        line = "; ".join(map(_briefly, told))
        return InformationState(
            f"{before.text}\n{line}", before.start, before.rows + self._row(seat, saw_draws)
        )

    def _row(self, seat: int, saw_draws: bool) -> bytes:
        seats, rules, parent = self.model.seats, self.model.rules, self.parent
        assert parent
        row = array("f", bytes(4 * row_width(rules, seats)))
        row[(parent.seat - seat) % seats] = 1
        bits = _action_bits(rules)
        for bit in range(bits):
            row[seats + bit] = self.action >> bit & 1
        if saw_draws:
            at, limits = seats + bits, rules.draw_limits
            lot = at + len(rules.palette.colours)
            for outcome, is_colour in zip(*self.draws, strict=True):
                if is_colour:
                    row[at + outcome] += 1 / limits.cards
                else:
                    row[lot] = (outcome + 1) / limits.lot_outcomes
                    lot += 1
        return row.tobytes()

    def __deepcopy__(self, memo: object) -> GameNode:
        return self

    def __reduce__(self) -> Any:
        """Pickle the start and the actions since then."""
        line: list[tuple[int, bytes]] = []
        node = self
        while node.parent:
            line.append((node.action, node.draws[0]))
            node = node.parent
        model = self.model
        dealt = node.draws[0] if node.is_chance or node.draws[0] else None
        begun = (node.record, node._information_states) if dealt is None else dealt
        return _replay, (model.rules.name, model.seats, model.options, begun, line[::-1])


def root_node(model: GameModel) -> GameNode:
    """The node before set-up."""
    return GameNode(model, None, SET_UP, (b"", b""))


def _replay(name: str, seats: int, options: Any, begun: Any, line: list[tuple[int, bytes]]) -> GameNode:
    model = model_for(name, seats, options)
    if isinstance(begun, bytes):
        node = root_node(model)
        for outcome in begun:
            node = node.child(outcome)
    else:
        node = GameNode.from_position(model, *begun)
    for action, outcomes in line:
        for step in (action, *outcomes):
            node = node.child(step)
    return node


def _briefly(event: Event) -> str:
    """The values of an event, without their keys.

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
