"""How much work a review may do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReviewBudget:
    """Numbers of simulations and worlds, and nodes of the solver.

    A tree search of `search` simulations chooses the best move. Every legal move is played in `all_moves`
    worlds; the best ones, and the one that was made, in `best_moves` more. While it is in doubt which mark a
    decision deserves, the moves on which it depends get twice as many worlds, up to `doubtful`. If the move
    then seems to lose, a search of `last_word` simulations has the last word. `draws` worlds judge the luck
    of a draw, `open_cards` what somebody who sees all cards would play.
    """

    search: int
    all_moves: int
    best_moves: int
    draws: int
    open_cards: int
    solver_nodes: int
    doubtful: int = 0
    last_word: int = 0

    @property
    def simulations(self) -> int:
        return self.all_moves + self.best_moves


QUICK = ReviewBudget(
    search=2000,
    all_moves=32,
    best_moves=128,
    draws=512,
    open_cards=32,
    solver_nodes=100_000,
    doubtful=5120,
    last_word=16_000,
)
DEEP = ReviewBudget(
    search=20_000,
    all_moves=128,
    best_moves=896,
    draws=4096,
    open_cards=128,
    solver_nodes=2_000_000,
    doubtful=32_768,
    last_word=60_000,
)
