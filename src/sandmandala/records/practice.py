"""Games that play on from a position of another game, for practice."""

from __future__ import annotations

from collections.abc import Sequence

from ..games import chance, entry_points
from ..games.state_reader import StateReader
from .game import Game


def practice_game(
    name: str,
    position: str,
    seat: int,
    secret: bytes | None = None,
    contributions: Sequence[bytes] | None = None,
) -> Game:
    """Start a game from a position as a seat knows it.

    What is hidden from the seat is dealt again, so that whoever has seen the other game knows no more than
    the seat did. Secret and contributions decide what is dealt, and all later draws.

    >>> known = Game.new("mandala", secret=bytes(32))
    >>> game = practice_game("mandala", known.position(), 0, secret=bytes(32))
    >>> game.view(0) == known.view(0), game.position() == known.position()
    (True, False)
    """
    known = Game.from_position(name, position, secret, contributions)
    world = known.state()
    entry_points.resample_state(world, 0, seat, chance.stream_for_move(known.deal_key, 0))
    start = known.rules.text.position_text(StateReader(known.rules.state_dtype, world.tobytes()))
    return Game.from_position(name, start, known.secret, known.contributions)
