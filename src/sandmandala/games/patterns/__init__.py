"""Patterns, for two players."""

from __future__ import annotations

from ..rules import Rules
from . import board_text, events, illegal_moves, observation, rules, text, view

RULES = Rules(
    name="patterns",
    title="Patterns",
    seat_counts=(2,),
    state_dtype=rules.STATE,
    action_count=rules.ACTION_COUNT,
    max_moves=54,  # one for each field, one to allot the first tiles, one to stop
    has_hidden_information=False,
    options={},
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
