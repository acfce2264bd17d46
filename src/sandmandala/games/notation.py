"""Positions as `key=value` words, for all games."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .errors import ImpossiblePositionError, UnreadableError

_LONGEST_TEXT = 2000


def read_words(text: str, defaults: dict[str, str | None]) -> dict[str, str]:
    """The `key=value` words of a position. Words with the default None are required."""
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
            raise UnreadableError(f"The word {key!r} occurs twice in the position.")
        found[key] = value
    words: dict[str, str] = {}
    for key, default in defaults.items():
        given = found.get(key, default)
        if given is None:
            raise UnreadableError(f"The position lacks the word {key!r}.")
        words[key] = given
    return words


def read_parts(key: str, text: str, count: int) -> list[str]:
    """A value such as `R2/-/K1`, which must have this number of parts."""
    parts = text.split("/")
    if len(parts) != count:
        raise UnreadableError(f"{key!r} needs {count} parts with / between them, not {text[:40]!r}.")
    return parts


def read_number(key: str, text: str, lowest: int, highest: int) -> int:
    """A number within bounds."""
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
