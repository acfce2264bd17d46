"""Solves endgames of Patterns: who wins with best play, by how many points, and how.

The final margin decides: more than 0 is a win, 0 a tie. Proving a win takes about ten times fewer nodes than
finding the margin. So the solver first proves who wins, and a proven win is useful even if the exact margin
is unknown. An estimate tells which to try first: to prove a win, or to refute even a tie.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from ...games import entry_points
from ...games.chance import stream_from_seed
from ...games.compiling import States
from ...games.patterns import rules
from ...games.patterns.bitboard import FIELD_OF, lowest_square
from ...games.patterns.text import move_text
from ..bot import Budget, Candidate, Decision, Knowledge
from .patterns_endgame import FLIP
from .patterns_move_order import HUNDREDTHS
from .patterns_prover import NodeLimit, Prover
from .patterns_table import INFINITE

TABLE_BITS = 18  # 4 MB: a larger table saves fewer nodes than it costs time
_LONGEST_LINE = 8
# What a decision may spend: as much time as the simulations would take, or half of the seconds.
_NODES_A_SIMULATION = 50
_NODES_A_SECOND = 5_000_000
_SHARE = 0.5


@dataclass(frozen=True)
class Effort:
    """How the solver works, and when a bot tries it: with this many front-up tiles, this many nodes solve
    three of ten positions, and each further tile doubles them."""

    estimates: bool
    tiles: int
    nodes: int


# Measured with 27 to 33 tiles, in games of `net:400`.
BEST = Effort(estimates=True, tiles=31, nodes=300_000)
# Measured with 35 to 39 tiles, in games of weaker bots. `search1` never changes.
SEARCH1 = Effort(estimates=False, tiles=29, nodes=1_000)


@dataclass(frozen=True)
class Solution:
    """Bounds of the final margin for the player to move, and a move that reaches the lower one."""

    lower: int
    upper: int
    action: int | None
    line: tuple[int, ...]  # best moves on both sides, from here to the end unless nodes ran out
    nodes: int

    @property
    def solved(self) -> bool:
        return self.lower == self.upper


def solve(
    world: States,
    node_limit: int,
    deadline: float | None = None,
    table_bits: int = TABLE_BITS,
    estimates: bool = True,
    threads: int = 1,
) -> Solution:
    """Solve the game from `world[0]` with at most this many nodes, by the deadline (of `perf_counter`).

    Without estimates it takes more nodes: this is how `search1` does it. With several threads, the bounds are
    as exact as with one, but the nodes differ each time, and so may the move if several are best.
    """
    phase, lead = int(world[0]["phase"]), _lead(world)
    if phase not in (rules.PLAYING, rules.LAST_FLIPS):
        raise ValueError("There is nothing to solve before the tiles are allotted, or when the game is over.")
    if phase == rules.LAST_FLIPS:
        line, margin = _flip_all(world)
        return Solution(margin, margin, line[0], line, 0)
    prover = Prover(table_bits, NodeLimit(node_limit, deadline), estimates, threads)
    looks_lost = HUNDREDTHS * lead + prover.start(world) < 0
    lower, upper, best = -INFINITE, INFINITE, None
    goal = 0 if estimates and looks_lost else 1
    while lower < upper:
        answer = prover.prove(goal - lead)
        if answer is None:
            break
        value, chosen = answer[0] + lead, answer[1]
        if value >= goal:
            lower, best = value, _action(chosen)
            goal = value + 1
        else:
            upper = goal = value
    if best is None or lower < upper:
        return Solution(lower, upper, best, () if best is None else (best,), prover.nodes)
    return Solution(lower, upper, best, _line(prover, world, best, lower), prover.nodes)


def _action(chosen: int) -> int:
    field = int(FIELD_OF[chosen % FLIP])
    return field + (rules.FLIP if chosen >= FLIP else rules.PLACE)


def _lead(world: States) -> int:
    """The lead in points of the player to move."""
    points, seat = entry_points.scores_of(world[0]), int(world[0]["turn"])
    return points[seat] - points[1 - seat]


def _play(world: States, action: int) -> None:
    entry_points.play(world, 0, action, stream_from_seed(0))  # nothing is random any more


def _flip_all(world: States) -> tuple[tuple[int, ...], int]:
    """All last flips, and the final lead of the player who makes them."""
    world, line = world.copy(), []
    while world[0]["phase"] == rules.LAST_FLIPS:
        field = int(FIELD_OF[lowest_square(int(world[0]["may_flip"]))])
        line.append(rules.FLIP + field)
        _play(world, line[-1])
    return tuple(line), _lead(world)


def _line(prover: Prover, world: States, action: int, margin: int) -> tuple[int, ...]:
    """Best play on both sides from a position with this final margin."""
    world, line, seat = world.copy(), [action], int(world[0]["turn"])
    _play(world, action)
    while world[0]["phase"] == rules.PLAYING:
        if world[0]["turn"] != seat:
            seat, margin = 1 - seat, -margin
        prover.start(world)
        answer = prover.prove(margin - _lead(world))
        if answer is None:
            return tuple(line)
        line.append(_action(answer[1]))
        _play(world, line[-1])
    if world[0]["phase"] == rules.LAST_FLIPS:
        line += _flip_all(world)[0]
    return tuple(line)


def decide(knowledge: Knowledge, budget: Budget, effort: Effort = BEST) -> Decision | None:
    """The best move, if a share of the budget is enough to find it, or None.

    A lost position whose margin is unknown is left to the search: the solver cannot tell its moves apart.
    """
    world = knowledge.world
    if budget.simulations is None:
        seconds = _SHARE * (budget.seconds or 0.0)
        nodes, deadline = int(_NODES_A_SECOND * seconds), time.perf_counter() + seconds
    else:
        nodes, deadline = _NODES_A_SIMULATION * budget.simulations, None
    if world[0]["phase"] == rules.ALLOTTING or not worth_trying(world, nodes, effort):
        return None
    # A faster machine may search more nodes than expected.
    solution = solve(world, nodes if deadline is None else 4 * nodes, deadline, estimates=effort.estimates)
    if solution.action is None or not (solution.solved or solution.lower > 0):
        return None
    move = knowledge.move_text(solution.action)
    win = 0.5 * (int(solution.lower >= 0) + int(solution.lower > 0))
    candidate = Candidate(move, solution.action, 0, win, float(solution.lower))
    return Decision(move, solution.action, (candidate,), _texts(world, solution.line), solved=True)


def worth_trying(world: States, nodes: int, effort: Effort = BEST) -> bool:
    """Whether this many nodes have a fair chance to solve the position."""
    tiles = sum(int(fields).bit_count() for fields in world[0]["front"])
    return nodes >= effort.nodes * 2.0 ** (tiles - effort.tiles)


def _texts(world: States, line: tuple[int, ...]) -> tuple[str, ...]:
    world, texts = world.copy(), []
    for action in line[:_LONGEST_LINE]:
        texts.append(move_text(world[0], action))
        _play(world, action)
    return tuple(texts)
