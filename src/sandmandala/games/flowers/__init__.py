"""Flowers, for two to four players."""

from __future__ import annotations

from ..rules import Rules
from . import board, events, observation, rules, text, view, why

RULES = Rules(
    name="flowers",
    title="Flowers",
    seats=(2, 3, 4),
    state=rules.STATE,
    actions=rules.ACTIONS,
    # 18 pairs of tiles; until one is taken, at most 90 cards are played, with 3 passes between them.
    longest=7000,
    has_secrets=True,
    options={"final_mandalas": ("all", "tiles_out_only"), "memory_aid": ("off", "on")},
    compiled=rules,
    write_view=view.write_view,
    events=events.events,
    unforeseeable=events.UNFORESEEABLE,
    why_illegal=why.why_illegal,
    text=text,
    parts=observation.PARTS,
    observe=observation.observe,
    board=board.board,
)
