"""Monte-Carlo tree search led by a network: PUCT over worlds that are resampled for each simulation.

As in search.py, each simulation samples a world that agrees with what the seat knows, and walks down a tree
of moves. But the network evaluates new nodes instead of random moves, and moves that it thinks likely are
tried first. A move keeps the prior of the world in which it was first legal; when further moves become legal,
the network is asked again. Priors are normalised over the legal moves of the current world. A move with prior
0 is never tried: `overlook` gives it to moves that a weaker bot does not see.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games.chance import Chance, chance_of, next_word
from ..games.compiling import Actions, States, Stream, compiled, inlined
from ..games.rules import MOST_SEATS, apply, legal_actions, player_to_move, resample, winners
from .networks.arithmetic import tanh
from .networks.forward import choose, think
from .search import LONGEST_PATH, MARGIN_SCALE, MARGIN_SHARE, add_child, back_up, write_margins

# First-play urgency: how much worse than its parent an untried move counts, once likelier ones were tried.
FIRST_PLAY_LOSS = 0.1
# Of a legal move, so that it does not become 0 when stored in 32 bits.
_LEAST_PRIOR = 1e-30


@compiled
def simulate(
    worlds: States,
    seats: int,
    seat: int,
    simulations: int,
    exploration: float,
    sharpness: float,
    root_worlds: int,
    nets: Any,
    scratch: Any,
    tree: Any,
    size: int,
    stream: Stream,
    legal: Actions,
    child_of: Any,
) -> int:
    """Run simulations from the knowledge in `worlds[0]`. Returns the new size of the tree.

    `worlds[1]`, `scratch` and `child_of`, with a zero for each action, are scratch space. Node 0 is the root.
    Its priors are the mean over some worlds. Priors are raised to the power of `sharpness`.
    """
    chance = chance_of(stream)
    net, out = nets[0], scratch[0]
    path = np.zeros(LONGEST_PATH, np.int64)
    nodes = np.zeros(legal.shape[0], np.int64)
    points = np.zeros(MOST_SEATS, np.int64)
    results, wins, margins = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    if tree[0].first_child == 0:
        size = _expand_root(worlds, seats, seat, sharpness, root_worlds, net, out, tree, legal, chance)
    for _ in range(simulations):
        worlds[1] = worlds[0]
        world = worlds[1]
        resample(world, seat, chance)
        length, size = _descend(
            world, seats, exploration, sharpness, net, out, tree, size, path, legal, child_of, nodes, chance
        )
        _judge(world, seats, out, points, wins, margins, results)
        back_up(tree, path, length, seats, results, wins, margins)
    return size


@inlined
def _expand_root(
    worlds: States,
    seats: int,
    seat: int,
    sharpness: float,
    root_worlds: int,
    net: Any,
    out: Any,
    tree: Any,
    legal: Actions,
    chance: Chance,
) -> int:
    """Add the children of the root. All are legal in every world."""
    count = legal_actions(worlds[0], legal)
    for i in range(count):
        add_child(tree, 0, 1 + i, int(legal[i]), seat)
        tree[1 + i].prior = 0.0
    for _ in range(root_worlds):
        worlds[1] = worlds[0]
        world = worlds[1]
        resample(world, seat, chance)
        think(net, world, seat, seats, out)
        choose(net, world, seat, legal, count, sharpness, out)
        for i in range(count):
            tree[1 + i].prior += max(out.prior[i], _LEAST_PRIOR) / root_worlds
        for player in range(seats):
            tree[0].value[player] += out.win[player] / root_worlds
    tree[0].visits = 1
    return 1 + count


@compiled
def overlook(tree: Any, count: int, considered: int, stream: Stream) -> None:
    """Keep some of the root's moves, drawn by their priors, and let the others never be tried."""
    chance = chance_of(stream)
    left = 0.0
    for child in range(1, 1 + count):
        left += tree[child].prior
    kept = np.zeros(1 + count, np.bool_)
    for _ in range(min(considered, count)):
        drawn = left * next_word(chance) / 4294967296.0
        last = 0
        for child in range(1, 1 + count):
            if kept[child]:
                continue
            last = child
            drawn -= tree[child].prior
            if drawn < 0.0:
                break
        kept[last] = True
        left -= tree[last].prior
    for child in range(1, 1 + count):
        if not kept[child]:
            tree[child].prior = 0.0


