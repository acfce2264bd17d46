"""Chance by script: outcomes told beforehand, one after the other.

For those who want every draw as a step of its own, as OpenSpiel does. A move is played on a copy, by a script
of the outcomes so far. Where the script ends, the weights of the outcomes of the next draw are noted; the
move goes on in any way, and the copy is thrown away.
"""

from __future__ import annotations

from typing import Any

from .compiling import compiled, layout
from .manifest import manifests

Chance = Any  # a stream or a script as compiled code sees it

# Of all games, since scripts have one type.
_LIMITS = [game.draw_limits for game in manifests().values()]
_MOST_DRAWS = max(max(limits.set_up, limits.move) for limits in _LIMITS)
_MOST_OUTCOMES = max(game.most_outcomes for game in manifests().values())

SCRIPT = layout(
    [
        ("told", "i1"),  # how many outcomes are told
        ("used", "i1"),
        ("asked", "i1"),  # how many outcomes the next draw might have; 0: all that was drawn was told
        ("kinds", "i1"),  # whether these are colours of cards or tiles
        ("outcome", "i1", (_MOST_DRAWS,)),
        ("weight", "i1", (_MOST_OUTCOMES,)),
    ]
)


# Numba insists that what stands in for another function has parameters of the same names.


@compiled
def scripted_number(chance: Chance, limit: int) -> int:
    """In place of `randbelow`: each outcome as likely."""
    if chance.used < chance.told:
        return _next_outcome(chance)
    if chance.asked == 0:
        chance.asked = limit
        for outcome in range(limit):
            chance.weight[outcome] = 1
    return 0


@compiled
def scripted_card(pile: Any, size: int, chance: Chance) -> int:
    """In place of `draw`: the outcome is the colour."""
    if chance.used < chance.told:
        colour = _next_outcome(chance)
    else:
        if chance.asked == 0:
            chance.asked = pile.shape[0]
            chance.kinds = 1
            for kind in range(pile.shape[0]):
                chance.weight[kind] = pile[kind]
        colour = 0
        while pile[colour] == 0:
            colour += 1
    pile[colour] -= 1
    return colour


@compiled
def scripted_number_of_kind(chance: Chance, limit: int, counts: int, kinds: int) -> int:
    """In place of `randbelow_by_kind`: the outcome is the kind, of which the lowest number is taken."""
    wanted = 0
    if chance.used < chance.told:
        wanted = _next_outcome(chance)
    elif chance.asked == 0:
        chance.asked = kinds
        chance.kinds = 1
        for kind in range(kinds):
            chance.weight[kind] = (counts >> (8 * kind)) & 0xFF
    number = 0
    for kind in range(wanted):
        number += (counts >> (8 * kind)) & 0xFF
    return number


@compiled
def _next_outcome(chance: Chance) -> int:
    outcome = int(chance.outcome[chance.used])
    chance.used += 1
    return outcome
