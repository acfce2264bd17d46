"""What the server says about puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...puzzles.answers import Outcomes
from ...puzzles.puzzle import Ask
from ...review.types import Difference, Reason
from ..learning.puzzle_run import First, State
from .history import Ply


class StreakInfo(Struct, frozen=True):
    """Days in a row with a solved puzzle, and puzzles solved in a row at the first try."""

    days: int = 0
    best_days: int = 0
    row: int = 0
    best_row: int = 0
    today: bool = False
    """Whether today counts already."""


class PuzzleGame(Struct, frozen=True):
    """The puzzles of a game, and how I solve them."""

    game: str
    puzzles: int
    themes: dict[str, int]
    """How many puzzles each theme has, most frequent first."""
    tried: int = 0
    solved: int = 0
    """At the first try, also with hints."""
    rating: int | None = None
    """Null until I have tried one."""
    provisional: bool = True


class PuzzleOverview(Struct, frozen=True):
    """All games with puzzles."""

    games: list[PuzzleGame]
    streak: StreakInfo


class DayPuzzle(Struct, frozen=True):
    """The puzzle of the day of a game."""

    game: str
    id: str
    state: State | None
    """How far I am; null if I have not begun."""
    first: First | None


class DayInfo(Struct, frozen=True):
    """The puzzles of the day: the same for everybody, by the date in UTC."""

    date: str
    until: int
    """When the next ones come, in milliseconds since 1970."""
    featured: str | None
    """The game whose puzzle comes first today."""
    puzzles: list[DayPuzzle]
    streak: StreakInfo


class AttemptInfo(Struct, frozen=True):
    """My current run, and what became of the first one."""

    turn: int
    """How many moves of the solution I have found."""
    state: State
    hints: int
    """The number of the most telling hint that I have had."""
    failed: bool
    """Whether I have tried a wrong move."""
    first: First | None
    """Null while the first run goes on, which alone is rated."""
    vote: int
    before: int | None
    after: int | None
    """My rating before and after the first run."""


class PuzzleSolution(Struct, frozen=True):
    """What is known when a puzzle is over."""

    plies: list[Ply]
    """The whole line, from the position of the puzzle."""
    right: list[list[str]]
    """For each of my turns, the moves that count as right."""
    themes: list[str]
    exact: bool
    """Whether it is proven. Otherwise it was measured by playing on many times."""
    lead: float | None
    """If it was measured: by how much the right move is better than any other, in chances to win."""
    tries: int
    """First tries of everybody, and how many of them were solved."""
    solved: int
    up: int
    down: int


class PuzzleInfo(Struct, frozen=True):
    """A puzzle, as the side that solves it sees it."""

    id: str
    game: str
    seats: int
    side: int
    """The seat that solves."""
    ask: Ask
    difficulty: int
    """From 1, easy, to 5, hard."""
    attempt: AttemptInfo
    position: Ply
    """Where I am in the line; the start when it is over."""
    legal: list[str]
    solution: PuzzleSolution | None
    """Null until I have solved it, or given up."""


class NextPuzzle(Struct, frozen=True):
    """A puzzle to solve; null if I have tried all of them within a week."""

    puzzle: PuzzleInfo | None


class PuzzleAnswer(Struct, frozen=True):
    """What a move is worth."""

    right: bool
    move: str
    """In its usual spelling."""
    plies: list[Ply]
    """After a right move: the positions after it, and after each answer of the others."""
    legal: list[str]
    """My legal moves then."""
    attempt: AttemptInfo
    solution: PuzzleSolution | None = None
    loss: Difference | None = None
    """Of a wrong move: how much better the right one is."""
    reason: Reason | None = None
    """Of a wrong move: what makes most of the difference."""


class PuzzleHint(Struct, frozen=True):
    """Each hint says more."""

    number: int
    of: int
    theme: str | None
    kind: str | None
    """The kind of the move, in the words of reviews."""
    place: str | None
    """Where the card or tile of the move lies on the board."""


class MoveOutcomes(Struct, frozen=True):
    """How games end after a move."""

    move: str
    outcomes: Outcomes


class AnswerForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A move."""

    turn: Annotated[int, Meta(ge=0, le=100)]
    """How many moves of the solution I have found before it, so that an answer can be sent again."""
    move: Annotated[str, Meta(max_length=40)]


class HintForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a hint."""

    turn: Annotated[int, Meta(ge=0, le=100)]
    number: Annotated[int, Meta(ge=1, le=9)]
    """From 1. Those before it count as given, too."""


class VoteForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether I like a puzzle: 1, 0 or -1."""

    vote: Literal[-1, 0, 1]
