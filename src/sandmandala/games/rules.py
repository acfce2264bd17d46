"""The interface of a game, and all games by name.

The nine functions below exist once for each game. Generic compiled code (search, batches, the
conformance tests) calls them here; Numba picks the game's own by the type of the state record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from operator import index
from types import ModuleType
from typing import Any, Final, Protocol

import numba
import numpy as np
from numba.extending import overload

from .chance import Chance
from .compiling import Actions
from .errors import UnreadableError
from .json_writer import JsonBuffer
from .manifest import Manifest, manifests
from .observation import Part
from .reasons import Reason, Reasons
from .state_reader import StateReader

# Raise this when a rule changes: records say which rules they follow.
RULES_VERSION = 1
MOST_SEATS = max(max(manifest.seat_counts) for manifest in manifests().values())
# Instead of a seat, only for compiled code. Python uses OPEN and None, see `Viewer`.
SEES_ALL, SPECTATOR = -1, -2


class Open(Enum):
    """A viewer who sees everything. Not a number, so that no wrong seat can be mistaken for it."""

    OPEN = "open"


OPEN: Final = Open.OPEN
Viewer = int | Open | None  # a seat; OPEN sees everything; None is a spectator

Event = dict[str, Any]  # see the game's event_types.py
View = Mapping[str, Any]


@dataclass(frozen=True)
class Private:
    """Fields of an event that only one seat sees, such as drawn cards (M3, F3)."""

    fields: frozenset[str]
    to: str = "seat"  # the field of the event that names this seat
    unless: Callable[[StateReader], bool] | None = None  # whether the state after the move makes them public


class Text(Protocol):
    """A game's text.py: moves, positions and events as text."""

    def move_text(self, state: Any, action: int) -> str: ...
    def read_move(self, state: Any, text: str) -> int: ...
    def position_text(self, state: Any) -> str: ...
    def read_position(self, text: str, state: Any) -> None: ...
    def sentence(self, event: Event, names: Sequence[str]) -> str: ...


@dataclass(frozen=True, kw_only=True)
class Rules(Manifest):
    """Everything that generic code needs of a game. A state is a record with the layout `state_dtype`."""

    state_dtype: np.dtype[np.void]
    action_count: int
    rules_module: ModuleType  # the game's rules.py
    write_view: Callable[[Any, int, JsonBuffer], None]
    events: Callable[[Any, int, Any], list[Event]]  # of an action, from the states before and after it
    private: Mapping[str, Private]  # fields of events that only one seat may see, by event
    # Fields of events that a player does not know before the move, or would have to remember. If "event" is
    # one of them, chance decides from there on which events happen.
    unforeseeable: Mapping[str, tuple[str, ...]]
    why_illegal: Callable[[Any, int], Reason | None]
    reasons: Reasons  # all reasons of `why_illegal`
    text: Text
    observation_parts: tuple[Part, ...]  # of an observation, in order
    observe: Callable[[Any, int, Any], None]
    board_lines: Callable[[Any, Sequence[str]], list[str]]  # a view as lines for a terminal

    def seats_of(self, state: Any) -> int:
        return int(state["seats"]) if len(self.seat_counts) > 1 else self.seat_counts[0]

    def options_of(self, state: Any) -> dict[str, str]:
        """The table options of a state, each stored as an index in a field of the same name."""
        return {name: values[int(state[name])] for name, values in self.options.items()}


def _load(manifest: Manifest) -> Rules:
    """Load a game from its folder; all games have the same files."""

    def file(name: str) -> Any:
        return import_module(f"{__package__}.{manifest.name}.{name}")

    rules, event_types, observation = file("rules"), file("event_types"), file("observation")
    illegal_moves = file("illegal_moves")
    return Rules(
        **vars(manifest),
        state_dtype=rules.STATE,
        action_count=rules.ACTION_COUNT,
        rules_module=rules,
        write_view=file("view").write_view,
        events=file("events").events,
        private=event_types.PRIVATE,
        unforeseeable=event_types.UNFORESEEABLE,
        why_illegal=illegal_moves.why_illegal,
        reasons=illegal_moves.REASONS,
        text=file("text"),
        observation_parts=observation.PARTS,
        observe=observation.observe,
        board_lines=file("board_text").board_lines,
    )


@cache
def _by_name() -> Mapping[str, Rules]:
    return {name: _load(manifest) for name, manifest in manifests().items()}


