"""Tables of the rules that the web app shows points with; tools/web_types.py writes them down for it."""

from __future__ import annotations

from . import rules as r

TABLES = {"SET_POINTS": r.SET_POINTS}  # B6
