"""The chances to win over a game: as a picture, and as lines for a terminal. Readable in black and white."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from .english import names_of
from .types import Decision, Review

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 820, 340, 48, 44, 150, 300
_DASHES = ("", "8 4", "2 3", "10 3 2 3")  # one for each seat
_SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "only_move": "!"}
_BLOCKS = " ▁▂▃▄▅▆▇█"
_ROWS = 4


def sign_of(decision: Decision) -> str:
    """The mark as chess players write it."""
    return _SIGNS[decision.mark] if decision.mark else ""


def svg_chart(review: Review, title: str) -> str:
    """A line for each seat, and the marks."""
    last = max(decision.ply for decision in review.decisions)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="13">',
        f"<title>{_text(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="12" y="24" font-size="16" font-weight="bold">{_text(title)}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        lines.append(f'<path d="M{_LEFT} {y}H{_WIDTH - _RIGHT}" stroke="#999" stroke-dasharray="1 4"/>')
        lines.append(f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{percent} %</text>')
    for seat, name in enumerate(names_of(review)):
        points = _points(review, seat, last)
        drawn = " ".join(f"{x},{y}" for x, y in points)
        dash = f' stroke-dasharray="{_DASHES[seat]}"' if _DASHES[seat] else ""
        lines.append(f'<polyline points="{drawn}" fill="none" stroke="black" stroke-width="2"{dash}/>')
        x, y = points[-1]
        lines.append(f'<text x="{x + 8}" y="{y + 4}">{_text(name)}</text>')
    for decision in review.decisions:
        if decision.mark:
            x, y = _x(decision.ply, last), _y(decision.evaluation.chances[decision.seat])
            lines.append(
                f'<text x="{x}" y="{y - 6}" text-anchor="middle" font-weight="bold">{sign_of(decision)}'
                f"<title>{_text(f'{decision.ply}. {decision.move}: {decision.mark}')}</title></text>"
            )
    return "\n".join([*lines, "</svg>", ""])


def _points(review: Review, seat: int, last: int) -> list[tuple[float, float]]:
    """Before each decision, and at the end."""
    found = [(_x(one.ply, last), _y(one.evaluation.chances[seat])) for one in review.decisions]
    return [*found, (_x(last + 1, last), _y(review.seats[seat].result))]


def _x(ply: int, last: int) -> float:
    return round(_LEFT + (ply - 1) * (_WIDTH - _LEFT - _RIGHT) / last, 1)


def _y(chance: float) -> float:
    return round(_BOTTOM - chance * (_BOTTOM - _TOP), 1)


def _text(text: str) -> str:
    return escape("".join(sign if sign.isprintable() else "?" for sign in text))


def terminal_chart(review: Review, seat: int, width: int) -> list[str]:
    """The chances of one seat as a row of bars, with the marks of all seats below."""
    decisions = review.decisions
    columns = min(width, len(decisions))
    parts = [_part(decisions, column, columns) for column in range(columns)]
    heights = [
        round(8 * _ROWS * sum(one.evaluation.chances[seat] for one in part) / len(part)) for part in parts
    ]
    rows = [
        "".join(_BLOCKS[max(0, min(8, height - 8 * row))] for height in heights)
        for row in reversed(range(_ROWS))
    ]
    marks = "".join(max((sign_of(one)[-1:] for one in part), default="") or " " for part in parts)
    return [*rows, marks.rstrip()]


def _part(decisions: Sequence[Decision], column: int, columns: int) -> Sequence[Decision]:
    count = len(decisions)
    return decisions[column * count // columns : (column + 1) * count // columns]