@cache
def _by_fields() -> Mapping[Any, Rules]:
    """For interpreted code."""
    found = {rules.state_dtype.names: rules for rules in _by_name().values()}
    assert len(found) == len(_by_name()), "games are told apart by the names of their states' fields"
    return found


@cache
def _by_type() -> Mapping[Any, Rules]:
    """For compiled code."""
    return {numba.from_dtype(rules.state_dtype): rules for rules in _by_fields().values()}


def rules_of(name: str) -> Rules:
    """The rules of a game, by its name.

    >>> rules_of("patterns").seat_counts
    (2,)
    """
    try:
        return _by_name()[name]
    except (KeyError, TypeError):
        known = ", ".join(all_games())
        raise UnreadableError(f"There is no game {str(name)[:40]!r}. The games are {known}.") from None


def all_games() -> list[str]:
    return list(manifests())


def checked_seat(seat: Any, seats: int) -> int:
    """Validate a seat from outside, and return it as an int."""
    if type(seat) is int and 0 <= seat < seats:  # the usual case, and views are written often
        return seat
    try:
        number = -1 if isinstance(seat, bool) else index(seat)
    except TypeError:
        number = -1
    if not 0 <= number < seats:
        raise UnreadableError(f"There is no seat {seat!r:.40}; the seats go from 0 to {seats - 1}.")
    return number


def setup(state: Any, chance: Chance) -> None:
    """Set the game up. The state already has seats and options."""
    _game(state).setup(state, chance)


def player_to_move(state: Any) -> int:
    """The seat to move, -1 when the game is over."""
    return int(_game(state).player_to_move(state))


def legal_actions(state: Any, out: Actions) -> int:
    """Write the legal actions to `out`, lowest first, and return their number."""
    return int(_game(state).legal_actions(state, out))


def apply(state: Any, action: int, chance: Chance) -> None:
    """Play a legal action; `chance` is a stream."""
    _game(state).apply(state, action, chance)


def scores(state: Any, out: Any) -> None:
    """The points of each seat as they count now."""
    _game(state).scores(state, out)


def winners(state: Any) -> int:
    """A bit for each winning seat, 0 before the end."""
    return int(_game(state).winners(state))


def resample(state: Any, seat: int, chance: Chance) -> None:
    """Replace everything that the seat cannot know by a random consistent world."""
    _game(state).resample(state, seat, chance)


def observe(state: Any, seat: int, out: Any) -> None:
    """Write what the seat knows to `out`, a row of numbers from 0 to 1 (see observation.py)."""
    _by_fields()[state.dtype.names].observe(state, seat, out)


def write_view(state: Any, seat: int, buffer: JsonBuffer) -> None:
    """Write what the seat may see to the buffer, as JSON (see json_writer.py)."""
    _by_fields()[state.dtype.names].write_view(state, seat, buffer)


def _game(state: Any) -> ModuleType:
    return _by_fields()[state.dtype.names].rules_module


# For compiled callers: Numba asks these functions which one to compile for a type of record. It requires the
# parameters to be annotated as in the games' functions.


@overload(setup)
def _setup(state: Any, chance: Chance) -> Any:
    return _own("setup", state)


@overload(player_to_move)
def _player_to_move(state: Any) -> Any:
    return _own("player_to_move", state)


@overload(legal_actions)
def _legal_actions(state: Any, out: Actions) -> Any:
    return _own("legal_actions", state)


@overload(apply)
def _apply(state: Any, action: int, chance: Chance) -> Any:
    return _own("apply", state)


@overload(scores)
def _scores(state: Any, out: Any) -> Any:
    return _own("scores", state)


@overload(winners)
def _winners(state: Any) -> Any:
    return _own("winners", state)


@overload(resample)
def _resample(state: Any, seat: int, chance: Chance) -> Any:
    return _own("resample", state)


@overload(observe)
def _observe(state: Any, seat: int, out: Any) -> Any:
    rules = _by_type().get(state)
    return _source(rules.observe) if rules else None


@overload(write_view)
def _write_view(state: Any, seat: int, buffer: JsonBuffer) -> Any:
    rules = _by_type().get(state)
    return _source(rules.write_view) if rules else None


def _own(function: str, record: Any) -> Any:
    rules = _by_type().get(record)
    return _source(getattr(rules.rules_module, function)) if rules else None


def _source(compiled: Any) -> Any:
    """The function that was decorated by `@compiled`."""
    return compiled.py_func
