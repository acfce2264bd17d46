"""What the games' texts share: colours, cards as text, and positions as `key=value` words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .errors import ImpossiblePositionError, UnreadableError

COLOUR_LETTERS = "ROYGPK"
COLOUR_NAMES = ("red", "orange", "yellow", "green", "purple", "black")
# Sand colours; on the dark ones ink is white. Boards have linen under them.
COLOUR_HEX = dict(
    zip(COLOUR_LETTERS, ("#c8453b", "#e8912d", "#f2cb4b", "#6ba15a", "#7a4c9e", "#2e2b30"), strict=True)
)
DARK_COLOURS = "RPK"
BOARD_BACKGROUND = "#f4ebdc"

Cards = dict[str, int]

_CARDS = re.compile(r"(?:[ROYGPK][1-9]\d?)+")
_LONGEST_TEXT = 2000


def cards(counts: Sequence[int]) -> Cards:
    """Cards for JSON: only the colours that are there. The dictionary is the caller's own."""
    return _cards(tuple(counts)).copy()


@lru_cache(maxsize=10_000)
def _cards(counts: tuple[int, ...]) -> Cards:
    return {letter: count for letter, count in zip(COLOUR_LETTERS, counts, strict=True) if count}


def cards_text(counts: Sequence[int]) -> str:
    """Cards as in positions.

    >>> cards_text([2, 0, 0, 0, 0, 11])
    'R2K11'
    """
    return _cards_text(tuple(counts))


@lru_cache(maxsize=10_000)
def _cards_text(counts: tuple[int, ...]) -> str:
    return "".join(f"{letter}{count}" for letter, count in _cards(counts).items()) or "-"


def read_cards(text: str) -> list[int]:
    """The other way round.

    >>> read_cards("R2K11")
    [2, 0, 0, 0, 0, 11]
    """
    counts = [0] * len(COLOUR_LETTERS)
    if text == "-":
        return counts
    if not _CARDS.fullmatch(text):
        raise UnreadableError(f"Cannot read {text[:40]!r} as cards; write them like R2K1, or - for none.")
    for letter, count in re.findall(r"([ROYGPK])(\d+)", text):
        if counts[COLOUR_LETTERS.index(letter)]:
            raise UnreadableError(f"The colour {letter} stands twice in {text!r}.")
        counts[COLOUR_LETTERS.index(letter)] = int(count)
    return counts


def colours_text(colours: Iterable[int]) -> str:
    """Colours in a row, such as a river: `GYR`."""
    return "".join(COLOUR_LETTERS[colour] for colour in colours) or "-"


def read_colours(text: str) -> list[int]:
    if text == "-":
        return []
    if not text or any(letter not in COLOUR_LETTERS for letter in text):
        raise UnreadableError(f"Cannot read {text[:40]!r} as colours; write them like GYR, or - for none.")
    return [COLOUR_LETTERS.index(letter) for letter in text]


def card_count_phrase(count: int, colour: int) -> str:
    """
    >>> card_count_phrase(3, 5)
    '3 black cards'
    """
    return f"{count} {COLOUR_NAMES[colour]} card{'' if count == 1 else 's'}"


def cards_phrase(found: Cards) -> str:
    """
    >>> cards_phrase({"R": 2, "K": 1})
    '2 red, 1 black'
    """
    words = (f"{count} {COLOUR_NAMES[COLOUR_LETTERS.index(letter)]}" for letter, count in found.items())
    return ", ".join(words) or "none"


def read_words(text: str, defaults: dict[str, str | None]) -> dict[str, str]:
    """The `key=value` words of a position. A default of None says that the word must be there."""
    if len(text) > _LONGEST_TEXT:
        raise UnreadableError(f"A position has at most {_LONGEST_TEXT} characters.")
    found: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key not in defaults:
            raise UnreadableError(
                f"Cannot read the word {word[:40]!r} of the position; the words are {', '.join(defaults)}."
            )
        if key in found:
            raise UnreadableError(f"The word {key!r} stands twice in the position.")
        found[key] = value
    words: dict[str, str] = {}
    for key, default in defaults.items():
        given = found.get(key, default)
        if given is None:
            raise UnreadableError(f"The position lacks the word {key!r}.")
        words[key] = given
    return words


def read_parts(key: str, text: str, count: int) -> list[str]:
    """A value such as `R2/-/K1`, which must have so many parts."""
    parts = text.split("/")
    if len(parts) != count:
        raise UnreadableError(f"{key!r} needs {count} parts with / between them, not {text[:40]!r}.")
    return parts


def read_number(key: str, text: str, lowest: int, highest: int) -> int:
    """A number that must lie within bounds."""
    if not re.fullmatch(r"-?\d{1,3}", text):
        raise UnreadableError(f"{key!r} needs a number, not {text[:40]!r}.")
    number = int(text)
    if not lowest <= number <= highest:
        raise ImpossiblePositionError(f"{key!r} must be from {lowest} to {highest}, not {number}.")
    return number


def read_choice(key: str, text: str, choices: Sequence[str]) -> int:
    """One of a few names, as its index."""
    if text not in choices:
        raise UnreadableError(f"{key!r} must be one of {', '.join(choices)}, not {text[:40]!r}.")
    return list(choices).index(text)


# What is to be coloured on a board of lines: `{R2}`, filled, or `<R>`, with a rim.
CHIP = re.compile(r"\{([ROYGPK])([^}]*)\}|<([ROYGPK])>")


def chips(found: Cards | None) -> str:
    """Cards on a board in the terminal, where `{R2}` is to be coloured.

    >>> chips({"R": 2, "K": 1}), chips({}), chips(None)
    ('{R2} {K1}', '-', 'hidden')
    """
    if found is None:
        return "hidden"
    return " ".join(f"{{{letter}{count}}}" for letter, count in found.items()) or "-"
