"""Tables of the rules that the web app draws; tools/web_types.py writes them down for it."""

from __future__ import annotations

from . import rules as r

# M1: of a river.
PLACES = list(range(1, r.COLOURS + 1))

# M14: so many discards in a row end the game.
DISCARD_LIMIT = r.IDLE_LIMIT

TABLES = {"PLACES": PLACES, "DISCARD_LIMIT": DISCARD_LIMIT}
