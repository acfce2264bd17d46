"""The interface of evaluators. Compiled code finds a game's evaluator by the type of the state record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from ...games.compiling import compiled
from ...games.rules import MOST_SEATS, rules_of, scores
from ..bot import Budget, Decision, Knowledge

TO_THE_END = 1_000_000
Solver = Callable[[Knowledge, Budget], Decision | None]


@compiled
def points_only(state: Any, seat: int, out: Any) -> None:
    """The features of a game without an evaluator: only its points."""
    points = np.zeros(MOST_SEATS, np.int64)
    scores(state, points)
    out[0] = points[seat]


@dataclass(frozen=True)
class Evaluator:
    """How bots think about a game.

    `features(state, seat, out)` writes the features of a position for one seat, with all cards open: as many
    numbers as there are `weights`. Their weighted sum is the evaluation of the seat: one more than another
    seat makes a win e times as likely. tools/fit_evaluation.py finds the weights.
    `horizon` is the number of random moves that a simulation plays before it uses the evaluation.
    `solve(knowledge, budget)` proves the best move, if that takes no more than a share of the budget.
    `solve1` is the solver of `search1`, which never changes.
    """

    features: Callable[[Any, int, Any], None] = points_only
    weights: tuple[float, ...] = (0.1,)
    horizon: int = TO_THE_END
    solve: Solver | None = None
    solve1: Solver | None = None

    def features_of(self, state: Any, seats: int) -> npt.NDArray[np.float64]:
        """The features of a single record, a row for each seat, for Python."""
        rows = np.zeros((seats, len(self.weights)))
        for seat in range(seats):
            self.features(state, seat, rows[seat])
        return rows


_evaluators: dict[str, Evaluator] = {}
_by_fields: dict[Any, Evaluator] = {}
_by_type: dict[Any, Evaluator] = {}
_DEFAULT = Evaluator()


def register(game: str, evaluator: Evaluator) -> None:
    state_dtype = rules_of(game).state_dtype
    _evaluators[game] = evaluator
    _by_fields[state_dtype.names] = evaluator
    _by_type[numba.from_dtype(state_dtype)] = evaluator


def evaluator_of(game: str) -> Evaluator:
    return _evaluators.get(game, _DEFAULT)


def evaluate(state: Any, seats: int, out: Any) -> None:
    """How a position looks for each seat, by the evaluator of its game."""
    _weighing(_by_fields.get(state.dtype.names, _DEFAULT))(state, seats, out)


@overload(evaluate)
def _evaluate(state: Any, seats: int, out: Any) -> Any:
    return _weighing(_by_type.get(state, _DEFAULT))


def _weighing(evaluator: Evaluator) -> Any:
    features, weights = evaluator.features, np.array(evaluator.weights)

    def weigh(state: Any, seats: int, out: Any) -> None:
        row = np.empty(weights.shape[0])
        for seat in range(seats):
            features(state, seat, row)
            out[seat] = 0.0
            for i in range(weights.shape[0]):
                out[seat] += weights[i] * row[i]

    return weigh
