"""The types of puzzles, as they are written in files (docs/puzzles.md)."""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

FORMAT_VERSION = 1
LICENCE: Final = "CC0-1.0"
ID_LENGTH = 12

Ask = Literal["win", "draw", "margin", "best"]
"""What is asked: the only move that wins, the only one that does not lose, the only one that keeps the margin
(all three are solved exactly), or the move with the best chances."""
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Count = Annotated[int, Meta(ge=0)]
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z_]*$")]
Moves = Annotated[tuple[str, ...], Meta(min_length=1)]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a file: unknown keys are errors."""


class Turn(_Part, frozen=True):
    """One decision of the solver, and what the others answer to it."""

    right: Moves
    """The moves that count as right; the line goes on after the first one."""
    answers: tuple[str, ...] = ()
    """The moves of the others until the solver decides again; none after the last turn."""


class ExactValues(_Part, frozen=True):
    """Final margins of the solver with best play, in one turn of a line."""

    best: int
    second: int
    """No other move reaches more than this."""


class Exact(_Part, frozen=True, tag="exact"):
    """A proof by the solver of endgames: for each turn, all other moves were refuted."""

    turns: Annotated[tuple[ExactValues, ...], Meta(min_length=1)]
    nodes: Count


class Value(_Part, frozen=True):
    """What a move is worth: its chance to win, and the expected margin."""

    move: str
    win: Share
    margin: float


class Trial(_Part, frozen=True):
    """One of the trials that a puzzle passed. In each, the tree search chose the right move, and the
    continuations of the right move did better than those of every other."""

    seed: int
    search: Count
    """Simulations of the tree search."""
    worlds: Count
    """Continuations of each move, all in the same worlds."""
    lead: float
    """By how much the right move is better than the next best one, in chances to win."""
    error: float
    """The standard error of the lead, world by world."""


class Measured(_Part, frozen=True, tag="measured"):
    """A proof by simulation, from what the side to move knows."""

    best: Value
    second: Value
    lead: float
    error: float
    trials: Annotated[tuple[Trial, ...], Meta(min_length=1)]


class Difficulty(_Part, frozen=True):
    """How hard a puzzle is for the bots."""

    levels: Annotated[tuple[Share, ...], Meta(min_length=6, max_length=6)]
    """How often each of the six levels finds the whole solution, weakest first."""
    greedy: Share
    """The same for the bot `greedy`."""
    rating: Count
    """Seeded from the levels, on an Elo scale in which `seed` has 1000 and each level 200 more."""


class Source(_Part, frozen=True):
    """Where the position comes from: a game of bots, dealt from the seed and the number of the game."""

    bot: str
    seed: int
    game: Count
    ply: Count


class Puzzle(_Part, frozen=True):
    """A position with one right move, or a line of them."""

    id: Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{ID_LENGTH}}}$")]
    """A hash of the content: the same puzzle has the same id for ever."""
    game: Name
    seats: Annotated[int, Meta(ge=2)]
    options: dict[str, str | int]
    position: str
    """As `Game.from_position` reads it. What the side to move cannot know is any consistent world; never show
    it to anybody."""
    side: Count
    """The seat that solves."""
    ask: Ask
    solution: Annotated[tuple[Turn, ...], Meta(min_length=1, max_length=20)]
    themes: tuple[Name, ...]
    difficulty: Difficulty
    proof: Exact | Measured
    source: Source

    @property
    def is_exact(self) -> bool:
        return isinstance(self.proof, Exact)


class Head(_Part, frozen=True):
    """The first line of a file."""

    format: int
    game: Name
    licence: Literal["CC0-1.0"]
    rules: int
    """The version of the rules that the puzzles were proven with."""
    about: str = ""


def id_of(game: str, position: str, ask: str, solution: tuple[Turn, ...]) -> str:
    """The id of a puzzle with this content.

    >>> id_of("mandala", "turn=0", "best", (Turn(("M1R",)),))
    'b3331d3ce750'
    """
    content = msgspec.json.encode([game, position, ask, solution])
    return hashlib.sha256(content).hexdigest()[:ID_LENGTH]
