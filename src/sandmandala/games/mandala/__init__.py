"""Mandala, for two players."""

from __future__ import annotations

from ..manifest import DrawLimits, Manifest
from ..sand_colours import SAND

MANIFEST = Manifest(
    name="mandala",
    title="Mandala",
    order=1,
    seat_counts=(2,),
    last_rule="M18",
    # Until the draw pile has run out, at most 100 cards are played and 108 times colours are taken; then at
    # most 108 cards, with 19 discards in a row between them (M14).
    max_moves=2500,
    has_hidden_information=True,
    options={"memory_aid": ("off", "on")},
    palette=SAND,
    # Set-up: the beginner, two mountains of two, two hands of six, two cups of two. A move: eight discards.
    draw_limits=DrawLimits(set_up=21, cards=8, lot_outcomes=2),
)
