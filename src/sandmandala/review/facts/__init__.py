"""Facts: what happened in continuations. Lessons give them as reasons. One file for each game."""

from .fact import Fact
from .noting import MOST_FACTS, facts_of, note_move

__all__ = ["MOST_FACTS", "Fact", "facts_of", "note_move"]
