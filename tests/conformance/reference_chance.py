"""Shared by the reference games: the colours, a pile to draw from, and their own random stream.

The stream is a second implementation of xoshiro128**, from its definition: the fast one is tested too.
"""

from __future__ import annotations

from collections.abc import Iterable

COLOURS = "ROYGPK"


class ReferenceChance:
    """Chance for a reference game, from four words below 2**32."""

    def __init__(self, words: Iterable[int]) -> None:
        self.words = [int(word) for word in words]

    def next_word(self) -> int:
        a, b, c, d = self.words
        word = _wrap(_rotated(_wrap(b * 5), 7) * 9)
        shifted = _wrap(b << 9)
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        self.words = [a, b, c, _rotated(d, 11)]
        return word

    def below(self, limit: int) -> int:
        """0 to limit - 1: the high half of word × limit, unless its low half is one too many."""
        surplus = 2**32 % limit
        while True:
            high, low = divmod(self.next_word() * limit, 2**32)
            if low >= surplus:
                return high


def _wrap(number: int) -> int:
    return number % 2**32


def _rotated(word: int, by: int) -> int:
    return _wrap(word << by) + (word >> (32 - by))


def drawn(pile: list, chance: ReferenceChance):
    """Take a random piece from a non-empty pile, which is sorted by colour, then value."""
    pile.sort(key=_in_order)
    return pile.pop(chance.below(len(pile)))


def _in_order(thing: str) -> tuple[int, str]:
    """For cards (`R`) and tiles (`R2`, `Rx`): a digit sorts before the x of ×3."""
    return COLOURS.index(thing[0]), thing[1:]


def in_order(things: Iterable[str]) -> str:
    """Cards as one text, `RRGK`; their order does not matter."""
    return "".join(sorted(things, key=_in_order))
