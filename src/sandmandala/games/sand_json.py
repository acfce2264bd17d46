"""Cards and colours of sand as JSON, written by compiled code (see json_writer.py)."""

from __future__ import annotations

from typing import Any

from .compiling import compiled
from .json_writer import JsonBuffer, write, write_byte, write_next, write_number
from .sand_colours import COLOUR_LETTERS

_COLOUR_LETTERS = COLOUR_LETTERS.encode()
_COLOUR_KEYS = tuple(f'"{letter}":'.encode() for letter in COLOUR_LETTERS)


@compiled
def write_cards(buffer: JsonBuffer, counts: Any) -> None:
    """Cards by colour: only the colours present."""
    write_next(buffer, b"{")
    for colour in range(len(counts)):
        if counts[colour]:
            write_next(buffer, _COLOUR_KEYS[colour])
            write_number(buffer, int(counts[colour]))
    write(buffer, b"}")


@compiled
def write_colour(buffer: JsonBuffer, colour: int) -> None:
    """The letter without quotes, as a part of a string of colours."""
    write_byte(buffer, _COLOUR_LETTERS[colour])
