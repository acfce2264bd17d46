"""Ratings of solvers and puzzles: a try is a game between them, and counts less if it says less."""

from __future__ import annotations

from typing import NamedTuple

from ..ratings import NEW, Strength, is_provisional, rated
from ..spec import Result
from .puzzle_run import First

_SEED_UNCERTAINTY = NEW[1] / 2  # a puzzle's difficulty is known from bots, not from people
_MIDDLE = 1500  # of the scale that puzzle files have, in which levels differ by 200
_SCALE = 50  # points of that scale for one point of ours: the same chance to solve
_PROVISIONAL = 0.5
_SCALE_OF_STEPS = 4.0  # points between two steps of difficulty
_SOLVED, _FAILED = Result("finished", (1, 0), (0,)), Result("finished", (0, 1), (1,))


class Rated(NamedTuple):
    """Strengths after a try."""

    solver: Strength
    puzzle: Strength


def seeded(rating: int) -> Strength:
    """Return the strength of a puzzle that nobody has tried.

    >>> seeded(1500)[0]
    25.0
    """
    return NEW[0] + (rating - _MIDDLE) / _SCALE, _SEED_UNCERTAINTY


def after_try(
    solver: Strength, solver_tries: int, puzzle: Strength, puzzle_tries: int, first: First, hints: int
) -> Rated:
    """Rate the first try of a puzzle.

    A solution with hints counts less. A provisional puzzle moves the solver less, and a provisional solver
    the puzzle. A failure counts in full, also with hints, so that asking for one never pays.
    """
    wins = first != "failed"
    new_solver, new_puzzle = rated([solver, puzzle], _SOLVED if wins else _FAILED)
    share = 1 / (1 + hints) if wins else 1.0
    return Rated(
        _part_way(solver, new_solver, share * (_PROVISIONAL if is_provisional(puzzle_tries) else 1)),
        _part_way(puzzle, new_puzzle, share * (_PROVISIONAL if is_provisional(solver_tries) else 1)),
    )


def _part_way(old: Strength, new: Strength, share: float) -> Strength:
    return old[0] + share * (new[0] - old[0]), old[1] + share * (new[1] - old[1])


def target(solver: Strength) -> float:
    """Return how hard a puzzle should be for a solver: easier while little is known."""
    return solver[0] - solver[1] / 2


def difficulty(puzzle: Strength) -> int:
    """Return how hard a puzzle is, from 1 to 5; levels of bots are about as far apart as these.

    >>> [difficulty(seeded(rating)) for rating in (1000, 1300, 1500, 1700, 2000)]
    [1, 2, 3, 4, 5]
    """
    return min(5, max(1, round((puzzle[0] - NEW[0]) / _SCALE_OF_STEPS) + 3))
