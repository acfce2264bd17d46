"""The rules of the games, and the only place where they live.

Importing this package registers all games.
"""

from . import flowers, mandala, patterns
from .rules import register

for _game in (mandala, patterns, flowers):
    register(_game.RULES)
