"""Flowers, for two to four players."""

from __future__ import annotations

from ..rules import Rules
from . import board_text, events, illegal_moves, observation, rules, text, view

RULES = Rules(
    name="flowers",
    title="Flowers",
    seat_counts=(2, 3, 4),
    state_dtype=rules.STATE,
    action_count=rules.ACTION_COUNT,
    # 18 pairs of tiles; until one is taken, at most 90 cards are played, with 3 passes between them.
    max_moves=7000,
    has_hidden_information=True,
    options={"final_mandalas": ("all", "tiles_out_only"), "memory_aid": ("off", "on")},
    rules_module=rules,
    write_view=view.write_view,
    events=events.events,
    unforeseeable=events.UNFORESEEABLE,
    why_illegal=illegal_moves.why_illegal,
    text=text,
    observation_parts=observation.PARTS,
    observe=observation.observe,
    board_lines=board_text.board_lines,
)
