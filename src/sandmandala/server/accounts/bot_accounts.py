"""The bots' accounts, one for each level. The server itself is the host of its match for spectators."""

from __future__ import annotations

from ...bots import LEVELS
from ..messages.table_info import Person

BOT_MATCH_HOST = "bot-match"


def bot_person(level: int) -> Person:
    """Return the account of the bot of a level."""
    return Person(f"bot-{level}", LEVELS[level - 1].english.title(), level)
