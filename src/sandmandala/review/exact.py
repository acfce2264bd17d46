"""Exact margins, in games that have a solver."""

from __future__ import annotations

from collections.abc import Sequence

from ..bots import Knowledge
from ..games import entry_points
from ..games.chance import stream_from_seed
from ..games.compiling import States
from .reviewed_game import Solved, reviewed_game


def solve_position(knowledge: Knowledge, nodes: int) -> Solved | None:
    """The best move and its margin, if they can be found with this many nodes."""
    return _solve(knowledge, knowledge.world, nodes)


def margins_after(knowledge: Knowledge, actions: Sequence[int], nodes: int) -> list[int] | None:
    """The final margin after each action, or None if one of them takes more nodes."""
    found = []
    for action in actions:
        margin = _margin_after(knowledge, action, nodes)
        if margin is None:
            return None
        found.append(margin)
    return found


def _solve(knowledge: Knowledge, world: States, nodes: int) -> Solved | None:
    solve = reviewed_game(knowledge.rules.name).solve
    return solve(world, nodes) if solve and nodes else None


def _margin_after(knowledge: Knowledge, action: int, nodes: int) -> int | None:
    world, seat = knowledge.world.copy(), knowledge.seat
    entry_points.play(world, 0, action, stream_from_seed(0))  # nothing is drawn in a game that can be solved
    mover = entry_points.to_move(world, 0)
    if mover < 0:
        points = entry_points.scores_of(world[0])
        return points[seat] - points[1 - seat]
    solved = _solve(knowledge, world, nodes)
    if solved is None:
        return None
    return solved.margin if mover == seat else -solved.margin
