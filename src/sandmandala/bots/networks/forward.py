"""The forward pass: from a world to who wins, by how much, and which moves are likely."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.compiling import Actions, compiled
from ...games.rules import MOST_SEATS
from .arithmetic import add_product, add_products, exp, weigh_positive
from .network import OUTPUTS, colour_count, describe, describe_move

_ZERO = np.float32(0.0)


@compiled
def think(net: Any, state: Any, seat: int, seats: int, out: Any) -> None:
    """Evaluate a world in which the seat is to move: `out.win` and `out.margin`, by seat."""
    describe(state, seat, seats, out)
    _layers(net, out, colour_count(state))
    best = -1e30
    for place in range(seats):
        out.win[(seat + place) % seats] = out.formula[place] + out.outputs[place]
        out.margin[(seat + place) % seats] = out.outputs[MOST_SEATS + place]
        best = max(best, out.formula[place] + out.outputs[place])
    total = 0.0
    for player in range(seats):
        out.win[player] = exp(out.win[player] - best)
        total += out.win[player]
    for player in range(seats):
        out.win[player] /= total


@compiled
def _layers(net: Any, out: Any, colours: int) -> None:
    width, table_width = out.to_colour.shape[0], out.table_1.shape[0]
    # Numbers are copied by loops: assigning arrays would compile Numba's error messages about shapes, too.
    for colour in range(colours):
        for i in range(width):
            out.colour_1[colour, i] = net.colour_1_bias[i]
    add_products(out.colours, net.colour_1, out.colour_1, colours)
    _pool(out.colour_1, out.table, colours)
    for i in range(table_width):
        out.table_1[i] = net.table_bias[i]
    add_product(out.table, net.table, out.table_1)
    for i in range(table_width):
        out.table_1[i] = max(out.table_1[i], _ZERO)
        out.judged[width + i] = out.table_1[i]
    for i in range(width):
        out.to_colour[i] = net.colour_2_bias[i]
    add_product(out.table_1, net.table_to_colour, out.to_colour)
    for colour in range(colours):
        for i in range(width):
            out.colour_2[colour, i] = out.to_colour[i]
    add_products(out.colour_1, net.colour_2, out.colour_2, colours)
    _pool_mean(out.colour_2, out.judged, colours)
    for i in range(OUTPUTS):
        out.outputs[i] = net.judge_bias[i]
    add_product(out.judged, net.judge, out.outputs)


@compiled
def choose(net: Any, state: Any, seat: int, legal: Actions, count: int, sharpness: float, out: Any) -> None:
    """How likely each legal move is: `out.prior`, in their order. Call `think` before."""
    out.to_move[:] = _ZERO
    add_product(out.table_1, net.table_to_move, out.to_move)
    out.by_colour[:] = _ZERO
    add_products(out.colour_2, net.colour_to_move, out.by_colour, colour_count(state))
    width = out.to_move.shape[0]
    for row in range(count):
        for i in range(out.inputs.shape[1]):
            out.inputs[row, i] = _ZERO
        for which in range(out.colour.shape[1]):
            out.colour[row, which] = -1
        describe_move(state, seat, int(legal[row]), out, row)
        kind = int(out.kind[row])
        for i in range(width):
            out.moves[row, i] = out.to_move[i] + net.kind[kind, i]
        for which in range(out.colour.shape[1]):
            colour = int(out.colour[row, which])
            if colour >= 0:
                for i in range(width):
                    out.moves[row, i] += out.by_colour[colour, which * width + i]
    add_products(out.inputs, net.move, out.moves, count)
    best = -1e30
    for row in range(count):
        out.prior[row] = sharpness * weigh_positive(out.moves[row], net.policy)
        best = max(best, out.prior[row])
    total = 0.0
    for row in range(count):
        out.prior[row] = exp(out.prior[row] - best)
    for row in range(count):
        total += out.prior[row]
    for row in range(count):
        out.prior[row] /= total


@compiled
def _pool(by_colour: Any, out: Any, colours: int) -> None:
    """The mean over the colours, then the largest, after negative numbers have become 0."""
    _pool_mean(by_colour, out, colours)
    width = by_colour.shape[1]
    for i in range(width):
        largest = by_colour[0, i]
        for colour in range(1, colours):
            largest = max(largest, by_colour[colour, i])
        out[width + i] = largest


@compiled
def _pool_mean(by_colour: Any, out: Any, colours: int) -> None:
    share = np.float32(1.0 / colours)
    for i in range(by_colour.shape[1]):
        total = _ZERO
        for colour in range(colours):
            by_colour[colour, i] = max(by_colour[colour, i], _ZERO)
            total += by_colour[colour, i]
        out[i] = total * share
