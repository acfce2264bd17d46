"""What bots know about playing each game well, beyond its rules: one file for each game."""

from . import flowers, mandala, patterns
from .mind import Mind, mind_of, outlook, register

for _name, _mind in (("mandala", mandala.MIND), ("patterns", patterns.MIND), ("flowers", flowers.MIND)):
    register(_name, _mind)

__all__ = ["Mind", "mind_of", "outlook"]
