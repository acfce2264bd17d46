"""A chart of a training run: Elo and losses over generations. Readable in black and white."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from ..games.rules import rules_of

_WIDTH, _HEIGHT, _LEFT, _TOP = 640, 170, 60, 40
_PANELS = (
    ("elo", "Elo, from generation 0 = 0; whiskers: 95 % interval; filled: became the best"),
    ("win", "loss of who wins (cross-entropy), on positions held out"),
    ("policy", "loss of moves (cross-entropy)"),
    ("margin", "loss of margins (mean square)"),
)


def curves(game: str, summaries: Sequence[dict[str, Any]]) -> str:
    """An SVG with a panel for each measure."""
    height = _TOP + len(_PANELS) * _HEIGHT
    title = f"{rules_of(game).title}: training"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
        f'<text x="12" y="24" font-size="16" font-weight="bold">{escape(title)}</text>',
    ]
    for number, (key, label) in enumerate(_PANELS):
        lines += _panel(_TOP + number * _HEIGHT, key, label, summaries)
    return "\n".join([*lines, "</svg>", ""])


def _panel(top: int, key: str, label: str, summaries: Sequence[dict[str, Any]]) -> list[str]:
    values = [float(one[key]) for one in summaries]
    known = [*values, 0.0] if key == "elo" else values
    low, high = min(known), max(known)
    plot_top, plot_height = top + 24, _HEIGHT - 60
    steps = max(1, len(summaries) - 1)

    def x(index: int) -> float:
        return round(_LEFT + index * (_WIDTH - _LEFT - 30) / steps, 1)

    def y(value: float) -> float:
        share = (value - low) / (high - low) if high > low else 0.5
        return round(plot_top + plot_height * (1 - min(max(share, 0.0), 1.0)), 1)

    bottom = plot_top + plot_height
    lines = [
        f'<text x="12" y="{top + 12}">{escape(label)}</text>',
        f'<path d="M{_LEFT - 8} {plot_top}V{bottom + 6}H{_WIDTH - 20}" stroke="black" fill="none"/>',
    ]
    for value in {low, high}:
        lines.append(f'<text x="{_LEFT - 12}" y="{y(value) + 4}" text-anchor="end">{value:.4g}</text>')
    points = " ".join(f"{x(index)},{y(value)}" for index, value in enumerate(values))
    lines.append(f'<polyline points="{points}" stroke="black" fill="none"/>')
    for index, (one, value) in enumerate(zip(summaries, values, strict=True)):
        if key == "elo":
            whisker = f"M{x(index)} {y(one['elo_low'])}V{y(one['elo_high'])}"
            lines.append(f'<path d="{whisker}" stroke="black" stroke-dasharray="2 2"/>')
        fill = "black" if one["accepted"] else "white"
        lines.append(f'<circle cx="{x(index)}" cy="{y(value)}" r="3" fill="{fill}" stroke="black"/>')
        number = one["generation"]
        lines.append(f'<text x="{x(index)}" y="{bottom + 20}" text-anchor="middle">{number}</text>')
    return lines
