"""Sets of fields as 64-bit words. Bit 8 * rank + file; bit 63 (h8) is off the board, so words never
turn negative and plain signed arithmetic will do."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from ..compiling import compiled

_ROW_WIDTHS = (4, 6, 8, 8, 8, 8, 6, 4)
SQUARES = tuple(
    rank * 8 + file
    for rank, width in enumerate(_ROW_WIDTHS)
    for file in range((8 - width) // 2, (8 + width) // 2)
)
FIELDS = len(SQUARES)
SQUARE_OF = np.array(SQUARES, np.int64)
FIELD_OF = np.full(64, -1, np.int64)
FIELD_OF[SQUARE_OF] = np.arange(FIELDS)

BOARD = sum(1 << square for square in SQUARES)
MIDDLE = sum(1 << square for square in (27, 28, 35, 36))
_FILE_A = sum(1 << square for square in range(0, 64, 8))
_NOT_FILE_A = BOARD & ~_FILE_A
_NOT_FILE_H = BOARD & ~(_FILE_A << 7)


@compiled
def neighbours(fields: int) -> int:
    """All fields orthogonally adjacent to one of these (P7: diagonals do not count)."""
    sideways = ((fields & _NOT_FILE_H) << 1) | ((fields & _NOT_FILE_A) >> 1)
    return ((fields << 8) | (fields >> 8) | sideways) & BOARD


def popcount(fields: int) -> int:
    return int(fields).bit_count()


def lowest_square(fields: int) -> int:
    """The lowest square of a set that is not empty."""
    return (fields & -fields).bit_length() - 1


# Compiled, both are one instruction of the processor.


@intrinsic
def _count_ones(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def _trailing_zeros(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero_is_undefined = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.int64(types.int64), build


@overload(popcount)
def _popcount(fields: int) -> Any:
    def counted(fields: int) -> Any:
        return _count_ones(fields)

    return counted


@overload(lowest_square)
def _lowest_square(fields: int) -> Any:
    def found(fields: int) -> Any:
        return _trailing_zeros(fields)

    return found
