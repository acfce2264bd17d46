"""Tables of the rules for the web app; tools/web_types.py exports them."""

from __future__ import annotations

from . import rules as r

# M1: the places of a river.
PLACES = list(range(1, r.COLOURS + 1))

# M14: this many discards in a row end the game.
DISCARD_LIMIT = r.IDLE_LIMIT

TABLES = {"PLACES": PLACES, "DISCARD_LIMIT": DISCARD_LIMIT}
