"""Filling unknown places: it succeeds exactly if there are enough cards, and never takes too many."""

from __future__ import annotations

import random
from itertools import product

from sandmandala.editor.filling import Demand, Draws, filled


def is_possible(demands: list[Demand], unseen: list[int]) -> bool:
    """Try everything."""
    cards = [demand.colours for demand in demands for _ in range(demand.cards)]
    return any(
        all(choice.count(colour) <= count for colour, count in enumerate(unseen))
        for choice in product(*cards)
    )


def test_places_are_filled_whenever_it_is_possible() -> None:
    choice, possible = random.Random(7), 0
    for number in range(600):
        unseen = [choice.randrange(4) for _ in range(3)]
        demands = [
            Demand(str(place), choice.randrange(4), frozenset(choice.sample(range(3), choice.randrange(4))))
            for place in range(3)
        ]
        found = filled(demands, unseen, Draws(bytes([number % 256])))
        case = f"{unseen} {demands}"
        assert (found is not None) == is_possible(demands, unseen), case
        if found is not None:
            possible += 1
            for demand in demands:
                assert sum(found[demand.place]) == demand.cards, case
                assert {colour for colour, count in enumerate(found[demand.place]) if count} <= demand.colours
            used = [sum(cards[colour] for cards in found.values()) for colour in range(3)]
            assert all(count <= most for count, most in zip(used, unseen, strict=True)), case
    assert 100 < possible < 500


def test_the_same_key_deals_the_same_cards() -> None:
    """On every machine: these cards were dealt at tables, which are loaded again."""
    demands = [Demand("hand", 5, frozenset(range(6))), Demand("cup", 2, frozenset((0, 3)))]
    unseen = [13, 16, 17, 14, 16, 17]
    dealt = {"cup": [0, 0, 0, 2, 0, 0], "hand": [1, 0, 0, 0, 3, 1]}
    assert filled(demands, unseen, Draws(bytes(32))) == dealt


def test_all_worlds_are_equally_likely() -> None:
    """A place with one possible colour leaves the others their share of it."""
    demands, draws = [Demand("hand", 1, frozenset((0, 1))), Demand("cup", 1, frozenset((0,)))], 4000
    red = 0
    for number in range(draws):
        found = filled(demands, [2, 3], Draws(number.to_bytes(4, "big")))
        assert found
        red += found["hand"][0]
    assert abs(red / draws - 1 / 4) < 0.03, "of four cards that the cup has left, one is red"
