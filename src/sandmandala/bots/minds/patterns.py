"""Playing Patterns well."""

from __future__ import annotations

from .mind import Level, Mind
from .patterns_solver import decide

LEVELS = (
    Level(16, 6),
    Level(60),
    Level(230),
    Level(900),
    Level(2000, solves=True),
    Level(100_000, solves=True),
)

MIND = Mind(solve=decide, levels=LEVELS)
