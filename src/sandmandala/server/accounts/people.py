"""Ids of people and tables, and the bots, which have accounts too."""

from __future__ import annotations

import hashlib
import secrets

from ...bots import LEVELS
from ..messages.table_info import Person

# Without letters and digits that look alike.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 12


def new_id() -> str:
    """Return a random id."""
    return _written(secrets.randbelow(len(_ALPHABET) ** _ID_LENGTH))


def id_from(*words: str) -> str:
    """Derive an id from words. It cannot be guessed without them."""
    return _written(int.from_bytes(hashlib.sha256("\n".join(words).encode()).digest(), "big"))


def _written(number: int) -> str:
    digits = []
    for _ in range(_ID_LENGTH):
        number, digit = divmod(number, len(_ALPHABET))
        digits.append(_ALPHABET[digit])
    return "".join(digits)


def bot_person(level: int) -> Person:
    """Return the account of the bot of a level."""
    return Person(f"bot-{level}", LEVELS[level - 1].english.title(), level)
