"""How continuations are played and judged: by the game's network, or without one by random moves and the
evaluation."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from ..bots.evaluation import evaluate
from ..bots.networks import network_of
from ..bots.networks.forward import choose, think
from ..bots.networks.weights_file import shipped_weights
from ..bots.search import MARGIN_SCALE, write_margins
from ..games.compiling import Actions, States, scratch_layout
from ..games.rules import MOST_SEATS, all_games, rules_of


def has_network(game: str) -> bool:
    return network_of(game) is not None


def weights_of(game: str) -> States:
    """The network's weights, as an array of one record; without a network, anything."""
    return shipped_weights(game).weights if has_network(game) else np.zeros(1, _scratch_layout(game))


def checksum_of(game: str) -> str | None:
    return str(shipped_weights(game).about["sha256"]) if has_network(game) else None


def new_scratch(game: str) -> States:
    network = network_of(game)
    return network.new_scratch() if network else np.zeros(1, _scratch_layout(game))


@cache
def _scratch_layout(game: str) -> np.dtype[np.void]:
    """What a network's scratch space has for its callers."""
    seats, moves = (MOST_SEATS,), (rules_of(game).action_count,)
    return scratch_layout([("win", "f8", seats), ("margin", "f8", seats), ("prior", "f8", moves)])


def judge(net: Any, state: Any, seat: int, seats: int, out: Any) -> None:
    """Judge a world in which the seat is to move: `out.win`, and `out.margin` in parts of MARGIN_SCALE."""
    way = think if state.dtype.names in _names_with_network() else _judge_by_evaluation
    way(net, state, seat, seats, out)


def weigh_moves(
    net: Any, state: Any, seat: int, seats: int, legal: Actions, count: int, sharpness: float, out: Any
) -> None:
    """How likely the seat is to make each legal move: `out.prior`."""
    way = _weigh_by_network if state.dtype.names in _names_with_network() else _weigh_alike
    way(net, state, seat, seats, legal, count, sharpness, out)


def _weigh_by_network(
    net: Any, state: Any, seat: int, seats: int, legal: Actions, count: int, sharpness: float, out: Any
) -> None:
    think(net, state, seat, seats, out)
    choose(net, state, seat, legal, count, sharpness, out)


def _weigh_alike(
    net: Any, state: Any, seat: int, seats: int, legal: Actions, count: int, sharpness: float, out: Any
) -> None:
    for i in range(count):
        out.prior[i] = 1.0 / count


def _judge_by_network(net: Any, state: Any, seat: int, seats: int, out: Any) -> None:
    think(net, state, seat, seats, out)


def _judge_by_evaluation(net: Any, state: Any, seat: int, seats: int, out: Any) -> None:
    points = np.zeros(MOST_SEATS, np.int64)
    write_margins(state, seats, points, out.margin)
    evaluate(state, seats, out.win)
    best = -1e30
    for player in range(seats):
        best = max(best, out.win[player])
    total = 0.0
    for player in range(seats):
        out.margin[player] /= MARGIN_SCALE
        out.win[player] = np.exp(out.win[player] - best)
        total += out.win[player]
    for player in range(seats):
        out.win[player] /= total


@cache
def _names_with_network() -> frozenset[Any]:
    """For interpreted code."""
    return frozenset(rules_of(game).state_dtype.names for game in all_games() if has_network(game))


@cache
def _types_with_network() -> frozenset[Any]:
    """For compiled code."""
    return frozenset(
        numba.from_dtype(rules_of(game).state_dtype) for game in all_games() if has_network(game)
    )


@overload(judge)
def _judge(net: Any, state: Any, seat: int, seats: int, out: Any) -> Any:
    return _judge_by_network if state in _types_with_network() else _judge_by_evaluation


@overload(weigh_moves)
def _weigh_moves(
    net: Any, state: Any, seat: int, seats: int, legal: Actions, count: int, sharpness: float, out: Any
) -> Any:
    return _weigh_by_network if state in _types_with_network() else _weigh_alike
