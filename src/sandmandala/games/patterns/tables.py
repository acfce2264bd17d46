"""Tables of the rules that the web app draws; tools/web_types.py writes them down for it."""

from __future__ import annotations

from . import rules as r
from .events import ROWS

# P1: the numbers of the markers.
MARKERS = list(range(1, r.COLOURS + 1))

# P12: how many tiles of a group count, by how many it has.
COUNTED_TILES = [int(r.counted_tiles(tiles)) for tiles in range(r.TILES_OF_A_COLOUR + 1)]

# ROWS, P2: the fields as one sees them.
TABLES = {"ROWS": ROWS, "MARKERS": MARKERS, "COUNTED_TILES": COUNTED_TILES}
