"""Ids of people, and the bots, which have accounts too."""

from __future__ import annotations

import secrets

from ...bots import LEVELS
from ..messages import Person

# Without letters and digits that look alike.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 12


def new_id() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))


def bot_person(level: int) -> Person:
    """The bot of a level, as it sits at tables."""
    return Person(f"bot-{level}", LEVELS[level - 1].english.title(), level)
