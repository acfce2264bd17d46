"""Mandala, for two players."""

from __future__ import annotations

from ..rules import Rules
from . import board_text, events, illegal_moves, observation, rules, text, view

RULES = Rules(
    name="mandala",
    title="Mandala",
    seat_counts=(2,),
    state_dtype=rules.STATE,
    action_count=rules.ACTION_COUNT,
    # Until the draw pile has run out, at most 100 cards are played and 108 times colours are taken; then at
    # most 108 cards, with 19 discards in a row between them (M14).
    max_moves=2500,
    has_hidden_information=True,
    options={"memory_aid": ("off", "on")},
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
