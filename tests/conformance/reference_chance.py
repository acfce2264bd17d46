"""What the reference games share: the colours, a pile to draw from, and their own chance stream.

The stream is xoshiro128** written once more, from its definition, so that the fast one is judged too.
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
    """Take one at random from a pile that is not empty; colours stand in their order, then values."""
    pile.sort(key=_in_order)
    return pile.pop(chance.below(len(pile)))


def _in_order(thing: str) -> tuple[int, str]:
    """For cards (`R`) and tiles (`R2`, `Rx`): a digit sorts before the x of ×3."""
    return COLOURS.index(thing[0]), thing[1:]


def in_order(things: Iterable[str]) -> str:
    """Cards as one text, `RRGK`; order means nothing where cards lie."""
    return "".join(sorted(things, key=_in_order))
