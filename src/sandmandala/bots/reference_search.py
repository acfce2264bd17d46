"""Plain Monte-Carlo tree search, for the reference opponents. It is frozen: it must never change.

One tree search with two ways to identify a node. UCT identifies it by the moves that led there,
information-set search by everything that the player to move knows, however it came about.
A node counts its visits; each of its moves has visits and the sum of the mover's returns. A return is 1 for a
win, -1 for a loss, and 2/k - 1 for a win shared by k.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..games.chance import Chance, chance_of, randbelow
from ..games.compiling import Actions, States, Stream, compiled, layout
from ..games.rules import MOST_SEATS, apply, legal_actions, player_to_move, resample, winners

NODE = layout(
    [
        ("key", "u8"),
        ("visits", "i4"),
        ("first_edge", "i4"),  # one edge for each legal move follows, in their order; 0 if there are none yet
    ]
)
EDGE = layout([("returns", "f8"), ("visits", "i8")])

# Nodes and edges count from 1; these are the indices of their numbers in `used`.
ROOT = 1
NODES, EDGES = 0, 1

# The constant that OpenSpiel's examples give its search bots (uct_c), for the same range of returns.
EXPLORATION = 2.0
LONGEST_PATH = 512

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


@compiled
def simulate(
    worlds: States,
    seen: States,
    words: Any,
    luck: Any,
    seats: int,
    seat: int,
    by_moves: bool,
    simulations: int,
    nodes: Any,
    edges: Any,
    slots: Any,
    used: Any,
    stream: Stream,
    legal: Actions,
) -> None:
    """Run simulations from the knowledge in `worlds[0]`; `worlds[1]` is scratch space.

    So are `luck[1]` and `seen[0]`, which lies in the memory of `words`. `slots` is a hash table of nodes, by
    their keys.
    """
    chance = chance_of(stream)
    path = np.zeros(LONGEST_PATH, np.int64)
    movers = np.zeros(LONGEST_PATH, np.int64)
    returns = np.zeros(MOST_SEATS)
    for _ in range(simulations):
        worlds[1] = worlds[0]
        world = worlds[1]
        if not by_moves:
            resample(world, seat, chance)
        node, length, mover = ROOT, 0, seat
        count = legal_actions(world, legal)
        while count > 0:
            chosen = -1
            if node > 0 and length < LONGEST_PATH:
                chosen = _walk(nodes[node], edges, used, count, chance)
            if chosen < 0:  # outside the tree
                node = 0
                chosen = randbelow(chance, count)
            else:
                path[length], movers[length] = int(nodes[node].first_edge) + chosen, mover
                length += 1
            action = int(legal[chosen])
            apply(world, action, chance)
            count = legal_actions(world, legal)
            if node > 0 and count > 0:
                mover = player_to_move(world)
                if by_moves:
                    key = _next(np.uint64(nodes[node].key), np.uint64(action + 1))
                else:
                    seen[0] = world
                    key = _information(seen, words, luck, mover)
                node = _find(nodes, slots, used, key)
        _judge(winners(world), seats, returns)
        for step in range(length):
            edges[path[step]].returns += returns[movers[step]]


@compiled
def _walk(node: Any, edges: Any, used: Any, count: int, chance: Chance) -> int:
    """Choose a move in a node and count it. Returns -1 if there is no room left for moves."""
    if node.first_edge == 0:  # edges are allocated when a node is first passed through
        if used[EDGES] + count > edges.shape[0]:
            return -1
        node.first_edge = used[EDGES]
        used[EDGES] += count
    chosen = _select(node, edges, count, chance)
    node.visits += 1
    edges[int(node.first_edge) + chosen].visits += 1
    return chosen


@compiled
def _select(node: Any, edges: Any, count: int, chance: Chance) -> int:
    """A random untried move; if there is none, the one with the best upper bound (UCB1), ties at random."""
    first, visits = int(node.first_edge), int(node.visits)
    chosen = 0
    if visits < count:  # as long as there are untried moves, each visit tries one
        skip = randbelow(chance, count - visits)
        for i in range(count):
            if edges[first + i].visits == 0:
                if skip == 0:
                    chosen = i
                    break
                skip -= 1
        return chosen
    scale = EXPLORATION * np.sqrt(np.log(float(visits)))
    best, tied = -np.inf, 0
    for i in range(count):
        edge = edges[first + i]
        tries = float(edge.visits)
        bound = edge.returns / tries + scale / np.sqrt(tries)
        if bound > best:
            best, tied, chosen = bound, 1, i
        elif bound == best:
            tied += 1
            if randbelow(chance, tied) == 0:
                chosen = i
    return chosen


@compiled
def _next(key: Any, word: Any) -> Any:
    mixed = (key ^ word) * _FACTOR
    return mixed ^ (mixed >> _SHIFT)


@compiled
def _information(seen: States, words: Any, luck: Any, mover: int) -> Any:
    """A key for everything that the mover knows in the world `seen[0]`.

    What is hidden from it is resampled, always with the same stream, so that worlds that look alike to the
    mover become the same world.
    """
    luck[1] = luck[0]  # an argument: with a constant, the compiler would unroll the dealing for minutes
    resample(seen[0], mover, chance_of(luck[1]))
    key = np.uint64(0)
    for i in range(words.shape[0]):
        key = _next(key, words[i])
    return _next(key, key >> np.uint64(32))


@compiled
def _find(nodes: Any, slots: Any, used: Any, key: Any) -> int:
    """The node with this key. If there is none, add one and return 0."""
    mask = np.uint64(slots.shape[0] - 1)
    slot = key & mask
    while slots[slot] > 0:
        if nodes[slots[slot]].key == key:
            return int(slots[slot])
        slot = (slot + np.uint64(1)) & mask
    if used[NODES] < nodes.shape[0]:
        slots[slot] = used[NODES]
        nodes[used[NODES]].key = key
        used[NODES] += 1
    return 0


@compiled
def _judge(won: int, seats: int, returns: Any) -> None:
    """The return of each seat: 1 for a win, less for a shared one, -1 for a loss."""
    sharing = 0
    for seat in range(seats):
        sharing += (won >> seat) & 1
    for seat in range(seats):
        returns[seat] = 2.0 * float((won >> seat) & 1) / float(sharing) - 1.0
