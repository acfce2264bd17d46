"""Where a result came from: luck, losses and what hidden cards held, in parts that add up exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .types import Identity

# Multiples of this add up without rounding.
_UNIT = 2.0**-20

Changes = Sequence[tuple[int, Sequence[float]]]  # who moved or drew, and what it changed for each seat


def identity(
    seat: int, result: float, start: float, moves: Changes, draws: Changes, end: float | None = None
) -> Identity:
    """The result of a seat, explained by the moves that lost something, and by the draws.

    `end` is the value of the last position if the game ended early.
    """
    own_moves = _total(changes[seat] for mover, changes in moves if mover == seat)
    other_moves = _total(changes[seat] for mover, changes in moves if mover != seat)
    own_draws = _total(changes[seat] for mover, changes in draws if mover == seat)
    other_draws = _total(changes[seat] for mover, changes in draws if mover != seat)
    result, start = _rounded(result), _rounded(start)
    unplayed = 0.0 if end is None else result - _rounded(end)
    return Identity(
        result=result,
        start=start,
        luck=own_draws,
        others_luck=0.0 - other_draws,
        losses=0.0 - own_moves,
        others_losses=other_moves,
        hidden=result - start - own_draws - other_draws - own_moves - other_moves - unplayed,
        unplayed=unplayed,
    )


def _total(numbers: Iterable[float]) -> float:
    return sum(map(_rounded, numbers), 0.0)


def _rounded(number: float) -> float:
    return round(number / _UNIT) * _UNIT
