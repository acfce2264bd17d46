"""Plays games once as tables do, to compile the functions that events and texts call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..games.rules import OPEN, rules_of
from .game import Game
from .preview import preview


def game_steps(name: str) -> list[Callable[[], object]]:
    """One step for each number of seats."""
    return [partial(_play_once, name, seats) for seats in rules_of(name).seat_counts]


def _play_once(name: str, seats: int) -> None:
    game = Game.new(name, seats, secret=bytes(32))
    while not game.is_over:
        action = game.legal_actions()[-1]
        preview(game, action)
        game.play(action)
        game.view_json(OPEN)
    game.scores(), game.winners()
