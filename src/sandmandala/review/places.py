"""How likely each seat is to be first, second, …: by Harville's formula from the chances to win."""

from __future__ import annotations

from collections.abc import Sequence


def chances_of_places(chances: Sequence[float]) -> tuple[tuple[float, ...], ...]:
    """A row for each seat. Among those not yet placed, each is next as often as its chance says.

    >>> chances_of_places((1.0, 0.0, 0.0))
    ((1.0, 0.0, 0.0), (0.0, 0.5, 0.5), (0.0, 0.5, 0.5))
    """
    seats = range(len(chances))
    rows = [[0.0] * len(chances) for _ in seats]

    def place(left: frozenset[int], rank: int, share: float) -> None:
        total = sum(chances[seat] for seat in left)
        for seat in left:
            own = share * (chances[seat] / total if total > 0 else 1.0 / len(left))
            if own > 0:
                rows[seat][rank] += own
                place(left - {seat}, rank + 1, own)

    place(frozenset(seats), 0, 1.0)
    return tuple(map(tuple, rows))
