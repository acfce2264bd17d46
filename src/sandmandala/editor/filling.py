"""Filling unknown places with cards that are not seen anywhere, each possible card with the same chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256


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
    unions = _unions(demands)

    def to_spare(colours: frozenset[int]) -> int:
        """How many cards of these colours the places that need one of them can do without."""
        wanted = sum(waiting[demand.place] for demand in demands if demand.colours <= colours)
        return sum(left[colour] for colour in colours) - wanted

    if any(to_spare(colours) < 0 for colours in unions):  # Hall's condition
        return None
    found = {}
    # Places with few possible colours first: then all possible worlds are equally likely, exactly so unless
    # the colours of two places overlap without one set holding the other.
    for demand in sorted(demands, key=lambda demand: len(demand.colours)):
        cards = [0] * len(left)
        for _ in range(demand.cards):
            others = [one for one in unions if not demand.colours <= one and to_spare(one) == 0]
            free = demand.colours.difference(*others)  # all cards of those colours are needed elsewhere
            colour = _drawn([count * (colour in free) for colour, count in enumerate(left)], draws)
            cards[colour] += 1
            left[colour] -= 1
            waiting[demand.place] -= 1
        found[demand.place] = cards
    return found


def _unions(demands: Sequence[Demand]) -> set[frozenset[int]]:
    """All colours that some of the places may have."""
    unions = {frozenset[int]()}
    for demand in demands:
        unions |= {one | demand.colours for one in unions}
    return unions


def _drawn(pile: Sequence[int], draws: Draws) -> int:
    number = draws.below(sum(pile))
    for colour, count in enumerate(pile):
        number -= count
        if number < 0:
            return colour
    raise AssertionError("a number below the sum belongs to a colour")
