"""Players that think. They are given what a seat may know, never the state."""

from .bot import Bot, Budget, Candidate, Decision, Knowledge, reason
from .names import read_bot
from .searcher import Searcher
from .simple import GreedyBot, RandomBot

__all__ = [
    "Bot",
    "Budget",
    "Candidate",
    "Decision",
    "GreedyBot",
    "Knowledge",
    "RandomBot",
    "Searcher",
    "read_bot",
    "reason",
]
