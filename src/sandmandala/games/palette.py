"""The colours of a game's cards and tiles, and cards as text. Loads without Numba."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from .errors import UnreadableError

# The colour of boards.
BOARD_BACKGROUND = "#f4ebdc"

# A colour in views, events and moves. The mark lets tools/web_types.py write it as the letters of the game.
ColourLetter = Annotated[str, "colour"]
Cards = dict[str, int]  # how many there are of each colour, by its letter

# How many cards of a colour a position may have: as many as eight bits of a state can hold.
_COUNT = r"1[01]\d|12[0-7]|[1-9]\d?"

# The coloured pieces on a board as text: `{R2}` is filled, `<R>` has a rim.
CHIP = re.compile(r"\{([A-Z])([^}]*)\}|<([A-Z])>")


@dataclass(frozen=True)
class Colour:
    """A colour of cards or tiles. Moves and positions name it by its letter, in upper case."""

    letter: str
    name: str
    hex: str
    is_dark: bool = False  # the ink on it is white


class Palette:
    """The colours of a game, in the order of its arrays."""

    def __init__(self, *colours: Colour) -> None:
        self.colours = colours
        self.letters = "".join(colour.letter for colour in colours)
        self.names = tuple(colour.name for colour in colours)
        self._cards_pattern = re.compile(f"(?:[{self.letters}](?:{_COUNT}))+")
        self._one_colour = re.compile(f"([{self.letters}])(\\d+)")
        self._cards = lru_cache(maxsize=10_000)(self._new_cards)
        self._text = lru_cache(maxsize=10_000)(self._new_text)

    def __getitem__(self, letter: str) -> Colour:
        return self.colours[self.letters.index(letter)]

    def cards(self, counts: Sequence[int]) -> Cards:
        """Cards for JSON: only the colours present. The caller may change the dictionary."""
        return self._cards(tuple(counts)).copy()

    def _new_cards(self, counts: tuple[int, ...]) -> Cards:
        return {letter: count for letter, count in zip(self.letters, counts, strict=True) if count}

    def cards_text(self, counts: Sequence[int]) -> str:
        """Cards as in positions: `R2K11`, or `-` for none."""
        return self._text(tuple(counts))

    def _new_text(self, counts: tuple[int, ...]) -> str:
        return "".join(f"{letter}{count}" for letter, count in self._cards(counts).items()) or "-"

    def read_cards(self, text: str) -> list[int]:
        """Counts by colour, from cards as in positions."""
        counts = [0] * len(self.letters)
        if text == "-":
            return counts
        if not self._cards_pattern.fullmatch(text):
            first, last = self.letters[0], self.letters[-1]
            raise UnreadableError(
                f"Cannot read {text[:40]!r} as cards; write them like {first}2{last}1, or - for none."
            )
        for letter, count in self._one_colour.findall(text):
            if counts[self.letters.index(letter)]:
                raise UnreadableError(f"The colour {letter} occurs twice in {text!r}.")
            counts[self.letters.index(letter)] = int(count)
        return counts

    def colours_text(self, colours: Iterable[int]) -> str:
        """Colours in a row, such as a river: `GYR`."""
        return "".join(self.letters[colour] for colour in colours) or "-"

    def read_colours(self, text: str) -> list[int]:
        if text == "-":
            return []
        if not text or any(letter not in self.letters for letter in text):
            raise UnreadableError(
                f"Cannot read {text[:40]!r} as colours; write them like GYR, or - for none."
            )
        return [self.letters.index(letter) for letter in text]

    def card_count_phrase(self, count: int, colour: int) -> str:
        """In words: `3 black cards`."""
        return f"{count} {self.names[colour]} card{'' if count == 1 else 's'}"

    def cards_phrase(self, found: Cards) -> str:
        """In words: `2 red, 1 black`."""
        words = (f"{count} {self.names[self.letters.index(letter)]}" for letter, count in found.items())
        return ", ".join(words) or "none"


def chips(found: Cards | None) -> str:
    """Cards on a board in the terminal, which colours `{R2}`.

    >>> chips({"R": 2, "K": 1}), chips({}), chips(None)
    ('{R2} {K1}', '-', 'hidden')
    """
    if found is None:
        return "hidden"
    return " ".join(f"{{{letter}{count}}}" for letter, count in found.items()) or "-"
