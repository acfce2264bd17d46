"""The glossary of a game: its terms in all languages, and the places of its board.

It is the only source: the glossary of the web app, its tooltips and the tutorials use it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct

from ..games.manifest import manifests
from .data_file import Translations, read_data_file
from .errors import DataFileError

Rule = Annotated[str, Meta(pattern=r"^[A-Z][0-9]{1,2}$")]
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z_]*$")]


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    word: Translations
    meaning: Translations
    rule: Rule
    """The rule to read on."""


class Glossary(Struct, frozen=True, forbid_unknown_fields=True):
    """`places` are patterns of what boards mark with `data-place`: a tutorial can point at them."""

    places: list[str]
    terms: dict[Name, Term]

    def has_place(self, place: str) -> bool:
        return any(re.fullmatch(pattern, place) for pattern in self.places)


@cache
def glossary_of(game: str) -> Glossary:
    """The glossary of a game; an empty one if it has none yet."""
    source = files(f"sandmandala.games.{game}") / "learn" / "glossary.toml"
    if not source.is_file():
        return Glossary([], {})
    file = f"{game}/glossary.toml"
    glossary = read_data_file(source.read_bytes(), file, Glossary)
    last = manifests()[game].last_rule
    for name, term in glossary.terms.items():
        if term.rule[0] != last[0] or not 1 <= int(term.rule[1:]) <= int(last[1:]):
            raise DataFileError(file, f"terms.{name}.rule", f"There is no rule {term.rule} in this game.")
    return glossary
