"""Positions for tests of bots."""

from __future__ import annotations

import random
from collections.abc import Iterator

from sandmandala import Game
from sandmandala.games.compiling import States


def positions(name: str, seats: int, games: int, seed: int) -> Iterator[States]:
    """Every position of some random games, as arrays of one state."""
    choice = random.Random(f"{name} {seats} {seed}")
    for _ in range(games):
        game = Game.new(name, seats, secret=choice.randbytes(32))
        while not game.is_over:
            yield game.state()
            game.play(choice.choice(game.legal_actions()))
