"""Proves a puzzle again, with a budget and seeds of its own, whatever its file says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..bots import Knowledge
from ..learn.errors import DataFileError
from ..review.exact import margins_after
from .drafting import likeness_of
from .puzzle import Exact, Puzzle
from .solving import check_with_rules, game_before
from .trials import LEAST_LEAD_IN_TRIALS, Lead, lead_of, rivals_left, searched

_NODES = 5_000_000


@dataclass(frozen=True)
class CheckBudget:
    """Simulations of the search and worlds; other than those with which puzzles are made. In doubt, there are
    more worlds, up to `most_worlds`."""

    search: int
    worlds: int
    most_worlds: int


FULL = CheckBudget(search=5_000, worlds=700, most_worlds=2_800)
SMALL = CheckBudget(search=1_500, worlds=200, most_worlds=800)
_FIRST_SEED = 10_000  # makers use small numbers


def problem_with(puzzle: Puzzle, seed: int, budget: CheckBudget = FULL) -> str | None:
    """Why the solution is not the only best one; None if it still is."""
    for number in range(len(puzzle.solution)):
        knowledge = Knowledge.of(game_before(puzzle, number))
        problem = (
            _exact_problem(puzzle, number, knowledge)
            if isinstance(puzzle.proof, Exact)
            else _measured_problem(puzzle, number, knowledge, _FIRST_SEED + seed, budget)
        )
        if problem:
            return problem
    return None


def _right(puzzle: Puzzle, number: int, knowledge: Knowledge) -> tuple[list[int], list[int]]:
    """The actions that are right, and all others."""
    right = [
        action
        for action in knowledge.legal_actions()
        if knowledge.move_text(action) in puzzle.solution[number].right
    ]
    return right, [action for action in knowledge.legal_actions() if action not in right]


def _exact_problem(puzzle: Puzzle, number: int, knowledge: Knowledge) -> str | None:
    assert isinstance(puzzle.proof, Exact)
    right, others = _right(puzzle, number, knowledge)
    margins = margins_after(knowledge, [*right, *others], _NODES)
    said = puzzle.proof.turns[number]
    if margins is None:
        return f"Turn {number + 1} cannot be solved."
    best, second = min(margins[: len(right)]), max(margins[len(right) :])
    if (best, second) != (said.best, said.second):
        found = f"the solution leads to {best} points, other moves to {second}"
        return f"Turn {number + 1}: {found}, not {said.best} and {said.second}."
    goals = {"win": best > 0 >= second, "draw": best == 0 > second, "margin": best > second}
    return None if goals[puzzle.ask] else f"Turn {number + 1} is not what is asked ({puzzle.ask})."


def _measured_problem(
    puzzle: Puzzle, number: int, knowledge: Knowledge, seed: int, budget: CheckBudget
) -> str | None:
    right, others = _right(puzzle, number, knowledge)
    worlds, lead = budget.worlds, lead_of(knowledge, right[0], others, seed, budget.worlds)
    while not _suffices(lead) and 2 * worlds <= budget.most_worlds:
        worlds, others = 2 * worlds, rivals_left(lead, others, knowledge.seat)
        lead = lead_of(knowledge, right[0], others, seed, worlds)
    if not _suffices(lead):
        second = knowledge.move_text(others[lead.second - 1])
        return f"The lead over {second} is only {lead.lead:.3f} ± {lead.error:.3f}."
    chosen = searched(knowledge, seed, budget.search)
    return None if chosen.action in right else f"The search prefers {chosen.move}."


def _suffices(lead: Lead) -> bool:
    return lead.lead >= LEAST_LEAD_IN_TRIALS and lead.is_clear


def drawn_at_random(puzzles: Iterable[Puzzle], count: int | None, seed: int) -> list[Puzzle]:
    """A sample; all of them if no number is given, or if there are fewer."""
    found = list(puzzles)
    return found if count is None or count >= len(found) else random.Random(seed).sample(found, count)


def check_form(puzzles: Sequence[Puzzle], file: str) -> None:
    """Check all puzzles of a file with the rules, and that no two are alike. Raises DataFileError."""
    seen: dict[object, str] = {}
    for number, puzzle in enumerate(puzzles, 2):
        check_with_rules(puzzle, f"{file}, line {number}")
        likeness = likeness_of(puzzle)
        if likeness in seen:
            raise DataFileError(file, f"line {number}", f"This is like the puzzle {seen[likeness]}.")
        seen[likeness] = puzzle.id


@dataclass(frozen=True)
class CheckPuzzles:
    """The job of a worker: a task is a puzzle, its result what is wrong with it."""

    game: str
    seed: int
    budget: CheckBudget

    @property
    def mark(self) -> str:
        return f"puzzles {self.game}"

    def check_machine(self) -> None:
        return

    def warm_up(self) -> None:
        return

    def run(self, task: Puzzle, thinking: Callable[[int], None]) -> str | None:
        return problem_with(task, self.seed, self.budget)

    def crashed(self, task: Puzzle, seat: int, reason: str) -> str | None:
        return reason

    def close(self) -> None:
        return
