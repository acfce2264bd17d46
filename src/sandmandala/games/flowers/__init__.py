"""Flowers, for two to four players."""

from __future__ import annotations

from ..manifest import DrawLimits, Manifest
from ..sand_colours import SAND

MANIFEST = Manifest(
    name="flowers",
    title="Flowers",
    order=3,
    seat_counts=(2, 3, 4),
    last_rule="F17",
    # 18 pairs of tiles; until one is taken, at most 90 cards are played, with 3 passes between them.
    max_moves=7000,
    has_hidden_information=True,
    options={"final_mandalas": ("all", "tiles_out_only"), "memory_aid": ("off", "on")},
    palette=SAND,
    # Set-up: the beginner, six tiles, hands of 5, 6, 7 and 8. A move: four cards; or two tiles, one of 18
    # each, and the order of the last three mandalas.
    draw_limits=DrawLimits(set_up=33, cards=4, lots=5, lot_outcomes=18),
)
