"""The best move in a position, from what the seat to move knows."""

from __future__ import annotations

from ..bots import Budget, Knowledge
from ..games.compiling import Stream
from ..review.best_move import HINT_BUDGET, BestMove, best_move
from .known_position import KnownPosition

# Cards that were seen once and forgotten are guessed this often; hidden ones are resampled by the search.
_GUESSES = 4


def best_move_in(known: KnownPosition, stream: Stream, budget: Budget = HINT_BUDGET) -> BestMove:
    """The best move of the seat to move, which must know its own cards.

    With a budget in simulations, it depends only on what that seat knows.
    """
    guesses = range(_GUESSES if known.forgotten else 1)
    games = [known.played_from(bytes([guess])) for guess in guesses]
    return best_move([Knowledge.of(game) for game in games], stream, budget)
