"""What people see of a puzzle: positions of its line, and the solution when it is over."""

from __future__ import annotations

from typing import Any

from ...puzzles.puzzle import Measured, Puzzle
from ...puzzles.solving import game_before
from ...records import Game
from ..learning.puzzle_store import Attempt
from ..learning.streak import Streak
from .history import Ply, ply_of
from .puzzle_types import AttemptInfo, PuzzleSolution, StreakInfo


def attempt_info(attempt: Attempt) -> AttemptInfo:
    """Return an attempt as its person sees it."""
    run = attempt.run
    return AttemptInfo(
        *(run.turn, run.state, run.hints, run.failed, run.first),
        *(attempt.vote, attempt.before, attempt.after),
    )


def position_at(puzzle: Puzzle, turn: int) -> tuple[Ply, list[str]]:
    """Return the position before a turn, and the legal moves."""
    game = game_before(puzzle, turn)
    return ply_of(game, game.ply, puzzle.side), game.legal_moves()


def positions_after(puzzle: Puzzle, turn: int, move: str) -> tuple[list[Ply], list[str]]:
    """Return the positions after a right move and the others' answers, and the legal moves then."""
    game = game_before(puzzle, turn)
    begin = game.ply + 1
    if move != puzzle.solution[turn].right[0] and turn + 1 == len(puzzle.solution):
        game.play(move)  # the line ends here, so it may be another right move
    else:
        _play_turn(game, puzzle, turn)
    plies = [ply_of(game, ply, puzzle.side) for ply in range(begin, game.ply + 1)]
    return plies, game.legal_moves() if turn + 1 < len(puzzle.solution) else []


def _play_turn(game: Game, puzzle: Puzzle, turn: int) -> None:
    for move in (puzzle.solution[turn].right[0], *puzzle.solution[turn].answers):
        game.play(move)


def _line(puzzle: Puzzle) -> list[Ply]:
    game = game_before(puzzle)
    begin = game.ply
    for turn in range(len(puzzle.solution)):
        _play_turn(game, puzzle, turn)
    return [ply_of(game, ply, puzzle.side) for ply in range(begin, game.ply + 1)]


def solution_of(puzzle: Puzzle, row: Any | None) -> PuzzleSolution:
    """Return the solution, with the row of the puzzle's rating."""
    proof = puzzle.proof
    return PuzzleSolution(
        _line(puzzle),
        [list(turn.right) for turn in puzzle.solution],
        list(puzzle.themes),
        puzzle.is_exact,
        proof.lead if isinstance(proof, Measured) else None,
        *((row.tries, row.solved, row.up, row.down) if row else (0, 0, 0, 0)),
    )


def streak_info(streak: Streak, day: int) -> StreakInfo:
    """Return a streak as it counts on a day."""
    return StreakInfo(streak.days_on(day), streak.best_days, streak.row, streak.best_row, streak.day >= day)
