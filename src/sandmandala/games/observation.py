"""Observations: what a seat knows as a row of numbers from 0 to 1, for machine learning.

Each game has one table of parts, in the order of the row. Everything else comes from it: the offsets that
compiled code writes to, the names of parts, the pages in docs/.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from .compiling import compiled


@dataclass(frozen=True)
class Part:
    """A part of an observation. Each number is a count divided by `scale`, or 0 or 1."""

    name: str
    shape: tuple[int, ...]
    scale: int
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


def total_size(parts: Sequence[Part]) -> int:
    """The length of an observation."""
    return sum(part.size for part in parts)


def offsets_of(parts: Sequence[Part]) -> Any:
    """Where each part begins, by name, as constants for compiled code.

    >>> offsets_of([Part("hand", (6,), 8, ""), Part("river", (2, 6), 6, "")])
    Offsets(hand=0, river=6)
    """
    return _by_name("Offsets", parts, [total_size(parts[:number]) for number in range(len(parts))])


def scales_of(parts: Sequence[Part]) -> Any:
    """What the counts of each part are divided by, by name."""
    return _by_name("Scales", parts, [part.scale for part in parts])


def _by_name(title: str, parts: Sequence[Part], numbers: list[int]) -> Any:
    names = [part.name for part in parts]
    return namedtuple(title, names)(*numbers)  # type: ignore[arg-type]  # mypy wants literal names


@compiled
def write_counts(out: Any, at: int, counts: Any, colours: int, scale: int) -> None:
    """Counts by colour, divided by the scale. It is fast because the number of colours is a constant."""
    for colour in range(colours):  # narrow numbers are faster, and exact enough here
        out[at + colour] = np.float32(counts[colour]) / np.float32(scale)


@compiled
def write_one_hot(out: Any, at: int, which: int) -> None:
    """Write a 1 at this index; nothing if it is negative."""
    if which >= 0:
        out[at + which] = 1


@compiled
def relative_seat(other: int, seat: int, seats: int) -> int:
    """Another seat relative to this one: 0 for itself, 1 for the next to play …; -1 for nobody."""
    if other < 0:
        return -1
    return other - seat if other >= seat else other - seat + seats
