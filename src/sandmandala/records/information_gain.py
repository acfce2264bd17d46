"""Whether moves revealed something, so that taking them back would be unfair."""

from __future__ import annotations

from ..games import chance, entry_points
from ..games.action_list import new_action_list
from ..games.views import view_json
from .game import Game

_WORLDS = 12


def reveals_information(game: Game, plies: int) -> bool:
    """Whether the last moves revealed anything hidden or random to anyone.

    They did if a seat, knowing what it knew before them, could have seen something else after the same
    moves. A few worlds are tried: a draw that happens to be the same in all of them may be overlooked.

    >>> game = Game.new("mandala", secret=bytes(32))
    >>> _ = game.play(game.legal_moves()[0])  # to the mountain: cards are drawn
    >>> reveals_information(game, 1)
    True
    """
    if not game.rules.has_hidden_information and game.rules.draw_limits.move == 0:
        return False
    first = game.ply - plies
    return any(_learned(game, first, seat) for seat in range(game.seats))


def _learned(game: Game, first: int, seat: int) -> bool:
    seen = game.view_json(seat)
    legal = new_action_list(game.rules.action_count)
    for number in range(_WORLDS):
        stream = chance.stream_from_seed(number)
        world = game.state(first)
        entry_points.resample_state(world, 0, seat, stream)
        for action in game.actions[first:]:
            if action not in legal[: entry_points.list_legal(world, 0, legal)]:
                return True
            entry_points.play(world, 0, action, stream)
        if view_json(world, seat) != seen:
            return True
    return False
