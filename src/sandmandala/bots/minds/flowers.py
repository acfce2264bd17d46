"""Playing Flowers well."""

from __future__ import annotations

from .mind import Mind

MIND = Mind(horizon=40)
