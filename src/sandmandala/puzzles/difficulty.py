"""How hard a puzzle is: how often the bots find its solution."""

from __future__ import annotations

from collections.abc import Sequence

from ..bots import LEVELS, Bot, Budget, Knowledge, bot_of_level, read_bot
from ..games.chance import stream_from_seed
from .puzzle import Difficulty

Line = Sequence[tuple[Knowledge, frozenset[int]]]
"""What the solver knows in each turn, and the actions that are right."""

TRIES = (12, 12, 12, 8, 4)  # of all levels but the strongest, which always finds what it has proven
_FIRST_SEED = 1000
_WEAKEST, _STEP = 1000, 200  # Elo
_LOWEST, _HIGHEST = 600, 2400


def solve_rate(line: Line, bot: Bot, budget: Budget, tries: int) -> float:
    """How often a bot finds all moves of a line."""

    def solves(seed: int) -> bool:
        stream = stream_from_seed(seed)
        return all(bot.decide(knowledge, budget, stream).action in right for knowledge, right in line)

    return sum(solves(_FIRST_SEED + number) for number in range(tries)) / tries


def level_rate(line: Line, level: int) -> float:
    """Of a level from 1 to 5."""
    return solve_rate(line, *bot_of_level(_game(line), level), TRIES[level - 1])


def greedy_rate(line: Line) -> float:
    return solve_rate(line, *read_bot("greedy", _game(line)), TRIES[0])


def _game(line: Line) -> str:
    return line[0][0].rules.name


def difficulty_of(levels: Sequence[float], greedy: float) -> Difficulty:
    """From the rates of all six levels."""
    rates = tuple(round(rate, 3) for rate in levels)
    assert len(rates) == len(LEVELS)
    return Difficulty(rates, round(greedy, 3), seed_rating(rates))


def seed_rating(rates: Sequence[float]) -> int:
    """The rating with which the levels would be expected to solve as many as they did.

    >>> seed_rating([0, 0, 0.5, 1, 1, 1]), seed_rating([0, 0, 0, 0, 0, 1])
    (1393, 1962)
    """

    def expected(rating: float) -> float:
        return sum(1 / (1 + 10 ** ((rating - _WEAKEST - _STEP * level) / 400)) for level in range(len(rates)))

    low, high = float(_LOWEST), float(_HIGHEST)
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle) > sum(rates) else (low, middle)
    return round(low)
