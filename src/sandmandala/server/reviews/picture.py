"""A review as a picture to share: the chances to win, the result, and how well each player played."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from xml.sax.saxutils import escape

from msgspec.structs import replace
from resvg_py import svg_to_bytes

from ...games.manifest import manifests
from ...review.chart import svg_chart
from ...review.english import headline_text
from ...review.types import Review

_FONTS = resources.files(__package__) / "fonts"
_ZOOM = 2  # for sharp text on phones
_WIDTH, _CHART, _ROW, _MARGIN = 820, 340, 22, 12


def picture(review: Review, names: Sequence[str]) -> str:
    """Return an SVG. `names` are those of the players, by seat; a stored review has none."""
    named = tuple(replace(seat, player=name) for seat, name in zip(review.seats, names, strict=True))
    scores = ", ".join(f"{name} {points}" for name, points in zip(names, review.scores, strict=True))
    title = f"{manifests()[review.game].title}: {scores}"
    height = _CHART + _ROW * len(names) + _MARGIN
    rows = [
        f'<text x="{_MARGIN}" y="{_CHART + _ROW * row}">{escape(headline_text(seat, name))}</text>'
        for row, (seat, name) in enumerate(zip(review.seats, names, strict=True), 1)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
            f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="13">',
            f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
            svg_chart(replace(review, seats=named), title),
            *rows,
            "</svg>",
            "",
        ]
    )


def png_of(svg: str) -> bytes:
    """Draw a picture with our own font, so that it looks the same on a host that has none.

    Other scripts than Latin need a font of the host.
    """
    with resources.as_file(_FONTS) as folder:
        return svg_to_bytes(svg_string=svg, zoom=_ZOOM, font_dirs=[str(folder)], sans_serif_family="Figtree")
