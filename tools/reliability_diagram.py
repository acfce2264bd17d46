"""Draws a reliability diagram as SVG: what was predicted against what came true, a panel for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

_SIDE, _LEFT, _TOP, _GAP = 220, 52, 34, 34
_HEIGHT = _TOP + _SIDE + 44


class Bin(NamedTuple):
    """Decisions with similar chances."""

    chance: float
    result: float
    error: float
    decisions: int
    games: int


def diagram(panels: Mapping[str, Sequence[Bin]]) -> str:
    width = _LEFT + len(panels) * (_SIDE + _GAP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{_HEIGHT}" '
        f'viewBox="0 0 {width} {_HEIGHT}" font-family="sans-serif" font-size="12">',
        "<title>Chances to win against results</title>",
        f'<rect width="{width}" height="{_HEIGHT}" fill="white"/>',
    ]
    for number, (name, bins) in enumerate(panels.items()):
        lines += _panel(_LEFT + number * (_SIDE + _GAP), name, bins)
    return "\n".join([*lines, "</svg>", ""])


def _panel(left: int, name: str, bins: Sequence[Bin]) -> list[str]:
    bottom = _TOP + _SIDE

    def x(share: float) -> float:
        return round(left + share * _SIDE, 1)

    def y(share: float) -> float:
        return round(bottom - min(max(share, 0.0), 1.0) * _SIDE, 1)

    lines = [
        f'<text x="{x(0.5)}" y="{_TOP - 12}" text-anchor="middle" font-weight="bold">{name}</text>',
        f'<rect x="{left}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#999"/>',
        f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#999" stroke-dasharray="4 4"/>',
        f'<text x="{x(0.5)}" y="{bottom + 34}" text-anchor="middle">chance to win, %</text>',
    ]
    for share in (0.0, 0.5, 1.0):
        lines.append(f'<text x="{x(share)}" y="{bottom + 16}" text-anchor="middle">{100 * share:.0f}</text>')
        lines.append(f'<text x="{left - 6}" y="{y(share) + 4}" text-anchor="end">{100 * share:.0f}</text>')
    for one in bins:
        up, down = y(one.result + 2 * one.error), y(one.result - 2 * one.error)
        lines.append(f'<path d="M{x(one.chance)} {up}V{down}" stroke="black"/>')
        lines.append(
            f'<circle cx="{x(one.chance)}" cy="{y(one.result)}" r="4"><title>{100 * one.chance:.0f} %: won '
            f"{100 * one.result:.0f} %, {one.decisions} decisions of {one.games} games</title></circle>"
        )
    return lines
