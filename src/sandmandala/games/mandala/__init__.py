"""Mandala, for two players."""

from __future__ import annotations

from ..rules import Rules
from . import board, observation, rules, text, view, why

RULES = Rules(
    name="mandala",
    title="Mandala",
    seats=(2,),
    state=rules.STATE,
    actions=rules.ACTIONS,
    has_secrets=True,
    options={"memory_aid": ("off", "on")},
    compiled=rules,
    view=view.view,
    events=view.events,
    why_illegal=why.why_illegal,
    text=text,
    parts=observation.PARTS,
    observe=observation.observe,
    board=board.board,
)
