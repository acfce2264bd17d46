"""A board as coloured text and as a picture, both from the lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..games.palette import BOARD_BACKGROUND, CHIP, Palette
from ..games.rules import OPEN, Rules
from ..games.views import view

_COLUMNS, _ROWS, _MARGIN = 124, 28, 12
_WIDTH, _HEIGHT = 9, 18  # of a letter, in pixels
_INK = "#2a2622"

Ink = tuple[str, str]  # colour of the letter, colour under it


def open_board_lines(rules: Rules, state: Any, names: list[str]) -> list[str]:
    """Everything on the table, hidden or not, for whoever runs the experiment."""
    seen = view(state, OPEN)
    seat = seen["to_move"]
    status = "The game is over." if seat is None else f"To move: {names[seat]}."
    return [*rules.board_lines(seen, names), status]


def render_ansi(lines: list[str], palette: Palette) -> str:
    """Lines for a terminal, coloured with escape codes."""
    return "\n".join("".join(_escaped(text, ink) for text, ink in _inked(line, palette)) for line in lines)


def render_image(lines: list[str], palette: Palette) -> npt.NDArray[np.uint8]:
    """Lines as a picture, always of the same size: height × width × RGB."""
    from PIL import Image, ImageDraw  # comes with the extra `pettingzoo`

    size = (_COLUMNS * _WIDTH + 2 * _MARGIN, _ROWS * _HEIGHT + 2 * _MARGIN)
    image = Image.new("RGB", size, BOARD_BACKGROUND)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(_folded(lines)[:_ROWS]):
        left, top = _MARGIN, _MARGIN + row * _HEIGHT
        for text, (ink, ground) in _inked(line, palette):
            right = left + len(text) * _WIDTH
            if ground != BOARD_BACKGROUND:
                draw.rectangle((left, top + 1, right - 1, top + _HEIGHT - 2), ground)
            for letter in text.replace("×", "x"):  # which the font lacks
                draw.text((left + _WIDTH // 2, top + _HEIGHT // 2), letter, ink, _font(), anchor="mm")
                left += _WIDTH
    return np.asarray(image)


def _inked(line: str, palette: Palette) -> Iterator[tuple[str, Ink]]:
    """A line, split into pieces of one colour. Chips are as wide as in the terminal."""
    plain = (_INK, BOARD_BACKGROUND)
    end = 0
    for chip in CHIP.finditer(line):
        yield line[end : chip.start()], plain
        letter = chip[1] or chip[3]
        colour = palette[letter]
        filled = ("#ffffff" if colour.is_dark else _INK, colour.hex)
        if chip[1]:
            yield f" {letter}{chip[2]} ", filled
        else:
            yield from ((" ", filled), (f" {letter} ", plain), (" ", filled))
        end = chip.end()
    yield line[end:], plain


def _folded(lines: list[str]) -> list[str]:
    """Break lines that are too long for the picture, at three spaces."""
    folded: list[str] = []
    for line in lines:
        done = ""
        for piece in line.split("   ") if len(line) > _COLUMNS else [line]:
            if done and len(done) + len(piece) + 3 > _COLUMNS:
                folded.append(done)
                done = "  "
            done = f"{done}   {piece}" if done.strip() else done + piece
        folded.append(done)
    return folded


def _escaped(text: str, ink: Ink) -> str:
    if not text or ink == (_INK, BOARD_BACKGROUND):
        return text
    front, ground = (";".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5)) for colour in ink)
    return f"\x1b[38;2;{front};48;2;{ground}m{text}\x1b[0m"


@cache
def _font() -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(14)
