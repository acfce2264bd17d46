"""Sandmandala: Mandala, Patterns and Flowers as a fast, tested library.

>>> from sandmandala import Game
>>> game = Game.new("mandala")
>>> len(game.view(seat=0)["players"])
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .games.errors import IllegalMoveError, ImpossiblePositionError, SandmandalaError, UnreadableError
    from .records import Game, Record, read_record, verify

__version__ = "0.1.0"
__all__ = [
    "Game",
    "IllegalMoveError",
    "ImpossiblePositionError",
    "Record",
    "SandmandalaError",
    "UnreadableError",
    "read_record",
    "verify",
]


def __getattr__(name: str) -> Any:
    # Numba loads slowly: `sandmandala --help` must not wait for it.
    if name in ("Game", "Record", "read_record", "verify"):
        from . import records

        return getattr(records, name)
    if name in __all__:
        from .games import errors

        return getattr(errors, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
