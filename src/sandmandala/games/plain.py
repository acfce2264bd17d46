"""States as plain numbers: Python reads tuples ten times faster than NumPy's arrays."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import lru_cache
from math import prod
from operator import itemgetter
from types import MappingProxyType
from typing import Any

import numpy as np

Plain = Mapping[str, Any]

_CODES = {1: "b", 8: "q"}  # of whole numbers, by their size in bytes


def plain(state: Any) -> Plain:
    """A state as numbers and tuples of tuples of them.

    >>> from .rules import rules_of
    >>> plain(np.zeros(1, rules_of("mandala").state)[0])["hand"]
    ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0))
    """
    return _read(state.dtype, state.tobytes())


@lru_cache(maxsize=2000)
def _read(layout: np.dtype[np.void], record: bytes) -> Plain:
    """Kept for a while, as each viewer of a table asks about the same two or three states."""
    names, numbers, folds = _reader(layout)
    values = numbers.unpack(record)
    for fold in folds:
        values = fold(values)
    return MappingProxyType(dict(zip(names, values, strict=True)))


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
    _read.cache_clear()
