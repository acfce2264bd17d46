"""Ids of people, tables and sessions: short, and easy to read aloud."""

from __future__ import annotations

import hashlib
import secrets

# Without letters and digits that look alike.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 12


def new_id() -> str:
    """Return a random id."""
    return _written(secrets.randbelow(len(_ALPHABET) ** _LENGTH))


def id_from(*words: str) -> str:
    """Derive an id from words. It cannot be guessed without them."""
    return _written(int.from_bytes(hashlib.sha256("\n".join(words).encode()).digest(), "big"))


def _written(number: int) -> str:
    digits = []
    for _ in range(_LENGTH):
        number, digit = divmod(number, len(_ALPHABET))
        digits.append(_ALPHABET[digit])
    return "".join(digits)
