"""How a tie for the most points was broken, for the views of games that are over."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from .compiling import compiled
from .json_writer import JsonBuffer, write, write_next, write_number, write_seats, write_text


class TieBreak(TypedDict):
    rule: str  # the id of the rule that decides
    tied: list[int]  # the seats with the most points
    counts: NotRequired[list[int]]  # what the rule compares, for each of them, if it does


@compiled
def write_tie_break(buffer: JsonBuffer, rule: bytes, points: Any, counts: Any) -> None:
    """Write a TieBreak, unless a single seat has the most points. Points and counts are by seat; counts may
    be empty."""
    best, tied = -1, 0
    for seat in range(len(points)):
        if points[seat] > best:
            best, tied = points[seat], 0
        if points[seat] == best:
            tied |= 1 << seat
    if tied & (tied - 1) == 0:
        return
    write_next(buffer, b'"tie_break":{"rule":')
    write_text(buffer, rule)
    write_next(buffer, b'"tied":')
    write_seats(buffer, tied)
    if len(counts):
        write_next(buffer, b'"counts":[')
        for seat in range(len(points)):
            if tied >> seat & 1:
                write_number(buffer, counts[seat])
        write(buffer, b"]")
    write(buffer, b"}")
