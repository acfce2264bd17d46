"""The headline: the mean loss of a seat, and which levels lose as much, by games of the levels themselves.

`calibration/GAME.json` has the mean losses of the levels, as tools/calibrate_review.py has measured them.
They hold for one engine only. Losses in points are compared: in a game that is already won or lost, chances
to win no longer tell good moves from bad ones. Their roots are compared, because weak levels vary more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct, structs

from .sampling import mean_and_error
from .types import Decision, Engine, Headline

FOLDER = Path(__file__).parent / "calibration"
_NEAR = 0.25  # of the way to the next level


class LevelLoss(Struct, frozen=True):
    """What one level loses."""

    level: str
    games: int
    counted: int
    loss: float
    """Per counted decision."""
    error: float
    points: float
    """Like `loss`, in points."""
    inaccuracies: float
    """Per counted decision, like the next two."""
    mistakes: float
    blunders: float


class Calibration(Struct, frozen=True):
    """The losses of all levels, weakest first, as one engine sees them."""

    engine: Engine
    seats: int
    levels: tuple[LevelLoss, ...]


def headline_of(decisions: Sequence[Decision], calibration: Calibration | None) -> Headline:
    """Of the decisions of one seat."""
    counted = [one for one in decisions if one.not_counted is None]
    if not counted:
        return Headline(None, None, None)
    loss, error = mean_and_error(np.array([one.loss.win for one in counted]))
    points = sum(one.loss.points for one in counted) / len(counted)
    if calibration is None:
        return Headline(loss, error, points)
    above, below, like = place(points, [level.points for level in calibration.levels])
    return Headline(loss, error, points, above, below, like)


def place(loss: float, levels: Sequence[float]) -> tuple[int | None, int | None, int | None]:
    """Where a loss in points stands among those of the levels.

    That is the strongest level that loses more, the weakest that loses less, and the one that is near.

    >>> place(0.05, [0.08, 0.06, 0.03])
    (2, 3, None)
    >>> place(0.031, [0.08, 0.06, 0.03])
    (2, 3, 3)
    """
    loss, roots = _root(loss), [_root(level) for level in levels]
    falling = [min(roots[: number + 1]) for number in range(len(roots))]
    more = [number for number, level in enumerate(falling, 1) if level > loss]
    less = [number for number, level in enumerate(falling, 1) if level <= loss]
    above, below = more[-1] if more else None, less[0] if less else None
    if above is None or below is None:
        return above, below, below if above is None else above
    way = (falling[above - 1] - loss) / (falling[above - 1] - falling[below - 1])
    return above, below, above if way < _NEAR else below if way > 1 - _NEAR else None


def nearest_level(loss: float, levels: Sequence[float]) -> int:
    """
    >>> nearest_level(0.05, [0.08, 0.06, 0.03])
    2
    """
    root = _root(loss)
    return min(range(1, len(levels) + 1), key=lambda level: abs(_root(levels[level - 1]) - root))


def _root(points: float) -> float:
    """Of a mean loss, which can be below 0 by chance: what wins most often need not win most points."""
    return math.sqrt(max(points, 0.0))


@cache
def calibration_of(game: str, seats: int, engine: Engine) -> Calibration | None:
    """What the levels lose, if this engine was calibrated for this number of seats."""
    file = FOLDER / f"{game}.json"
    if not file.exists():
        return None
    known = msgspec.json.decode(file.read_bytes(), type=tuple[Calibration, ...])
    same = (one for one in known if one.seats == seats and _without_seed(one.engine) == _without_seed(engine))
    return next(same, None)


def _without_seed(engine: Engine) -> Engine:
    return structs.replace(engine, seed=0)
