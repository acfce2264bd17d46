"""Players that think. They are given what a seat may know, never the state."""

from .bot import Bot, Budget, Candidate, Decision, HouseBot, Knowledge, check_game, reason
from .levels import LEVELS, bot_of_level
from .names import read_bot
from .reference import IsmctsBot, UctBot
from .searcher import Searcher
from .simple import GreedyBot, RandomBot

__all__ = [
    "LEVELS",
    "Bot",
    "Budget",
    "Candidate",
    "Decision",
    "GreedyBot",
    "HouseBot",
    "IsmctsBot",
    "Knowledge",
    "RandomBot",
    "Searcher",
    "UctBot",
    "bot_of_level",
    "check_game",
    "read_bot",
    "reason",
]
