"""Many reviews as a table over players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..review.english import names_of
from ..review.sampling import mean_and_error
from ..review.types import Review, SeatReview

_INTERVAL = 1.96  # standard errors


def print_players(reviews: Sequence[Review], console: Console) -> None:
    """Loss per decision, marks, luck and luck-adjusted results of each player, with 95 % intervals."""
    by_name: dict[str, list[SeatReview]] = {}
    for review in reviews:
        for seat, name in zip(review.seats, names_of(review), strict=True):
            by_name.setdefault(name, []).append(seat)
    columns = ("loss per decision", "mistakes", "blunders", "luck", "won", "luck-adjusted")
    table = Table("player", "games", *columns)
    for name, seats in sorted(by_name.items(), key=lambda item: _mean_loss(item[1])):
        losses = [seat.headline.loss for seat in seats if seat.headline.loss is not None]
        table.add_row(
            escape(name),
            str(len(seats)),
            _interval(losses, 1),
            f"{_per_game(seats, 'mistake'):.1f}",
            f"{_per_game(seats, 'blunder'):.1f}",
            _interval([seat.identity.luck - seat.identity.others_luck for seat in seats], 0),
            _interval([seat.result for seat in seats], 0),
            _interval([seat.luck_adjusted for seat in seats], 0),
        )
    console.print(table)
    console.print("Losses and luck in per cent of a win; marks per game; ± is a 95 % interval.", style="dim")


def _mean_loss(seats: Sequence[SeatReview]) -> float:
    counted = sum(seat.counted for seat in seats)
    lost = sum(seat.headline.loss * seat.counted for seat in seats if seat.headline.loss is not None)
    return lost / counted if counted else 0.0


def _per_game(seats: Sequence[SeatReview], mark: str) -> float:
    return sum(seat.marks.get(mark, 0) for seat in seats) / len(seats)


def _interval(numbers: Sequence[float], digits: int) -> str:
    if not numbers:
        return "–"
    mean, error = mean_and_error(100 * np.array(numbers))
    return f"{mean:.{digits}f} ± {_INTERVAL * error:.{digits}f} %"
