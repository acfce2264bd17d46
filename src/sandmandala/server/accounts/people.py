"""People: names, ids, and the bots, who are people too."""

from __future__ import annotations

import secrets
import unicodedata

from ...bots import LEVELS
from ..messages import Person
from ..refusal import RefusalError

# Without letters and digits that look alike.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 12
LONGEST_NAME = 24
NOBODY = "Somebody"  # who has deleted their data


def new_id() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))


def bot_person(level: int) -> Person:
    """The bot of a level, as it sits at tables."""
    return Person(f"bot-{level}", LEVELS[level - 1].english.title(), level)


def clean_name(text: str) -> str:
    """A name fit to be shown: no control or invisible characters, no look-alikes of plain letters.

    >>> clean_name("  Ａｎｎａ \\u200b  Maria ")
    'Anna Maria'
    """
    folded = unicodedata.normalize("NFKC", text)
    kept = "".join(" " if letter.isspace() else letter for letter in folded if _is_shown(letter))
    name = " ".join(kept.split())[:LONGEST_NAME].strip()
    if not any(letter.isalnum() for letter in name):
        raise RefusalError("unreadable", "A name needs a letter or a digit.")
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    if len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
        raise RefusalError("unreadable", "A name must not mix letters of several alphabets that look alike.")
    return name


def _is_shown(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter)[0] in "LNPSM"


def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").split()[0]
