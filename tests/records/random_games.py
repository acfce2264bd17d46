"""Random games for the tests of records and of the command, determined by their number."""

from __future__ import annotations

import hashlib
import random

from sandmandala.games.compiling import INTERPRETED
from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import Game

# Every game with every number of players.
CASES = [(name, seats) for name in all_games() for seats in rules_of(name).seat_counts]


def scaled_count(count: int) -> int:
    """How many of something to test: `count`, or fewer for interpreted rules."""
    return max(1, count // 20) if INTERPRETED else count


def secret_of(*what: object) -> bytes:
    return hashlib.sha256(" ".join(map(str, what)).encode()).digest()


def contributions_of(seats: int, number: int = 0) -> list[bytes]:
    return [secret_of("contribution", number, seat)[:16] for seat in range(seats)]


def play_on(game: Game, moves: int, seed: int = 0) -> Game:
    """Make this many random moves, or fewer if the game ends."""
    pick = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        game.play(pick.choice(game.legal_actions()))
    return game


def random_game(name: str, seats: int, number: int = 0, moves: int = 10_000, **options: object) -> Game:
    """A random game, complete unless a number of moves is given."""
    return play_on(Game.new(name, seats, options, secret_of(name, seats, number)), moves, number)
