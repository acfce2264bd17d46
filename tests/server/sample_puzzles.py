"""Puzzles for tests: the right moves are any moves, since nobody checks the proof at the table."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from sandmandala.puzzles.puzzle import (
    Ask,
    Difficulty,
    Exact,
    ExactValues,
    Measured,
    Puzzle,
    Source,
    Trial,
    Turn,
    Value,
    id_of,
)
from sandmandala.puzzles.solving import check_with_rules
from sandmandala.records import Game

MOVES_BEFORE = {"mandala": 24, "patterns": 30, "flowers": 20}
THEMES = ("first_theme", "second_theme")


def sample_puzzle(game: str, seed: int, turns: int = 2, rating: int = 1300) -> Puzzle:
    """A puzzle in the middle of a random game."""
    chance = random.Random(f"{game} {seed}")
    while True:
        played = Game.new(game, seats=2, secret=bytes([seed % 256]) * 32)
        for _ in range(MOVES_BEFORE[game] + seed % 3):
            if legal := played.legal_moves():
                played.play(chance.choice(legal))
        if found := _made(played, chance, turns, rating, seed):
            return found
        seed += 1


def _made(played: Game, chance: random.Random, turns: int, rating: int, seed: int) -> Puzzle | None:
    position, side = played.position(), played.to_move
    game = Game.from_position(played.name, position, bytes(32))
    solution = []
    for number in range(turns):
        if game.to_move != side or len(game.legal_moves()) < 3:
            return None
        right = chance.choice(game.legal_moves())
        game.play(right)
        answers = []
        while number < turns - 1 and game.to_move not in (side, None):
            answers.append(chance.choice(game.legal_moves()))
            game.play(answers[-1])
        solution.append(Turn((right,), tuple(answers)))
    assert side is not None
    exact = played.name == "patterns"
    proof = (
        Exact(tuple(ExactValues(2, 0) for _ in solution), 100)
        if exact
        else Measured(Value("a", 0.7, 4.0), Value("b", 0.5, 1.0), 0.2, 0.01, (Trial(1, 10, 10, 0.2, 0.01),))
    )
    ask: Ask = "win" if exact else "best"
    levels = (0.0, 0.1, 0.3, 0.5, 0.8, 1.0)
    puzzle = Puzzle(
        id=id_of(played.name, position, ask, tuple(solution)),
        game=played.name,
        seats=played.seats,
        options=dict(Game.from_position(played.name, position, bytes(32)).options),
        position=position,
        side=side,
        ask=ask,
        solution=tuple(solution),
        themes=(THEMES[seed % 2],),
        difficulty=Difficulty(levels, 0.1, rating),
        proof=proof,
        source=Source("cascade", seed, seed, 1),
    )
    check_with_rules(puzzle, "sample")
    return puzzle


@cache
def sample_puzzles(game: str, count: int = 14) -> Mapping[str, Puzzle]:
    """Some puzzles of a game by id."""
    found = [sample_puzzle(game, 20 * seed, 2 if seed % 2 else 1, 1000 + 60 * seed) for seed in range(count)]
    return {puzzle.id: puzzle for puzzle in found}
