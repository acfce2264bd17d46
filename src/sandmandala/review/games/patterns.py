"""Reviewing Patterns: its words for moves, its phases, and endgames that are solved exactly."""

from __future__ import annotations

from ...bots.evaluation import patterns_solver
from ...games.compiling import States
from ...games.patterns import rules
from ...games.state_reader import StateReader
from ..chance_scale import ChanceScale
from ..reviewed_game import ReviewedGame, Solved
from ..vocabulary import Phase

_OPENING_TILES, _END_TILES = 40, 26  # front-up tiles; 52 at the beginning


def kind(state: StateReader, action: int) -> str:
    if action == rules.STOP:
        return "stop"
    if action >= rules.FLIP:
        return "flip"
    if action < rules.PLACE:
        return "allot"
    seat = state["turn"]
    return "swap" if state["marker"][seat][state["swap_tile"][seat]] else "open"


def phase(state: StateReader) -> Phase:
    tiles = sum(fields.bit_count() for fields in state["front"])
    if tiles > _OPENING_TILES:
        return "opening"
    return "middle" if tiles > _END_TILES else "end"


def solve(state: States, nodes: int) -> Solved | None:
    """Where that has a fair chance to succeed."""
    if state[0]["phase"] == rules.ALLOTTING or not patterns_solver.worth_trying(state, nodes):
        return None
    solution = patterns_solver.solve(state, nodes)
    if not solution.solved or solution.action is None:
        return None
    return Solved(solution.lower, solution.action)


_SCALES = {2: ChanceScale(stretch=1.2, shift=-0.13)}
REVIEWED = ReviewedGame(kind=kind, phase=phase, horizon=8, scales=_SCALES, solve=solve)
