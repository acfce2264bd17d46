"""Playing Patterns well."""

from __future__ import annotations

from .mind import Mind
from .patterns_solver import decide

MIND = Mind(solve=decide)
