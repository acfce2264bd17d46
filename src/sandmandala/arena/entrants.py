"""The bots of a match: built-in bots by name, external programs, or custom bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..bots import Bot, Budget, read_bot
from .engine_bot import EngineBot

_DEFAULT_BUDGET = Budget(simulations=100)


@dataclass(frozen=True)
class Entrant:
    """A bot with its budget and its name in this match."""

    name: str
    bot: Bot
    budget: Budget


def read_entrant(given: str | Bot | Entrant, game: str) -> Entrant:
    """
    >>> read_entrant("search:400", "flowers").budget
    Budget(simulations=400, seconds=None)
    """
    if isinstance(given, Entrant):
        return given
    if not isinstance(given, str):
        return Entrant(given.name, given, _DEFAULT_BUDGET)
    if given.startswith("engine:"):
        return Entrant(given, EngineBot.read(given.removeprefix("engine:")), _DEFAULT_BUDGET)
    return Entrant(given, *read_bot(given, game))


def read_entrants(given: Sequence[str | Bot | Entrant], game: str) -> tuple[Entrant, ...]:
    """Repeated names are numbered, so that bots can play against themselves."""
    entrants: list[Entrant] = []
    for entrant in (read_entrant(one, game) for one in given):
        name, number = entrant.name, 1
        while name in [other.name for other in entrants]:
            number += 1
            name = f"{entrant.name} ({number})"
        entrants.append(replace(entrant, name=name))
    return tuple(entrants)
