"""Games of a network against itself, in compiled code, and what is stored of each position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots import net_search, search
from ..bots.net_bot import NODES_OF_A_SIMULATION, ROOT_WORLDS, NetBot
from ..bots.networks import Weights, network_of
from ..bots.networks.arithmetic import exp
from ..games.action_list import new_action_list
from ..games.chance import Chance, chance_of, next_word, stream_for_game
from ..games.compiling import Actions, States, Stream, compiled, inlined
from ..games.options import checked_options, template
from ..games.rules import MOST_SEATS, apply, legal_actions, player_to_move, rules_of, setup, winners

# A move whose mean result is better by this much is e times as likely in the policy target, and e squared
# times as likely to be played.
TARGET_TEMPERATURE = 0.04
PLAY_TEMPERATURE = 0.02
# Shares are stored in 16 bits.
WHOLE = 65535
_LONGEST_GAME = 1000  # positions; of a longer game, the first ones are kept


@dataclass(frozen=True)
class Positions:
    """Positions of finished games. The arrays have the same rows."""

    states: States
    seats: npt.NDArray[np.int8]
    targets: npt.NDArray[np.uint16]  # the policy target by action, in parts of WHOLE
    values: npt.NDArray[np.float32]  # each seat's share of the win that the search expected
    won: npt.NDArray[np.float32]  # each seat's share of the win
    margins: npt.NDArray[np.float32]  # each seat's final lead over the best other seat

    def __len__(self) -> int:
        return len(self.seats)


def joined(parts: list[Positions]) -> Positions:
    def column(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])

    return Positions(*(column(name) for name in Positions.__dataclass_fields__))


def play_games(
    game: str, seats: int, weights: Weights, games: range, simulations: int, seed: int, purpose: str
) -> Positions:
    """Play these games. Each has its own streams, so the worker and the order do not matter."""
    rules, network, bot = rules_of(game), network_of(game), NetBot()
    assert network is not None
    actions = rules.action_count
    begin = template(rules, seats, checked_options(rules, seats, {}), count=3)
    tree = np.zeros(simulations * NODES_OF_A_SIMULATION + actions, search.NODE)
    scratch = network.new_scratch()
    rooms = (new_action_list(actions), np.zeros(actions, np.int32))
    kept = np.zeros(_LONGEST_GAME, rules.state_dtype)
    targets = np.zeros((_LONGEST_GAME, actions), np.uint16)
    values = np.zeros((_LONGEST_GAME, MOST_SEATS), np.float32)
    root_worlds = ROOT_WORLDS if rules.has_hidden_information else 1
    settings = (simulations, bot.exploration, bot.sharpness, root_worlds)
    found = []
    for number in games:
        states, stream = begin.copy(), stream_for_game(seed, purpose, number)
        won, margins = np.zeros(MOST_SEATS, np.float32), np.zeros(MOST_SEATS, np.float32)
        count = _play_game(
            states,
            seats,
            *settings,
            weights,
            scratch,
            tree,
            stream,
            *rooms,
            kept,
            targets,
            values,
            won,
            margins,
        )
        found.append(
            Positions(
                kept[:count].copy(),
                np.full(count, seats, np.int8),
                targets[:count].copy(),
                values[:count].copy(),
                np.tile(won, (count, 1)),
                np.tile(margins, (count, 1)),
            )
        )
    return joined(found)


@compiled
def _play_game(
    states: States,
    seats: int,
    simulations: int,
    exploration: float,
    sharpness: float,
    root_worlds: int,
    nets: Any,
    scratch: Any,
    tree: Any,
    stream: Stream,
    legal: Actions,
    child_of: Any,
    kept: States,
    targets: Any,
    values: Any,
    won: Any,
    margins: Any,
) -> int:
    """Play a game in `states[0]`. Returns the number of positions stored. `states[1:]` is scratch space."""
    chance = chance_of(stream)
    shares = np.zeros(legal.shape[0])
    count = 0
    setup(states[0], chance)
    while True:
        moves = legal_actions(states[0], legal)
        if moves == 0:
            break
        action = int(legal[0])
        if moves > 1:
            seat = player_to_move(states[0])
            states[1] = states[0]
            _clear_root(tree)
            net_search.simulate(
                states[1:],
                seats,
                seat,
                simulations,
                exploration,
                sharpness,
                root_worlds,
                nets,
                scratch,
                tree,
                int(np.int64(1)),  # a literal 1 has a type of its own: all would be compiled again
                stream,
                legal,
                child_of,
            )
            if count < kept.shape[0]:
                kept[count] = states[0]
                _keep(tree, seats, seat, targets[count], values[count], shares)
                count += 1
            action = _sample(tree, seat, shares, chance)
        apply(states[0], action, chance)
    _write_result(states[0], seats, won, margins)
    return count


@inlined
def _clear_root(tree: Any) -> None:
    root = tree[0]
    root.value[:] = 0.0
    root.visits = 0
    root.first_child = 0


@compiled
def _weigh_moves(tree: Any, seat: int, temperature: float, shares: Any) -> float:
    """Write the weight of each move, by its mean result. Returns the sum of weights.

    A move counts as if it had been visited once more, with the assumed result of an untried move.
    """
    root = tree[0]
    untried = root.value[seat] / root.visits - net_search.FIRST_PLAY_LOSS
    best = -1e30
    child = int(root.first_child)
    while child:
        node = tree[child]
        best = max(best, (node.value[seat] + untried) / (node.visits + 1.0))
        child = int(node.next_sibling)
    total = 0.0
    child = int(root.first_child)
    while child:
        node = tree[child]
        mean = (node.value[seat] + untried) / (node.visits + 1.0)
        shares[child] = exp((mean - best) / temperature)
        total += shares[child]
        child = int(node.next_sibling)
    return total


@inlined
def _keep(tree: Any, seats: int, seat: int, target: Any, values: Any, shares: Any) -> None:
    total = _weigh_moves(tree, seat, TARGET_TEMPERATURE, shares)
    target[:] = 0
    child = int(tree[0].first_child)
    while child:
        target[tree[child].action] = int(WHOLE * shares[child] / total)
        child = int(tree[child].next_sibling)
    expected = 0.0
    for player in range(seats):
        expected += tree[0].value[player]
    for player in range(seats):
        values[player] = tree[0].value[player] / expected


@inlined
def _sample(tree: Any, seat: int, shares: Any, chance: Chance) -> int:
    total = _weigh_moves(tree, seat, PLAY_TEMPERATURE, shares)
    left = total * next_word(chance) / 4294967296.0
    child = int(tree[0].first_child)
    while tree[child].next_sibling and left >= shares[child]:
        left -= shares[child]
        child = int(tree[child].next_sibling)
    return int(tree[child].action)


@inlined
def _write_result(state: Any, seats: int, won: Any, margins: Any) -> None:
    bits = winners(state)
    winning = 0
    for player in range(seats):
        winning += (bits >> player) & 1
    points = np.zeros(MOST_SEATS, np.int64)
    search.write_margins(state, seats, points, margins)
    for player in range(seats):
        won[player] = ((bits >> player) & 1) / winning
