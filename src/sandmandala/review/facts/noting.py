"""Notes the facts of a continuation. Compiled code finds a game's facts by the type of the state record.

A game's file has `FACTS` and `note_move(before, action, after, seat, facts)`, which is called for every move
of a continuation and adds what has happened to `facts`: a number for each fact, 0 at the beginning.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numba
from numba.extending import overload

from ...games.compiling import compiled
from ...games.rules import all_games, rules_of
from .fact import Fact

MOST_FACTS = 10


def facts_of(game: str) -> tuple[Fact, ...]:
    """The facts of a game, in the order of their numbers; none without a file."""
    module = _module(game)
    facts: tuple[Fact, ...] = module.FACTS if module else ()
    assert len(facts) <= MOST_FACTS
    return facts


@cache
def _module(game: str) -> Any:
    name = f"{__package__}.{game}"
    return import_module(name) if find_spec(name) else None


@compiled
def _note_nothing(before: Any, action: int, after: Any, seat: int, facts: Any) -> None:
    """For a game without facts."""


def _noting(game: str) -> Any:
    module = _module(game)
    return module.note_move if module else _note_nothing


def note_move(before: Any, action: int, after: Any, seat: int, facts: Any) -> None:
    """Note a move in the facts of its game."""
    _by_fields()[before.dtype.names](before, action, after, seat, facts)


@cache
def _by_fields() -> dict[Any, Any]:
    """For interpreted code."""
    return {rules_of(game).state_dtype.names: _noting(game) for game in all_games()}


@cache
def _by_type() -> dict[Any, Any]:
    """For compiled code."""
    return {numba.from_dtype(rules_of(game).state_dtype): _noting(game) for game in all_games()}


@overload(note_move)
def _note_move(before: Any, action: int, after: Any, seat: int, facts: Any) -> Any:
    note = _by_type()[before]
    return getattr(note, "py_func", note)
