"""Players that think. They are given what a seat may know, never the state."""

from .bot import Bot, Budget, Candidate, Decision, Knowledge, reason
from .levels import LEVELS, bot_of_level
from .names import read_bot
from .searcher import Searcher
from .simple import GreedyBot, RandomBot

__all__ = [
    "LEVELS",
    "Bot",
    "Budget",
    "Candidate",
    "Decision",
    "GreedyBot",
    "Knowledge",
    "RandomBot",
    "Searcher",
    "bot_of_level",
    "read_bot",
    "reason",
]
