"""Patterns, for two players."""

from __future__ import annotations

from ..rules import Rules
from . import board, events, observation, rules, text, view, why

RULES = Rules(
    name="patterns",
    title="Patterns",
    seats=(2,),
    state=rules.STATE,
    actions=rules.ACTIONS,
    longest=54,  # one for each field, one to allot the first tiles, one to stop
    has_secrets=False,
    options={},
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
