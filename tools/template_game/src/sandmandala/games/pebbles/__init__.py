"""Pebbles, for two or three players."""

from __future__ import annotations

from ..manifest import DrawLimits, Manifest
from ..palette import Colour, Palette

MANIFEST = Manifest(
    name="pebbles",
    title="Pebbles",
    order=99,
    seat_counts=(2, 3),
    last_rule="B6",
    max_moves=50,  # B5: of 60 stones, ten or more are in hands when the bag is empty
    has_hidden_information=True,
    options={},
    palette=Palette(
        Colour("W", "white", "#efe9df"),
        Colour("G", "grey", "#8d8a86", is_dark=True),
        Colour("K", "black", "#2e2b30", is_dark=True),
    ),
    # Set-up: the beginner, and three hands of five. A move: one stone.
    draw_limits=DrawLimits(set_up=16, cards=1, lot_outcomes=3),
)
