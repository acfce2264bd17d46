"""Tables of the rules for the web app; tools/web_types.py exports them."""

from __future__ import annotations

from . import rules as r

TABLES = {"SET_POINTS": r.SET_POINTS}  # B6
