"""What is wrong with a data file, and where."""

from __future__ import annotations

import re

from ..games.errors import SandmandalaError

_PART = re.compile(r"([a-z_]+)\[(\d+)\]")
_ITEMS = {"scenes": "scene", "steps": "step"}  # in words; other lists keep their names


class DataFileError(SandmandalaError):
    """A tutorial or a glossary is malformed. The message names the file and the place in it."""

    def __init__(self, file: str, place: str, why: str) -> None:
        super().__init__(f"{file}, {place}: {why}" if place else f"{file}: {why}")
        self.file, self.place, self.why = file, place, why


def place_in_words(path: str) -> str:
    """Turn a path of msgspec into words.

    >>> place_in_words("$.scenes[0].steps[2].say.de")
    'scene 1, step 3, say.de'
    >>> place_in_words("$[...]")
    ''
    """
    words, fields = list[str](), list[str]()
    for part in path.removeprefix("$").replace("[...]", "").strip(".").split("."):
        found = _PART.fullmatch(part)
        if found and found[1] in _ITEMS:
            words.append(f"{_ITEMS[found[1]]} {int(found[2]) + 1}")
        elif part:
            fields.append(part)
    return ", ".join([*words, *([".".join(fields)] if fields else [])])
