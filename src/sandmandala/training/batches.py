"""Batches of a network's inputs and targets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots.networks import Network, Scratch
from ..bots.networks.network import describe, describe_move, table_inputs
from ..bots.search import MARGIN_SCALE
from ..games.action_list import new_action_list
from ..games.compiling import Actions, States, compiled
from ..games.rules import MOST_SEATS, legal_actions, player_to_move, rules_of
from .self_play import Positions

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]

# The share of the search's expectation in the target of wins; the rest is the result of the game.
EXPECTED_SHARE = 0.5


@dataclass(frozen=True)
class Batch:
    """Inputs of a network, a row for each position. Seats are in turn order from the player to move."""

    colours: Floats
    table: Floats
    formula: Floats
    kind: Integers  # by move
    colour: Integers  # by move, then the colours it names
    moves: Floats  # by move, then input
    legal: npt.NDArray[np.bool_]  # by move: whether there is one
    seated: npt.NDArray[np.bool_]  # by seat: whether there is one
    policy: Floats  # targets: how likely each move is,
    won: Floats  # each seat's share of the win,
    margin: Floats  # and its points ahead, 1 being MARGIN_SCALE


def batch_of(network: Network, positions: Positions, chosen: Integers) -> Batch:
    """The positions with these numbers as a batch."""
    rules, count = rules_of(network.game), len(chosen)
    width = rules.action_count
    states, seats = positions.states[chosen], positions.seats[chosen].astype(np.int64)
    movers, moves = np.zeros(count, np.int64), np.zeros(count, np.int64)
    actions = np.zeros((count, width), np.int64)
    colours = np.zeros((count, network.colours, network.colour_inputs), np.float32)
    table = np.zeros((count, network.table_inputs), np.float32)
    formula = np.zeros((count, MOST_SEATS), np.float32)
    kind = np.zeros((count, width), np.int64)
    colour = np.full((count, width, network.move_colours), -1, np.int64)
    inputs = np.zeros((count, width, network.move_inputs), np.float32)
    _fill(
        states,
        seats,
        new_action_list(width),
        network.new_scratch(),
        movers,
        moves,
        actions,
        colours,
        table,
        formula,
        kind,
        colour,
        inputs,
    )
    most = int(moves.max())
    legal = np.arange(most) < moves[:, None]
    policy = (
        np.take_along_axis(positions.targets[chosen], actions[:, :most], axis=1).astype(np.float32) * legal
    )
    places = (movers[:, None] + np.arange(MOST_SEATS)) % seats[:, None]
    seated = np.arange(MOST_SEATS) < seats[:, None]

    def in_turn_order(by_seat: Floats) -> Floats:
        ordered: Floats = np.take_along_axis(by_seat[chosen], places, axis=1) * seated
        return ordered

    expected, won = in_turn_order(positions.values), in_turn_order(positions.won)
    return Batch(
        colours,
        table,
        formula,
        kind[:, :most],
        colour[:, :most],
        inputs[:, :most],
        legal,
        seated,
        policy / policy.sum(axis=1, keepdims=True),
        EXPECTED_SHARE * expected + (1 - EXPECTED_SHARE) * won,
        in_turn_order(positions.margins) / np.float32(MARGIN_SCALE),
    )


@compiled
def _fill(
    states: States,
    seats: Any,
    legal: Actions,
    scratch: Scratch,
    movers: Any,
    moves: Any,
    actions: Any,
    colours: Any,
    table: Any,
    formula: Any,
    kind: Any,
    colour: Any,
    inputs: Any,
) -> None:
    out = scratch[0]
    for i in range(states.shape[0]):
        state = states[i]
        seat = player_to_move(state)
        describe(state, seat, seats[i], out)
        movers[i] = seat
        colours[i] = out.colours[: colours.shape[1]]
        table[i] = table_inputs(out)
        for place in range(seats[i]):
            formula[i, place] = out.formula[place]
        moves[i] = legal_actions(state, legal)
        for row in range(moves[i]):
            out.inputs[row] = 0.0
            out.colour[row] = -1
            describe_move(state, seat, int(legal[row]), out, row)
            actions[i, row] = legal[row]
            kind[i, row] = out.kind[row]
            colour[i, row] = out.colour[row]
            inputs[i, row] = out.inputs[row]
