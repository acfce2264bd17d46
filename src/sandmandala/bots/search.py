"""Information-set Monte-Carlo tree search, for every game and number of players.

Each simulation samples a world that agrees with what the seat knows, walks down one shared tree by the moves
that are legal in it, adds a node, plays to the end, and adds the result of every seat to the nodes on its
path. A node stands for a sequence of moves, whatever chance or hidden cards made of them. Each player is
assumed to maximise its own result. Without hidden information and chance, this is plain UCT.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games.chance import Chance, chance_of, randbelow
from ..games.compiling import Actions, States, Stream, compiled, layout
from ..games.rules import MOST_SEATS, apply, legal_actions, player_to_move, resample, scores, winners
from .evaluation import evaluate

NODE = layout(
    [
        ("value", "f8", (MOST_SEATS,)),  # the sum of the results of each seat
        ("won", "f8"),  # the sum of the mover's wins
        ("margin", "f8"),  # the sum of the mover's score margins
        ("visits", "i4"),
        ("available", "i4"),  # how often the move was legal when its parent was visited
        ("first_child", "i4"),
        ("next_sibling", "i4"),
        ("action", "i2"),
        ("mover", "i2"),  # the seat that makes the move that leads here (unused at the root)
        ("prior", "f4"),  # how likely a network thinks the move is (net_search.py); unused here
    ]
)

# A result is mostly the win; the margin decides between moves that win or lose equally often.
MARGIN_SHARE = 0.1
MARGIN_SCALE = 40.0
LONGEST_PATH = 512


@compiled
def simulate(
    worlds: States,
    seats: int,
    seat: int,
    simulations: int,
    exploration: float,
    horizon: int,
    tree: Any,
    size: int,
    stream: Stream,
    legal: Actions,
    child_of: Any,
) -> int:
    """Run simulations from the knowledge in `worlds[0]`. Returns the new size of the tree.

    A simulation plays random moves to the end of the game, or up to the `horizon`, where it uses the
    evaluation.
    `worlds[1]` is scratch space; so is `child_of`, with a zero for each action. Node 0 is the root.
    """
    chance = chance_of(stream)
    path = np.zeros(LONGEST_PATH, np.int64)
    points = np.zeros(MOST_SEATS, np.int64)
    results, wins, margins = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    for _ in range(simulations):
        worlds[1] = worlds[0]
        world = worlds[1]
        resample(world, seat, chance)
        length, size = _descend(world, exploration, tree, size, path, legal, child_of, chance)
        _play_out(world, horizon, legal, chance)
        _judge(world, seats, points, wins, margins, results)
        back_up(tree, path, length, seats, results, wins, margins)
    return size


@compiled
def back_up(tree: Any, path: Any, length: int, seats: int, results: Any, wins: Any, margins: Any) -> None:
    """Add the result of a simulation to all nodes on its path."""
    for step in range(length):
        node = tree[path[step]]
        node.visits += 1
        for player in range(seats):
            node.value[player] += results[player]
        node.won += wins[node.mover]
        node.margin += margins[node.mover]


@compiled
def lead_at_root(tree: Any) -> int:
    """By how many visits the most visited move is ahead of the next."""
    most, next_most = 0, 0
    child = int(tree[0].first_child)
    while child:
        visits = int(tree[child].visits)
        if visits > most:
            most, next_most = visits, most
        else:
            next_most = max(next_most, visits)
        child = int(tree[child].next_sibling)
    return most - next_most


@compiled
def _descend(
    world: Any,
    exploration: float,
    tree: Any,
    size: int,
    path: Any,
    legal: Actions,
    child_of: Any,
    chance: Chance,
) -> Any:
    """Walk down the tree to a new node. Returns the length of the path and the new size of the tree."""
    path[0] = 0
    length = 1
    while length < LONGEST_PATH:
        count = legal_actions(world, legal)
        if count == 0:
            break
        parent = int(path[length - 1])
        mover = player_to_move(world)
        action, child = _select(tree, parent, mover, exploration, legal, count, child_of, chance)
        is_new = child == 0
        if is_new:
            if size == tree.shape[0]:  # the tree is full: continue without it
                break
            child = size
            size += 1
            add_child(tree, parent, child, action, mover)
        apply(world, action, chance)
        path[length] = child
        length += 1
        if is_new:
            break
    return length, size


@compiled
def _select(
    tree: Any,
    parent: int,
    mover: int,
    exploration: float,
    legal: Actions,
    count: int,
    child_of: Any,
    chance: Chance,
) -> Any:
    """A random untried legal move, or the one with the best upper bound. Returns its node, 0 if it is new."""
    child = int(tree[parent].first_child)
    while child:
        child_of[tree[child].action] = child
        child = int(tree[child].next_sibling)
    fresh = 0
    best_action, best_child, best = -1, 0, -1.0
    for i in range(count):
        action = int(legal[i])
        child = int(child_of[action])
        if child == 0:
            fresh += 1
            if randbelow(chance, fresh) == 0:
                best_action = action
            continue
        node = tree[child]
        node.available += 1
        if fresh == 0:
            visits = float(node.visits)
            bound = node.value[mover] / visits + exploration * np.sqrt(np.log(float(node.available)) / visits)
            if bound > best:
                best, best_action, best_child = bound, action, child
    if fresh:
        best_child = 0
    child = int(tree[parent].first_child)
    while child:
        child_of[tree[child].action] = 0
        child = int(tree[child].next_sibling)
    return best_action, best_child


@compiled
def add_child(tree: Any, parent: int, child: int, action: int, mover: int) -> None:
    node = tree[child]
    node.value[:] = 0.0
    node.won = 0.0
    node.margin = 0.0
    node.visits = 0
    node.available = 1
    node.first_child = 0
    node.next_sibling = tree[parent].first_child
    node.action = action
    node.mover = mover
    tree[parent].first_child = child


@compiled
def _play_out(world: Any, horizon: int, legal: Actions, chance: Chance) -> None:
    """Play random moves to the end, but no further than the horizon."""
    played = 0
    count = legal_actions(world, legal)
    while count > 0 and played < horizon:
        played += 1
        apply(world, int(legal[randbelow(chance, count)]), chance)
        count = legal_actions(world, legal)


@compiled
def _judge(world: Any, seats: int, points: Any, wins: Any, margins: Any, results: Any) -> None:
    """The win of each seat (shared on a tie), its lead over the best other seat, and its result."""
    write_margins(world, seats, points, margins)
    _share_win(world, seats, wins)
    for player in range(seats):
        margin = 0.5 + 0.5 * np.tanh(margins[player] / MARGIN_SCALE)
        results[player] = (1.0 - MARGIN_SHARE) * wins[player] + MARGIN_SHARE * margin


@compiled
def write_margins(world: Any, seats: int, points: Any, margins: Any) -> None:
    """The lead of each seat over the best other seat."""
    scores(world, points)
    for player in range(seats):
        best_other = 0
        for other in range(seats):
            if other != player:
                best_other = max(best_other, int(points[other]))
        margins[player] = float(int(points[player]) - best_other)


@compiled
def _share_win(world: Any, seats: int, wins: Any) -> None:
    """The seats' shares of the win; at the horizon, how likely each is to win."""
    won = winners(world)
    if won == 0:
        evaluate(world, seats, wins)
    best = wins[0]
    for player in range(1, seats):
        best = max(best, wins[player])
    total = 0.0
    for player in range(seats):
        wins[player] = float((won >> player) & 1) if won else np.exp(wins[player] - best)
        total += wins[player]
    for player in range(seats):
        wins[player] /= total
