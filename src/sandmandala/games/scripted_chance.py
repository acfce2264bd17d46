"""Scripted chance: outcomes given in advance, one by one.

For callers such as OpenSpiel that want every draw as a separate step. They play a move on a copy of the
state, with a script of the outcomes so far. When the script ends, it stores the weights of the next draw's
outcomes; the rest of the move is meaningless, and the copy is thrown away.
"""

from __future__ import annotations

from typing import Any

from .compiling import compiled, layout
from .manifest import manifests

Chance = Any  # a stream or a script as compiled code sees it

# Over all games, since scripts have one type. Their numbers are bytes.
_LIMITS = [game.draw_limits for game in manifests().values()]
_MOST_DRAWS = max(max(limits.set_up, limits.move) for limits in _LIMITS)
_MOST_OUTCOMES = max(game.most_outcomes for game in manifests().values())
if max(_MOST_DRAWS, _MOST_OUTCOMES) > 255:
    raise ValueError("The manifest of a game allows more than 255 draws at once, or outcomes of one.")

SCRIPT = layout(
    [
        ("told", "u1"),  # how many outcomes are given
        ("used", "u1"),
        ("asked", "u1"),  # how many outcomes the next draw might have; 0 if the script was long enough
        ("kinds", "u1"),  # whether these are colours of cards or tiles
        ("outcome", "u1", (_MOST_DRAWS,)),
        ("weight", "u1", (_MOST_OUTCOMES,)),
    ]
)


# Numba requires the same names of parameters as in the functions that these replace.


@compiled
def scripted_number(chance: Chance, limit: int) -> int:
    """Replaces `randbelow`: all outcomes are equally likely."""
    if chance.used < chance.told:
        return _next_outcome(chance)
    if chance.asked == 0:
        chance.asked = limit
        for outcome in range(limit):
            chance.weight[outcome] = 1
    return 0


@compiled
def scripted_card(pile: Any, size: int, chance: Chance) -> int:
    """Replaces `draw`: the outcome is the colour."""
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
    """Replaces `randbelow_by_kind`: the outcome is the kind, and the result its lowest number."""
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
