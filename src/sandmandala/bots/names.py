"""Bots by name, as people write them: `bud`, `random`, `greedy`, `search:400`, `uct:0.5s` …"""

from __future__ import annotations

import re

from ..games.errors import UnreadableError
from .bot import Bot, Budget
from .levels import LEVELS, bot_of_level, read_level
from .reference_bots import IsmctsBot, UctBot
from .search_bot import SearchBot
from .simple_bots import GreedyBot, RandomBot

_NO_THOUGHT = Budget(simulations=1)
_THINKERS: dict[str, type[SearchBot | UctBot | IsmctsBot]] = {
    "search": SearchBot,
    "uct": UctBot,
    "ismcts": IsmctsBot,
}
_THOUGHT = re.compile(r"(search|uct|ismcts):(?:([1-9]\d{0,5})|(\d{1,3}(?:\.\d{1,3})?)s)")


def read_bot(text: str, game: str) -> tuple[Bot, Budget]:
    """A bot for a game, and how long it thinks.

    >>> bot, budget = read_bot("search:400", "mandala")
    >>> bot.name, budget
    ('search', Budget(simulations=400, seconds=None))
    """
    if level := read_level(text):
        return bot_of_level(game, level)
    if text == "random":
        return RandomBot(), _NO_THOUGHT
    if text == "greedy":
        return GreedyBot(), _NO_THOUGHT
    match = _THOUGHT.fullmatch(text)
    if match and match[2]:
        return _THINKERS[match[1]](), Budget(simulations=int(match[2]))
    if match and float(match[3]) > 0:
        return _THINKERS[match[1]](), Budget(seconds=float(match[3]))
    raise UnreadableError(
        f"There is no bot {text[:40]!r}. Bots are {', '.join(name.english for name in LEVELS)} (from weak to "
        "strong), random, greedy, search:400 (with so many simulations a move) and search:0.5s (with so many "
        "seconds); beside search there are the plain uct and ismcts."
    )
