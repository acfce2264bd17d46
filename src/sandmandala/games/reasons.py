"""Why a move is illegal: a rule's id and a sentence, and the same as data, for other languages."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import NamedTuple

from .palette import Palette

Facts = Mapping[str, str | int]


class Reason(NamedTuple):
    """Why a move is illegal."""

    rule: str
    """The rule's id."""
    sentence: str
    """In English, for the player to move."""
    code: str
    """One of the game's `REASONS`."""
    facts: Facts
    """What the sentence names, ready for JSON: a colour is its letter."""


class Reasons:
    """The reasons of a game: for each code an English sentence, with the facts that it names in braces.

    `{colour}` is a colour, `{count:d}` a number, `{field:s}` a text, and `{s}` the plural of the count.

    >>> from .sand_colours import SAND
    >>> because = Reasons(SAND, too_few="you have only {count:d} {colour} card{s} in hand")
    >>> because("M7", "too_few", count=1, colour=3)  # doctest: +NORMALIZE_WHITESPACE
    Reason(rule='M7', sentence='you have only 1 green card in hand', code='too_few',
           facts={'count': 1, 'colour': 'G'})
    >>> because.fact_kinds("too_few")
    {'count': 'number', 'colour': 'colour'}
    """

    def __init__(self, palette: Palette, **sentences: str) -> None:
        self._palette, self.sentences = palette, sentences

    def __call__(self, rule: str, code: str, **facts: int | str) -> Reason:
        """The reason with its sentence. Colours are given as numbers."""
        kinds, told, said = self.fact_kinds(code), dict[str, str | int](), dict[str, str | int]()
        for name, value in facts.items():
            if kinds[name] == "colour":
                told[name], said[name] = self._palette.letters[int(value)], self._palette.names[int(value)]
            else:
                told[name] = said[name] = value
        plural = "" if facts.get("count") == 1 else "s"
        return Reason(rule, self.sentences[code].format(**said, s=plural), code, told)

    def fact_kinds(self, code: str) -> dict[str, str]:
        """The facts of a sentence: each a `colour`, a `number` or a `text`."""
        kinds = {"": "colour", "d": "number", "s": "text"}
        return {
            name: kinds[kind or ""]
            for _, name, kind, _ in Formatter().parse(self.sentences[code])
            if name is not None and name != "s"
        }
