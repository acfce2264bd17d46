"""Playing Mandala well."""

from __future__ import annotations

from .mind import Mind

MIND = Mind()
