"""States as plain numbers: Python reads tuples ten times faster than NumPy arrays."""

from __future__ import annotations

import struct
from functools import lru_cache
from math import prod
from operator import itemgetter
from typing import Any

import numpy as np

from .compiling import States, state_from


class StateReader(dict[str, Any]):
    """A state as a dictionary that reads its fields on demand."""

    __slots__ = ("_fields", "_layout", "_record")

    def __init__(self, layout: np.dtype[np.void], record: bytes) -> None:
        self._fields, self._layout, self._record = _readers(layout), layout, record

    def __missing__(self, name: str) -> Any:
        numbers, offset, folds = self._fields[name]
        values = numbers.unpack_from(self._record, offset)
        for fold in folds:
            values = fold(values)
        self[name] = value = values[0]
        return value

    def states(self) -> States:
        """The state as an array, for compiled code."""
        return state_from(self._layout, self._record)


_CODES = {1: "b", 8: "q"}  # of integers, by their size in bytes


def reader_of(state: Any) -> StateReader:
    """A state as numbers and nested tuples. A StateReader is returned as it is.

    >>> from .rules import rules_of
    >>> reader_of(np.zeros(1, rules_of("mandala").state_dtype)[0])["hand"]
    ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0))
    """
    return state if type(state) is StateReader else StateReader(state.dtype, state.tobytes())


@lru_cache
def _readers(layout: np.dtype[np.void]) -> dict[str, tuple[struct.Struct, int, list[Any]]]:
    """How to read each field: its numbers in a row, their offset, and the folds that make rows, rows of rows,
    … of them.
    """
    found = {}
    for name, (field, offset, *_) in (layout.fields or {}).items():
        numbers = struct.Struct(f"={prod(field.shape)}{_CODES[field.base.itemsize]}")
        folds = [_fold(prod(field.shape[:depth]), field.shape[depth]) for depth in range(field.ndim)]
        found[name] = (numbers, offset, folds[::-1])
    return found


def _fold(rows: int, length: int) -> Any:
    """Fold rows * length values into this number of rows."""
    slices = [slice(row * length, (row + 1) * length) for row in range(rows)]
    return itemgetter(*slices) if rows > 1 else lambda values: (values,)
