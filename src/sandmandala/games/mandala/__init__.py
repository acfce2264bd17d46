"""Mandala, for two players."""

from __future__ import annotations

from ..rules import Rules
from . import board, events, observation, rules, text, view, why

RULES = Rules(
    name="mandala",
    title="Mandala",
    seats=(2,),
    state=rules.STATE,
    actions=rules.ACTIONS,
    # Until the draw pile has run out, at most 100 cards are played and 108 times colours are taken; then at
    # most 108 cards, with 19 discards in a row between them (M14).
    longest=2500,
    has_secrets=True,
    options={"memory_aid": ("off", "on")},
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
