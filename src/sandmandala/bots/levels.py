"""The six levels of strength, with the same names in every game."""

from __future__ import annotations

from dataclasses import dataclass

from ..games.errors import UnreadableError
from .bot import Budget
from .net_bot import NetBot
from .networks import network_of
from .search_bot import SearchBot, TreeBot


@dataclass(frozen=True)
class LevelName:
    """The name of a level in each language."""

    english: str
    german: str


LEVELS = (
    LevelName("seed", "Samen"),
    LevelName("sprout", "Spross"),
    LevelName("bud", "Knospe"),
    LevelName("blossom", "Blüte"),
    LevelName("tree", "Baum"),
    LevelName("forest", "Wald"),
)


# Simulations and horizon of the search, for a game without a network.
_WITHOUT_NETWORK = ((20, 2), (50, 5), (200, 10), (800, None), (5000, None), (100_000, None))


def bot_of_level(game: str, level: int) -> tuple[TreeBot, Budget]:
    """The bot of a level from 1 to 6, and its budget.

    >>> bot_of_level("patterns", 6)[0].name
    'forest'
    """
    if not 1 <= level <= len(LEVELS):
        raise UnreadableError(f"There is no level {level}: levels go from 1 to {len(LEVELS)}.")
    name, network = LEVELS[level - 1].english, network_of(game)
    if network is None:
        simulations, horizon = _WITHOUT_NETWORK[level - 1]
        return SearchBot(name, horizon=horizon), Budget(simulations)
    chosen = network.levels[level - 1]
    bot = NetBot(
        name, considered=chosen.considered, intuition=chosen.intuition, uses_solver=chosen.uses_solver
    )
    return bot, Budget(chosen.simulations)


def read_level(text: str) -> int | None:
    """The number of the level with this name, in either language, or None.

    >>> read_level("Knospe"), read_level("knot")
    (3, None)
    """
    for number, name in enumerate(LEVELS, 1):
        if text.casefold() in (name.english, name.german.casefold()):
            return number
    return None
