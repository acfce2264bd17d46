"""The six levels of strength, with the same names in every game."""

from __future__ import annotations

from dataclasses import dataclass

from ..games.errors import UnreadableError
from .bot import Budget
from .evaluation import evaluator_of
from .search_bot import SearchBot


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


def bot_of_level(game: str, level: int) -> tuple[SearchBot, Budget]:
    """The bot of a level from 1 to 6, and its budget.

    >>> bot_of_level("patterns", 6)[0].name
    'forest'
    """
    if not 1 <= level <= len(LEVELS):
        raise UnreadableError(f"There is no level {level}: levels go from 1 to {len(LEVELS)}.")
    settings = evaluator_of(game).levels[level - 1]
    bot = SearchBot(LEVELS[level - 1].english, horizon=settings.horizon, uses_solver=settings.uses_solver)
    return bot, Budget(settings.simulations)


def read_level(text: str) -> int | None:
    """The number of the level with this name, in either language, or None.

    >>> read_level("Knospe"), read_level("knot")
    (3, None)
    """
    for number, name in enumerate(LEVELS, 1):
        if text.casefold() in (name.english, name.german.casefold()):
            return number
    return None
