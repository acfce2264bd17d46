"""Matches between bots: many games on all cores, and ratings from them."""

from .bot_opponents import opponent
from .chart import chart
from .entrants import Entrant, read_entrant
from .game_runner import GameResult, play_task
from .match import Match, play_match
from .report import print_report
from .schedule import MatchSetup, Task, tasks_of

__all__ = [
    "Entrant",
    "GameResult",
    "Match",
    "MatchSetup",
    "Task",
    "chart",
    "opponent",
    "play_match",
    "play_task",
    "print_report",
    "read_entrant",
    "tasks_of",
]
