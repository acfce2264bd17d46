"""Tables of the rules for the web app; tools/web_types.py exports them."""

from __future__ import annotations

from . import rules as r
from .events import ROWS

# P1: the numbers of the markers.
MARKERS = list(range(1, r.COLOURS + 1))

# P12: the number of tiles that score, by the size of the group.
COUNTED_TILES = [int(r.counted_tiles(tiles)) for tiles in range(r.TILES_OF_A_COLOUR + 1)]

# ROWS, P2: the fields from the top left.
TABLES = {"ROWS": ROWS, "MARKERS": MARKERS, "COUNTED_TILES": COUNTED_TILES}
