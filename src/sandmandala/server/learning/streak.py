"""Streaks: days in a row with a solved puzzle, and puzzles solved in a row."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Streak(Struct, frozen=True):
    """`day` is the last one with a solved puzzle, in days since 1970."""

    day: int = -2
    days: int = 0
    best_days: int = 0
    row: int = 0
    best_row: int = 0

    def after_first_try(self, solved: bool) -> Streak:
        """Return the streak after the first try of a puzzle."""
        row = self.row + 1 if solved else 0
        return replace(self, row=row, best_row=max(row, self.best_row))

    def after_solving(self, day: int) -> Streak:
        """Return the streak after a puzzle was solved on a day, also after wrong tries.

        >>> Streak().after_solving(7).after_solving(8).after_solving(8).days
        2
        """
        if day <= self.day:
            return self
        days = self.days_on(day) + 1
        return replace(self, day=day, days=days, best_days=max(days, self.best_days))

    def days_on(self, day: int) -> int:
        """Return the days in a row as they count on a day: a whole day without a puzzle ends them."""
        return self.days if self.day >= day - 1 else 0
