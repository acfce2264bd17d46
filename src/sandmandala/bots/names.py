"""Bots by name, as people write them: `bud`, `random`, `greedy`, `search:400`, `uct:0.5s` …"""

from __future__ import annotations

import re
from pathlib import Path

from ..games.errors import UnreadableError
from .bot import Bot, Budget
from .levels import LEVELS, bot_of_level, read_level
from .net_bot import NetBot
from .reference_bots import IsmctsBot, UctBot
from .search_bot import SearchBot
from .simple_bots import GreedyBot, RandomBot

_NO_THOUGHT = Budget(simulations=1)
_THINKING_BOTS: dict[str, Bot] = {
    "search": SearchBot(),
    "search1": SearchBot("search1", is_frozen=True),  # tests/data/search1.txt has its decisions
    "net": NetBot(),
    "uct": UctBot(),
    "ismcts": IsmctsBot(),
}
_BUDGET = r":(?:([1-9]\d{0,5})|(\d{1,3}(?:\.\d{1,3})?)s)"
_THOUGHT = re.compile(rf"({'|'.join(_THINKING_BOTS)}){_BUDGET}")
_OWN_WEIGHTS = re.compile(rf"net@(.+){_BUDGET}")


def read_bot(text: str, game: str) -> tuple[Bot, Budget]:
    """The bot with this name for a game, and its budget.

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
    if (match := _THOUGHT.fullmatch(text)) and (budget := _budget(match)):
        return _THINKING_BOTS[match[1]], budget
    if (match := _OWN_WEIGHTS.fullmatch(text)) and (budget := _budget(match)):
        return NetBot(weights=Path(match[1])), budget
    raise UnreadableError(
        f"There is no bot {text[:40]!r}. Bots are {', '.join(name.english for name in LEVELS)} (from weak to "
        "strong), random, greedy, search:400 (with so many simulations a move) and search:0.5s (with so many "
        "seconds); beside search there are net, which has learned by playing itself (net@FILE:400 has "
        "weights of your own), search1, which never changes, and the plain uct and ismcts."
    )


def _budget(match: re.Match[str]) -> Budget | None:
    if match[2]:
        return Budget(simulations=int(match[2]))
    return Budget(seconds=float(match[3])) if float(match[3]) > 0 else None
