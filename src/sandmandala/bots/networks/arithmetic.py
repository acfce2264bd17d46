"""Arithmetic with bit-identical results on every processor, compiled and interpreted.

It consists of single additions, multiplications and divisions in a fixed order, which IEEE 754 defines
exactly, without fused multiply-add and without a mathematical library. Compiled, `add_product` and
`weigh_positive` work on eight numbers at once, which LLVM splits for processors with narrower registers. This
is four times as fast as loops, which the compiler does not vectorise as well.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from ...games.compiling import compiled

LANES = 8
# Rows that share one pass over a matrix: their sums fill the registers of a processor with AVX.
BLOCK = 3

_LOG2_E = 1.4426950408889634
_LN_2_HIGH, _LN_2_LOW = 0.6931471803691238, 1.9082149292705877e-10
_LARGEST = 700.0
# 1/n! from n = 12 down to 0.
_SERIES = tuple(1.0 / math.factorial(n) for n in range(12, -1, -1))


@compiled
def exp(x: float) -> float:
    """e to the power of x, to about 15 digits."""
    x = min(max(x, -_LARGEST), _LARGEST)
    exponent = math.floor(x * _LOG2_E + 0.5)
    rest = (x - exponent * _LN_2_HIGH) - exponent * _LN_2_LOW
    total = 0.0
    for factor in _SERIES:
        total = total * rest + factor
    return total * power_of_two(exponent)


@compiled
def tanh(x: float) -> float:
    return 1.0 - 2.0 / (exp(2.0 * x) + 1.0)


def padded(rows: int) -> int:
    """The number of rows that `add_products` reads and writes."""
    return -(-rows // BLOCK) * BLOCK


def power_of_two(exponent: float) -> float:
    """2 to the power of a whole number from -1022 to 1023."""
    return math.ldexp(1.0, int(exponent))


def add_product(x: Any, matrix: Any, out: Any) -> None:
    """Add x @ matrix to `out`, for a single row. All are float32."""
    for i in range(matrix.shape[0]):
        out += x[i] * matrix[i]


def add_products(x: Any, matrix: Any, out: Any, rows: int) -> None:
    """The same for several rows; both arrays have room for `padded(rows)` rows."""
    for row in range(padded(rows)):
        add_product(x[row], matrix, out[row])


def weigh_positive(x: Any, weights: Any) -> float:
    """The sum of weights times numbers, over the positive numbers only."""
    partial = np.zeros(LANES, np.float32)
    for first in range(0, weights.shape[0], LANES):
        lanes = slice(first, first + LANES)
        partial += np.maximum(x[lanes], np.float32(0.0)) * weights[lanes]
    total = partial[0]
    for lane in range(1, LANES):
        total = np.float32(total + partial[lane])
    return float(total)


# Compiled, both are written as LLVM IR. Sizes come from the types: fields of records have them.

_FLOAT, _INT32, _INT64 = ir.FloatType(), ir.IntType(32), ir.IntType(64)
_VECTOR = ir.VectorType(_FLOAT, LANES)
_NOTHING = ir.Constant(_VECTOR, ir.Undefined)
_ALL_LANES_0 = ir.Constant(ir.VectorType(_INT32, LANES), [0] * LANES)


def _load(builder: Any, numbers: Any, index: Any) -> Any:
    loaded = builder.load(builder.bitcast(builder.gep(numbers, [index]), _VECTOR.as_pointer()))
    loaded.align = 4
    return loaded


def _store(builder: Any, vector: Any, numbers: Any, index: Any) -> None:
    stored = builder.store(vector, builder.bitcast(builder.gep(numbers, [index]), _VECTOR.as_pointer()))
    stored.align = 4


def _in_all_lanes(builder: Any, number: Any) -> Any:
    first = builder.insert_element(_NOTHING, number, _INT32(0))
    return builder.shuffle_vector(first, _NOTHING, _ALL_LANES_0)


def _numbers(context: Any, builder: Any, signature: Any, arguments: Any) -> list[Any]:
    """Pointers to the contents of the arrays."""
    arrays = [
        pair for pair in zip(signature.args, arguments, strict=True) if isinstance(pair[0], types.Array)
    ]
    return [context.make_array(kind)(context, builder, array).data for kind, array in arrays]


@intrinsic
def _power(typing: Any, exponent: Any) -> Any:
    """The bits of the number. A call of `ldexp` would take longer, and keep loops from being vectorised."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        biased = builder.add(builder.fptosi(arguments[0], _INT32), _INT32(1023))
        return builder.bitcast(builder.shl(builder.zext(biased, _INT64), _INT64(52)), ir.DoubleType())

    return types.float64(types.float64), build


