"""What puzzles need to know about a game: one file for each game, in `games/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..games.state_reader import StateReader

Likeness = tuple[Any, ...]


def _no_place(state: StateReader, action: int) -> str | None:
    return None


def _no_themes(before: StateReader, action: int, after: StateReader) -> list[str]:
    return []


def _itself(state: StateReader, seat: int) -> Likeness:
    return (state.states().tobytes(),)


@dataclass(frozen=True)
class PuzzleGame:
    """`place(state, action)` is where the card or tile of a move lies, as boards mark it with `data-place`.

    `themes(before, action, after)` are what is special about the right move, the most telling first.
    `likeness(state, seat)` is the same for all positions that differ only by the names of colours, seats and
    places, from what the seat knows.
    `theme_of_fact` says which theme a puzzle has if a fact of reviews explains the right move.
    """

    place: Callable[[StateReader, int], str | None] = _no_place
    themes: Callable[[StateReader, int, StateReader], list[str]] = _no_themes
    likeness: Callable[[StateReader, int], Likeness] = _itself
    theme_of_fact: Mapping[str, str] = field(default_factory=dict)


_DEFAULT = PuzzleGame()


@cache
def puzzle_game(game: str) -> PuzzleGame:
    """A game without a file in `games/` has puzzles without themes of its own."""
    name = f"{__package__}.games.{game}"
    found: PuzzleGame = import_module(name).PUZZLES if find_spec(name) else _DEFAULT
    return found
