"""A game that is stored as a readable file."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field

from sandmandala.records import Game


@dataclass(frozen=True)
class GoldenGame:
    """A random game: its number gives the secret and the moves."""

    file: str
    game: str
    seats: int
    number: int
    shows: tuple[str, ...]  # events that make it worth keeping
    options: dict[str, object] = field(default_factory=dict)

    def secret(self) -> bytes:
        return hashlib.sha256(f"{self.game} {self.seats} {self.number}".encode()).digest()

    def play(self) -> Game:
        game = Game.new(self.game, self.seats, self.options, self.secret())
        pick = random.Random(self.number)
        while not game.is_over:
            game.play(pick.choice(game.legal_moves()))
        return game
