"""Bots. They get what a seat may know, never the state."""

from .bot import Bot, Budget, BuiltInBot, Candidate, Decision, Knowledge, check_game, explain
from .levels import LEVELS, bot_of_level
from .names import read_bot
from .net_bot import NetBot
from .reference_bots import IsmctsBot, UctBot
from .search_bot import SearchBot
from .simple_bots import GreedyBot, RandomBot

__all__ = [
    "LEVELS",
    "Bot",
    "Budget",
    "BuiltInBot",
    "Candidate",
    "Decision",
    "GreedyBot",
    "IsmctsBot",
    "Knowledge",
    "NetBot",
    "RandomBot",
    "SearchBot",
    "UctBot",
    "bot_of_level",
    "check_game",
    "explain",
    "read_bot",
]
