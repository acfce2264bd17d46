"""The position editor: positions with unknown cards, what a form needs to know, the best move."""

from .known_position import KnownPosition, known_game, read_known
from .problems import PositionError, PositionProblem

__all__ = ["KnownPosition", "PositionError", "PositionProblem", "known_game", "read_known"]
