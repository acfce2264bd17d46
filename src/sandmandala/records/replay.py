"""Replaying moves; positions and events of past moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from ..games import chance, entry_points
from ..games.compiling import state_from
from ..games.errors import IllegalMoveError, UnreadableError
from ..games.rules import Event, rules_of
from ..games.state_reader import StateReader


def make_moves(make_move: Callable[[str], object], moves: Iterable[str]) -> None:
    """Make recorded moves. An error names the number of the move."""
    for number, move in enumerate(moves, 1):
        try:
            make_move(move)
        except IllegalMoveError as error:
            reason = f"{error.reason} (move {number}, {move})"
            raise IllegalMoveError(error.rule, reason, error.code, error.facts) from None
        except UnreadableError as error:
            raise UnreadableError(f"Move {number}: {error}") from None


@lru_cache(maxsize=16)
def positions_of(name: str, start: bytes, deal_key: bytes, actions: tuple[int, ...]) -> list[bytes]:
    """All positions of a game, cached: callers that look back at one usually look at others."""
    state, found = state_from(rules_of(name).state_dtype, start), [start]
    for number, action in enumerate(actions, 1):
        entry_points.play(state, 0, action, chance.stream_for_move(deal_key, number))
        found.append(state.tobytes())
    return found


@lru_cache(maxsize=16)
def events_of(name: str, before: bytes, action: int, after: bytes) -> list[Event]:
    """The events of a move. The list is cached: do not change it."""
    rules = rules_of(name)
    return rules.events(StateReader(rules.state_dtype, before), action, StateReader(rules.state_dtype, after))
