"""Patterns, for two players."""

from __future__ import annotations

from ..manifest import DrawLimits, Manifest
from ..sand_colours import SAND

MANIFEST = Manifest(
    name="patterns",
    title="Patterns",
    order=2,
    seat_counts=(2,),
    last_rule="P12",
    max_moves=54,  # one for each field, one to allot the first tiles, one to stop
    has_hidden_information=False,
    options={},
    palette=SAND,
    draw_limits=DrawLimits(set_up=53, lot_outcomes=2),  # the beginner and a tile for each field
)
