"""States as plain numbers: Python reads tuples ten times faster than NumPy's arrays."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache
from math import prod
from operator import itemgetter
from typing import Any, TypeVar

import numpy as np

from .compiling import States, state_from

Made = TypeVar("Made")


class Plain(dict[str, Any]):
    """A state that has been read, and can be handed on instead of it. It is shared: nobody changes it."""

    __slots__ = ("_layout", "_made", "_record")

    def __init__(self, values: Any, layout: np.dtype[np.void], record: bytes) -> None:
        super().__init__(values)
        self._layout, self._record = layout, record
        self._made: dict[Any, Any] = {}

    def once(self, make: Callable[[Plain], Made]) -> Made:
        """What is the same for all viewers is made for the first of them."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    def states(self) -> States:
        """The state as compiled code wants it."""
        return state_from(self._layout, self._record)


_CODES = {1: "b", 8: "q"}  # of whole numbers, by their size in bytes


def plain(state: Any) -> Plain:
    """A state as numbers and tuples of tuples of them; what has been read already is given back.

    >>> from .rules import rules_of
    >>> plain(np.zeros(1, rules_of("mandala").state)[0])["hand"]
    ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0))
    """
    return state if type(state) is Plain else read(state.dtype, state.tobytes())


@lru_cache(maxsize=32)
def read(layout: np.dtype[np.void], record: bytes) -> Plain:
    """A state from its bytes. Kept for a moment, as each viewer of a table asks about the same two; for
    longer, they would be cold by then, and dearer than read anew.
    """
    names, numbers, folds = _reader(layout)
    values = numbers.unpack(record)
    for fold in folds:
        values = fold(values)
    return Plain(zip(names, values, strict=True), layout, record)


@lru_cache
def _reader(layout: np.dtype[np.void]) -> tuple[tuple[str, ...], struct.Struct, list[Any]]:
    """How to read records of a layout: all numbers in a row, then fold by fold into rows, rows of rows, …"""
    names = layout.names or ()
    fields = [layout[name] for name in names]
    codes = [f"{prod(field.shape)}{_CODES[field.base.itemsize]}" for field in fields]
    shapes = [field.shape for field in fields]
    folds = []
    while any(shapes):
        picks: list[int | slice] = []
        at = 0
        for shape in shapes:
            for _ in range(prod(shape[:-1])):
                picks.append(slice(at, at + shape[-1]) if shape else at)
                at += shape[-1] if shape else 1
        folds.append(itemgetter(*picks))
        shapes = [shape[:-1] for shape in shapes]
    return names, struct.Struct("=" + "".join(codes)), folds


def forget() -> None:
    """Read every state anew, for measuring."""
    read.cache_clear()