@inlined
def _descend(
    world: Any,
    seats: int,
    exploration: float,
    sharpness: float,
    net: Any,
    out: Any,
    tree: Any,
    size: int,
    path: Any,
    legal: Actions,
    child_of: Any,
    nodes: Any,
    chance: Chance,
) -> Any:
    """Walk down the tree to a leaf and add its children. Returns the length of the path and the size of the
    tree. Unless the game is over, `out` then has the output of the network."""
    path[0] = 0
    length = 1
    while True:
        count = legal_actions(world, legal)
        if count == 0:
            break
        parent, mover = int(path[length - 1]), player_to_move(world)
        is_leaf = tree[parent].first_child == 0 or length == LONGEST_PATH
        if not _find_children(tree, parent, legal, count, child_of, nodes) or is_leaf:
            think(net, world, mover, seats, out)
            if size + count > tree.shape[0]:  # the tree is full: continue without it
                break
            choose(net, world, mover, legal, count, sharpness, out)
            size = _add_children(tree, parent, mover, size, legal, count, out, nodes)
            if is_leaf:
                break
        best = _select(tree, parent, mover, exploration, count, nodes)
        apply(world, int(legal[best]), chance)
        path[length] = nodes[best]
        length += 1
    return length, size


@compiled
def _find_children(tree: Any, parent: int, legal: Actions, count: int, child_of: Any, nodes: Any) -> bool:
    """Write the node of each legal move, 0 if it has none. Returns whether all have one."""
    # Children that were added together are neighbours. Often these are just the legal moves.
    child = int(tree[parent].first_child)
    i = count - 1
    while child and i >= 0 and tree[child].action == legal[i]:
        nodes[i] = child
        child = int(tree[child].next_sibling)
        i -= 1
    if i < 0:
        return True
    child = int(tree[parent].first_child)
    while child:
        child_of[tree[child].action] = child
        child = int(tree[child].next_sibling)
    known = 0
    for i in range(count):
        nodes[i] = child_of[legal[i]]
        known += int(nodes[i] != 0)
    child = int(tree[parent].first_child)
    while child:
        child_of[tree[child].action] = 0
        child = int(tree[child].next_sibling)
    return known == count


@inlined
def _add_children(
    tree: Any, parent: int, mover: int, size: int, legal: Actions, count: int, out: Any, nodes: Any
) -> int:
    """Add the legal moves that have no node yet. Returns the new size of the tree."""
    for i in range(count):
        if nodes[i] == 0:
            add_child(tree, parent, size, int(legal[i]), mover)
            tree[size].prior = max(out.prior[i], _LEAST_PRIOR)
            nodes[i] = size
            size += 1
    return size


@inlined
def _select(tree: Any, parent: int, mover: int, exploration: float, count: int, nodes: Any) -> int:
    """The index of the legal move with the best sum of mean result and exploration bonus."""
    visits, priors, tried = 0, 0.0, 0.0
    for i in range(count):
        node = tree[nodes[i]]
        visits += int(node.visits)
        priors += node.prior
        tried += node.prior * int(node.visits > 0)
    root = tree[parent]
    untried = root.value[mover] / root.visits - FIRST_PLAY_LOSS * np.sqrt(tried / priors)
    factor = exploration * np.sqrt(float(max(visits, 1))) / priors
    best, highest = 0, -1e30
    for i in range(count):
        node = tree[nodes[i]]
        if node.prior == 0.0:
            continue
        value = node.value[mover] / node.visits if node.visits > 0 else untried
        value += factor * node.prior / (1.0 + node.visits)
        if value > highest:
            best, highest = i, value
    return best


@inlined
def _judge(world: Any, seats: int, out: Any, points: Any, wins: Any, margins: Any, results: Any) -> None:
    """The win, lead and result of each seat: the real ones at the end, else those the network predicts."""
    won = winners(world)
    if won:
        write_margins(world, seats, points, margins)
        share = 0
        for player in range(seats):
            share += (won >> player) & 1
        for player in range(seats):
            wins[player] = float((won >> player) & 1) / share
    else:
        for player in range(seats):
            wins[player] = out.win[player]
            margins[player] = out.margin[player] * MARGIN_SCALE
    for player in range(seats):
        margin = 0.5 + 0.5 * tanh(margins[player] / MARGIN_SCALE)
        results[player] = (1.0 - MARGIN_SHARE) * wins[player] + MARGIN_SHARE * margin