@overload(power_of_two)
def _power_of_two(exponent: float) -> Any:
    def power(exponent: float) -> Any:
        return _power(float(exponent))

    return power


@intrinsic
def _add_block(typing: Any, x: Any, matrix: Any, out: Any, first: Any) -> Any:
    """`add_products` for one block of rows, from `first` on; or `add_product`, for a single row."""
    depth, width = matrix.shape
    block, stride = (BLOCK, x.shape[1]) if x.ndim == 2 else (1, 0)
    assert width % LANES == 0

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given, factors, sums = _numbers(context, builder, signature, arguments)
        rows = [builder.add(arguments[3], _INT64(row)) for row in range(block)]
        totals, places = {}, {}
        for row in range(block):
            for lanes in range(0, width, LANES):
                place = builder.add(builder.mul(rows[row], _INT64(width)), _INT64(lanes))
                total = cgutils.alloca_once(builder, _VECTOR)  # becomes a register
                builder.store(_load(builder, sums, place), total)
                totals[row, lanes], places[row, lanes] = total, place
        starts = [builder.mul(row, _INT64(stride)) for row in rows]
        with cgutils.for_range(builder, _INT64(depth)) as loop:
            scalars = [builder.load(builder.gep(given, [builder.add(at, loop.index)])) for at in starts]
            spread = [_in_all_lanes(builder, scalar) for scalar in scalars]
            line = builder.mul(loop.index, _INT64(width))
            for lanes in range(0, width, LANES):
                factor = _load(builder, factors, builder.add(line, _INT64(lanes)))
                for row in range(block):
                    total = totals[row, lanes]
                    product = builder.fmul(spread[row], factor)
                    builder.store(builder.fadd(builder.load(total), product), total)
        for key, total in totals.items():
            _store(builder, builder.load(total), sums, places[key])
        return context.get_dummy_value()

    return types.void(x, matrix, out, types.int64), build


@overload(add_product)
def _add_product(x: Any, matrix: Any, out: Any) -> Any:
    def added(x: Any, matrix: Any, out: Any) -> None:
        _add_block(x, matrix, out, 0)

    return added


@overload(add_products)
def _add_products(x: Any, matrix: Any, out: Any, rows: int) -> Any:
    def added(x: Any, matrix: Any, out: Any, rows: int) -> None:
        for block in range((rows + BLOCK - 1) // BLOCK):
            _add_block(x, matrix, out, block * BLOCK)

    return added


@intrinsic
def _weigh(typing: Any, x: Any, weights: Any) -> Any:
    (width,) = weights.shape

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given, factors = _numbers(context, builder, signature, arguments)
        zero = ir.Constant(_VECTOR, [0.0] * LANES)
        partial = zero
        for first in range(0, width, LANES):
            number = _load(builder, given, _INT64(first))
            positive = builder.select(builder.fcmp_ordered(">", number, zero), number, zero)
            product = builder.fmul(positive, _load(builder, factors, _INT64(first)))
            partial = builder.fadd(partial, product)
        total = builder.extract_element(partial, _INT32(0))
        for lane in range(1, LANES):
            total = builder.fadd(total, builder.extract_element(partial, _INT32(lane)))
        return builder.fpext(total, ir.DoubleType())

    return types.float64(x, weights), build


@overload(weigh_positive)
def _weigh_positive(x: Any, weights: Any) -> Any:
    def weighed(x: Any, weights: Any) -> Any:
        return _weigh(x, weights)

    return weighed
