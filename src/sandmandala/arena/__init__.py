"""Matches between bots: many games on all cores, and what they tell about strength."""

from .chart import chart
from .entrants import Entrant, read_entrant
from .opponents import opponent
from .play import Result, play_task
from .report import tell
from .run import Match, play_match
from .tasks import Setup, Task, tasks_of

__all__ = [
    "Entrant",
    "Match",
    "Result",
    "Setup",
    "Task",
    "chart",
    "opponent",
    "play_match",
    "play_task",
    "read_entrant",
    "tasks_of",
    "tell",
]
