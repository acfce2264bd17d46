"""The manifest of a game: what lists of games need, without its rules. Loads without Numba.

A game is a sub-package of `sandmandala.games` with a `MANIFEST`. Nothing else lists the games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType

from .palette import Palette


@dataclass(frozen=True, kw_only=True)
class DrawLimits:
    """The most random draws of a game. Arrays have room for exactly this many."""

    set_up: int  # draws of any kind
    cards: int = 0  # in one move; or tiles, if only their colour matters
    lots: int = 0  # in one move: draws of anything else
    lot_outcomes: int  # of one such draw, in a move or set-up

    @property
    def move(self) -> int:
        """Draws of any kind in one move."""
        return self.cards + self.lots


@dataclass(frozen=True, kw_only=True)
class Manifest:
    name: str  # as in moves, records and addresses; also that of its folder
    title: str
    order: int  # its place in lists of games, lowest first
    seat_counts: tuple[int, ...]  # how many can play, in ascending order
    last_rule: str  # of docs/NAME.md: M18 says that its rules are M1 to M18
    max_moves: int  # no game can have more moves
    has_hidden_information: bool  # whether seats know different things
    options: Mapping[str, tuple[str, ...]]  # beside `beginner`; the first value is the default
    palette: Palette  # the colours of what can be drawn by chance, in the order of its arrays
    draw_limits: DrawLimits

    @property
    def most_outcomes(self) -> int:
        """Of one draw: a colour, or anything else."""
        return max(len(self.palette.colours), self.draw_limits.lot_outcomes)


@cache
def manifests() -> Mapping[str, Manifest]:
    """The manifests of all games by name, in their order."""
    folder = Path(__file__).parent
    found = [
        import_module(f"{__package__}.{module.name}").MANIFEST
        for module in iter_modules([str(folder)])
        if module.ispkg
    ]
    return MappingProxyType({one.name: one for one in sorted(found, key=lambda one: one.order)})
