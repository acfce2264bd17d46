"""A person's own mistakes, from the reviews that they have looked at."""

from __future__ import annotations

from ...review.reviewed_game import reviewed_game
from ...review.types import Decision, JudgedMove, Review
from .repetitions import Answered

MOST_OF_A_GAME = 5
_MARKS = ("mistake", "blunder")


def mistakes_to_repeat(review: Review, seat: int) -> list[Decision]:
    """Return the costliest mistakes of a seat."""
    mine = [one for one in review.decisions if one.seat == seat and one.mark in _MARKS]
    return sorted(mine, key=lambda one: -one.loss.win)[:MOST_OF_A_GAME]


def repetition_of_mistake(table: str, ply: int) -> str:
    """Return the name of a mistake among the things to repeat."""
    return f"mistake:{table}:{ply}"


def is_right(game: str, judged: JudgedMove) -> bool:
    """Whether a move loses less than what a review calls an inaccuracy."""
    return judged.candidate.loss.win < reviewed_game(game).thresholds.inaccuracy


def answered(right: bool) -> Answered:
    """Return how a repetition went."""
    return "right" if right else "wrong"
