"""Filling unknown places with cards that are not seen anywhere, each possible card with the same chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations


class Draws:
    """Random numbers from a key: the same on every machine and in every version of Python."""

    def __init__(self, key: bytes) -> None:
        self._key, self._count = key, 0

    def below(self, limit: int) -> int:
        """Without a bias that could be measured: the hash has 256 bits."""
        self._count += 1
        digest = sha256(b"unknown cards" + self._key + self._count.to_bytes(4, "big")).digest()
        return int.from_bytes(digest, "big") % limit


@dataclass(frozen=True)
class Demand:
    """A place that needs cards, and the colours that they may have."""

    place: str
    cards: int
    colours: frozenset[int]


def filled(demands: Sequence[Demand], unseen: Sequence[int], draws: Draws) -> dict[str, list[int]] | None:
    """The cards for each place by colour; None if there are not enough. What is left is the draw pile."""
    left = list(unseen)
    waiting = {demand.place: demand.cards for demand in demands}
    if not _is_enough(demands, waiting, left):
        return None
    found = {}
    # Places with few possible colours first: the others must not take their cards away.
    for demand in sorted(demands, key=lambda demand: len(demand.colours)):
        cards = [0] * len(left)
        for _ in range(demand.cards):
            waiting[demand.place] -= 1
            colour = _drawn(demand, demands, waiting, left, draws)
            cards[colour] += 1
            left[colour] -= 1
        found[demand.place] = cards
    return found


def _drawn(
    demand: Demand, demands: Sequence[Demand], waiting: dict[str, int], left: list[int], draws: Draws
) -> int:
    """A colour that leaves enough cards for the places that still wait."""
    possible = list(left)
    is_tight = any(waiting[other.place] and len(other.colours) < len(left) for other in demands)
    for colour in range(len(left) if is_tight or len(demand.colours) < len(left) else 0):
        if colour not in demand.colours or not _stays_enough(demands, waiting, left, colour):
            possible[colour] = 0
    number = draws.below(sum(possible))
    for colour, count in enumerate(possible):
        number -= count
        if number < 0:
            return colour
    raise AssertionError("a number below the sum belongs to a colour")


def _stays_enough(demands: Sequence[Demand], waiting: dict[str, int], left: list[int], colour: int) -> bool:
    if not left[colour]:
        return False
    return _is_enough(demands, waiting, [count - (other == colour) for other, count in enumerate(left)])


def _is_enough(demands: Sequence[Demand], waiting: dict[str, int], left: Sequence[int]) -> bool:
    """Hall's condition: no set of colours is wanted by places for more cards than it has."""
    kinds = {demand.colours for demand in demands if waiting[demand.place]}
    for size in range(1, len(kinds) + 1):
        for chosen in combinations(kinds, size):
            colours = frozenset[int]().union(*chosen)
            wanted = sum(waiting[demand.place] for demand in demands if demand.colours <= colours)
            if wanted > sum(left[colour] for colour in colours):
                return False
    return True
