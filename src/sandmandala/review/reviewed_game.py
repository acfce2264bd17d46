"""What a review knows about a game beyond its rules and facts: one file for each game, in `games/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ..games.compiling import States
from ..games.state_reader import StateReader
from .chance_scale import RAW, ChanceScale
from .vocabulary import Phase


@dataclass(frozen=True)
class Thresholds:
    """From which loss in chances to win a decision gets a mark."""

    inaccuracy: float = 0.05
    mistake: float = 0.10
    blunder: float = 0.20


@dataclass(frozen=True)
class Solved:
    """The final margin of the player to move under best play, and a move that reaches it."""

    margin: int
    action: int


def _one_kind(state: StateReader, action: int) -> str:
    return "move"


@dataclass(frozen=True)
class ReviewedGame:
    """How a game is reviewed.

    `kind(state, action)` is the game's word for such a move; `phase(state)` is opening, middle or end.
    Without it, these are thirds of the game.
    Continuations have `horizon` moves; these are drawn by the network's priors, raised to the power of
    `sharpness`.
    `scales` makes chances to win come true, for each number of seats that was measured.
    `solve(state, nodes)` solves a position exactly, if that takes no more nodes.
    """

    kind: Callable[[StateReader, int], str] = _one_kind
    phase: Callable[[StateReader], Phase] | None = None
    thresholds: Thresholds = Thresholds()
    horizon: int = 6
    sharpness: float = 2.0
    scales: Mapping[int, ChanceScale] = field(default_factory=dict)
    solve: Callable[[States, int], Solved | None] | None = None

    def scale(self, seats: int) -> ChanceScale:
        return self.scales.get(seats, RAW)


_DEFAULT = ReviewedGame()


@cache
def reviewed_game(game: str) -> ReviewedGame:
    """How a game is reviewed; a game without a file in `games/` is reviewed by the defaults."""
    name = f"{__package__}.games.{game}"
    found: ReviewedGame = import_module(name).REVIEWED if find_spec(name) else _DEFAULT
    return found
