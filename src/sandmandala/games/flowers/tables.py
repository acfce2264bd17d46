"""Tables of the rules with which the web app explains points; tools/web_types.py exports them."""

from __future__ import annotations

from . import rules as r
from .view import VALUE_NAMES

# F16, by a single tile's value.
TILE_POINTS = {name: int(points) for name, points in zip(VALUE_NAMES, r.VALUES, strict=True)}


def _sum_of(lower: int, higher: int) -> str:
    factors = zip(r.flower_factors(higher), (r.VALUES[lower], r.VALUES[higher]), strict=True)
    return " + ".join(f"{times} × {value}" if times > 1 else f"{value}" for times, value in factors if times)


# F16: how the points of a flower are calculated, by its two values in the order of views.
FLOWER_SUMS = {
    f"{VALUE_NAMES[lower]} {VALUE_NAMES[higher]}": _sum_of(lower, higher)
    for higher in range(len(VALUE_NAMES))
    for lower in range(higher)
}

TABLES = {"TILE_POINTS": TILE_POINTS, "FLOWER_SUMS": FLOWER_SUMS}
