"""The search bot, and the base class of bots that grow a tree."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..games import entry_points
from ..games.action_list import new_action_list
from ..games.compiling import States, Stream
from . import search
from .bot import Budget, BuiltInBot, Candidate, Decision, Knowledge
from .evaluation import Evaluator, Solver, evaluator_of

# Between two checks of the clock.
_CHUNK = 200
MOST_NODES = 2_000_000
_LONGEST_LINE = 8

Tree = States
# A tree, and the function that grows it: from simulations, the size so far and a stream to the new size.
TreeGrowth = tuple[Tree, Callable[[int, int, Stream], int]]


class TreeBot(BuiltInBot):
    """Grows a tree of moves and plays the most visited one, after trying to solve the position."""

    name: str
    uses_solver: bool

    @abstractmethod
    def _tree_growth(self, knowledge: Knowledge, simulations: int | None) -> TreeGrowth:
        """An empty tree for this number of simulations, or for any number, and the function that grows it."""

    def decide(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> Decision:
        legal = knowledge.legal_actions()
        if len(legal) == 1:
            return Decision(knowledge.move_text(legal[0]), legal[0])
        solve = self._solver(evaluator_of(knowledge.rules.name)) if self.uses_solver else None
        if solve:
            start = time.perf_counter()
            if decision := solve(knowledge, budget):
                return decision
            budget = _rest(budget, time.perf_counter() - start)
        tree, simulations = self._grow(knowledge, budget, stream)
        candidates = _candidates(tree, knowledge)
        best = candidates[0]
        return Decision(best.move, best.action, candidates, _line(tree, knowledge, stream), simulations)

    def _solver(self, evaluator: Evaluator) -> Solver | None:
        return evaluator.solve

    def _grow(self, knowledge: Knowledge, budget: Budget, stream: Stream) -> tuple[Tree, int]:
        tree, simulate = self._tree_growth(knowledge, budget.simulations)
        size, done = 1, 0
        begin = time.perf_counter()
        left = budget.simulations or _CHUNK
        # Stop when the remaining simulations cannot change the most visited move.
        while left > 0 and search.lead_at_root(tree) <= left:
            wanted = min(_CHUNK, left)
            size = simulate(wanted, size, stream)
            done += wanted
            if budget.simulations is not None:
                left = budget.simulations - done
            else:
                spent = time.perf_counter() - begin
                left = int(((budget.seconds or 0.0) / spent - 1.0) * done)
        return tree[:size], done


@dataclass(frozen=True)
class SearchBot(TreeBot):
    """Information-set Monte-Carlo tree search; UCT in games without hidden information."""

    name: str = "search"
    exploration: float = 0.5
    horizon: int | None = None  # None: the one that measured best for the game
    uses_solver: bool = True  # solve endgames, in games that have a solver
    is_frozen: bool = False  # with the solver of `search1`

    def _solver(self, evaluator: Evaluator) -> Solver | None:
        return evaluator.solve1 if self.is_frozen else evaluator.solve

    def _tree_growth(self, knowledge: Knowledge, simulations: int | None) -> TreeGrowth:
        rules, actions = knowledge.rules, knowledge.rules.action_count
        seats = rules.seats_of(knowledge.world[0])
        horizon = evaluator_of(rules.name).horizon if self.horizon is None else self.horizon
        worlds = np.concatenate([knowledge.world, knowledge.world])
        room = (simulations or MOST_NODES) + 1
        tree = np.zeros(min(room, MOST_NODES), search.NODE)
        scratch = (new_action_list(actions), np.zeros(actions, np.int32))

        def simulate(wanted: int, size: int, stream: Stream) -> int:
            return search.simulate(
                worlds, seats, knowledge.seat, wanted, self.exploration, horizon, tree, size, stream, *scratch
            )

        return tree, simulate


def _rest(budget: Budget, spent: float) -> Budget:
    """What is left of a budget in seconds. A budget in simulations is unchanged."""
    if budget.seconds is None:
        return budget
    return Budget(seconds=max(budget.seconds - spent, 0.001))


def _children(tree: Tree, node: int) -> list[int]:
    found = []
    child = int(tree[node]["first_child"])
    while child:
        found.append(child)
        child = int(tree[child]["next_sibling"])
    return found


def _candidates(tree: Tree, knowledge: Knowledge) -> tuple[Candidate, ...]:
    """The candidate moves, best first."""
    found = []
    for child in sorted(_children(tree, 0), key=lambda child: _trust(tree, child), reverse=True):
        node = tree[child]
        visits, action = int(node["visits"]), int(node["action"])
        if visits == 0:
            continue
        win = float(node["won"]) / visits
        found.append(
            Candidate(knowledge.move_text(action), action, visits, win, float(node["margin"]) / visits)
        )
    return tuple(found)


def _trust(tree: Tree, child: int) -> tuple[int, float, int]:
    """Sort by visits, then by wins."""
    node = tree[child]
    return int(node["visits"]), float(node["won"]), -int(node["action"])


def _line(tree: Tree, knowledge: Knowledge, stream: Stream) -> tuple[str, ...]:
    """The most visited moves in a row, as far as they are legal in one imagined world."""
    world = knowledge.world.copy()
    legal = new_action_list(knowledge.rules.action_count)
    line: list[str] = []
    node = 0
    while (children := _children(tree, node)) and len(line) < _LONGEST_LINE:
        node = max(children, key=lambda child: _trust(tree, child))
        action = int(tree[node]["action"])
        if action not in legal[: entry_points.list_legal(world, 0, legal)]:
            break
        line.append(knowledge.rules.text.move_text(world[0], action))
        entry_points.play(world, 0, action, stream)
    return tuple(line)
