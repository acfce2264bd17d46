"""The description of a game for a form: its places, and a position to begin with."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from ..games.errors import UnreadableError
from ..games.rules import rules_of
from ..records import Game
from .concealing import known_text
from .editor_game import editor_game, words_of
from .places import EditorWord


class EditorInfo(Struct, frozen=True):
    """What a form for positions of a game needs to know."""

    game: str
    seats: int
    seat_counts: tuple[int, ...]
    start: str
    """A position to begin with: a deal, as seat 0 knows it."""
    supply: dict[str, int]
    """How many cards of each colour all counted places share; empty if no cards can be unknown."""
    words: tuple[EditorWord, ...]


@cache
def editor_info(game: str, seats: int | None = None) -> EditorInfo:
    """Describe a game. Raises UnreadableError for a wrong number of seats."""
    rules = rules_of(game)
    seats = min(rules.seat_counts) if seats is None else seats
    if seats not in rules.seat_counts:
        raise UnreadableError(f"{rules.title} cannot be played with {seats} players.")
    deal = Game.new(game, seats, {"beginner": 0}, secret=bytes(32)).position()
    start = known_text(game, deal, 0)
    words = words_of(game, seats, start)
    return EditorInfo(game, seats, rules.seat_counts, start, dict(editor_game(game).supply), words)
