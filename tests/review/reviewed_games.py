"""Finished games of weak bots, and their reviews with a small budget."""

from __future__ import annotations

from functools import cache

import pytest

from sandmandala.bots import GreedyBot, Knowledge
from sandmandala.bots.bot import Budget
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.rules import all_games, rules_of
from sandmandala.records import Game
from sandmandala.review.budget import ReviewBudget
from sandmandala.review.reviewer import review
from sandmandala.review.types import Review

SMALL = ReviewBudget(
    search=20, all_moves=4, best_moves=8, draws=16, open_cards=4, solver_nodes=20_000, last_word=60
)
# Flowers is played by two to four: what holds for two and four holds for three.
MARKS = {3: [pytest.mark.slow, pytest.mark.thorough], 4: [pytest.mark.slow]}
TABLES = [
    pytest.param(game, seats, marks=MARKS.get(seats, []))
    for game in all_games()
    for seats in rules_of(game).seat_counts
]


@cache
def finished(game: str, seats: int, number: int = 0) -> Game:
    """A game in which bots choose by points a few moves ahead."""
    played, stream = Game.new(game, seats, secret=bytes([number]) * 32), stream_from_seed(number)
    bot = GreedyBot()
    while not played.is_over:
        played.make_move(bot.decide(Knowledge.of(played), Budget(1), stream).action)
    return played


@cache
def reviewed(game: str, seats: int) -> Review:
    return review(finished(game, seats).record(), SMALL)
