"""The ladder as a picture: a bar for each bot, whiskers for its interval. Readable in black and white."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from .ratings import Estimate

_ROW, _BAR, _TOP = 34, 18, 46
_LABELS, _PLOT, _VALUES = 250, 420, 150
_WIDTH = _LABELS + _PLOT + _VALUES
_LONGEST_NAME = 32
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000)


def chart(title: str, rungs: Sequence[tuple[str, Estimate]]) -> str:
    """An SVG of bots and their Elo."""
    low = min(0.0, *(elo.low for _, elo in rungs))
    high = max(0.0, *(elo.high for _, elo in rungs))
    scale = _PLOT / max(high - low, 1.0)

    def x(elo: float) -> float:
        return round(_LABELS + (elo - low) * scale, 1)

    height = _TOP + _ROW * len(rungs) + 30
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="13">',
        f"<title>{_text(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
        f'<text x="12" y="24" font-size="16" font-weight="bold">{_text(title)}</text>',
    ]
    bottom = height - 28
    for elo in _ticks(low, high):
        dash = "" if elo == 0 else ' stroke-dasharray="2 4"'
        lines.append(f'<path d="M{x(elo)} {_TOP - 8}V{bottom}" stroke="black"{dash}/>')
        lines.append(f'<text x="{x(elo)}" y="{bottom + 16}" text-anchor="middle">{elo:+g}</text>')
    for row, (name, estimate) in enumerate(rungs):
        lines += _rung(name, estimate, _TOP + _ROW * row, x)
    return "\n".join([*lines, "</svg>", ""])


def _rung(name: str, elo: Estimate, top: int, x: Callable[[float], float]) -> list[str]:
    """Label, bar, whiskers and number of one bot."""
    left, right = sorted((x(0), x(elo.elo)))
    low, high = x(elo.low), x(elo.high)
    middle, end = top + _BAR / 2, top + _BAR
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
    reach = f" ± {elo.high - elo.elo:.0f}" if elo.high > elo.low else ""
    whiskers = f"M{low} {middle}H{high}M{low} {top + 3}V{end - 3}M{high} {top + 3}V{end - 3}"
    return [
        f'<text x="{_LABELS - 10}" y="{end - 4}" text-anchor="end">{_text(short)}'
        f"<title>{_text(name)}</title></text>",
        f'<rect x="{left}" y="{top}" width="{right - left:.1f}" height="{_BAR}" fill="#bbb" stroke="black"/>',
        f'<path d="{whiskers}" stroke="black" stroke-width="2" fill="none"/>',
        f'<text x="{_LABELS + _PLOT + 14}" y="{end - 4}">{elo.elo:+.0f}{reach}</text>',
    ]


def _ticks(low: float, high: float) -> list[float]:
    step = next((step for step in _STEPS if (high - low) / step <= 8), _STEPS[-1])
    return [step * i for i in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _text(text: str) -> str:
    return escape("".join(sign if sign.isprintable() else "?" for sign in text))
