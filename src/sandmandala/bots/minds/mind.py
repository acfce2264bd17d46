"""What a game's mind has, and how compiled code finds it: by the type of the state record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from ...games.compiling import compiled
from ...games.rules import MOST_SEATS, rules_of, scores
from ..bot import Budget, Decision, Knowledge

TO_THE_END = 1_000_000
# Where nothing better is known, so many points ahead make a win e times as likely.
_POINTS_SCALE = 10.0


@compiled
def outlook_by_points(state: Any, out: Any) -> None:
    """The outlook of a game that nobody has thought about yet."""
    points = np.zeros(MOST_SEATS, np.int64)
    scores(state, points)
    for seat in range(MOST_SEATS):
        out[seat] = points[seat] / _POINTS_SCALE


@dataclass(frozen=True)
class Mind:
    """How bots think about a game.

    `outlook(state, out)` says how a position looks for each seat, with all cards open: one more than another
    seat makes a win e times as likely. `horizon` is how many random moves a simulation plays before
    it judges by the outlook. `solve(knowledge, budget)` finds the best move for certain, where that takes no
    more than a share of the budget.
    """

    outlook: Callable[[Any, Any], None] = outlook_by_points
    horizon: int = TO_THE_END
    solve: Callable[[Knowledge, Budget], Decision | None] | None = None


_minds: dict[str, Mind] = {}
_by_type: dict[Any, Mind] = {}
_UNTHOUGHT = Mind()


def register(game: str, mind: Mind) -> None:
    _minds[game] = mind
    _by_type[numba.from_dtype(rules_of(game).state)] = mind


def mind_of(game: str) -> Mind:
    return _minds.get(game, _UNTHOUGHT)


def outlook(state: Any, out: Any) -> None:
    """How a position looks for each seat, by the mind of its game."""
    raise NotImplementedError("called from compiled code only")


@overload(outlook)
def _outlook(state: Any, out: Any) -> Any:
    mind = _by_type.get(state, _UNTHOUGHT)
    return mind.outlook.py_func  # type: ignore[attr-defined]
