"""Cards as counts and as letters, for the facts about games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from conformance.reference_chance import COLOURS


def letters(counts: Any) -> str:
    """Cards given as counts by colour: `RRGK`."""
    return "".join(colour * count for colour, count in zip(COLOURS, counts.tolist(), strict=True))


def counts(text: str | Sequence[str]) -> list[int]:
    """Cards by colour."""
    return [list(text).count(colour) for colour in COLOURS]


def choice(options: Sequence[Any], chosen: Any) -> list[int]:
    return [int(option == chosen) for option in options]


def known_piles(snapshot: dict, seat: int, unseen: str, shuffled: bool) -> dict:
    """By elimination: what the draw pile can hold, if everyone knows what was shuffled into it."""
    pile_most = counts(unseen)
    if shuffled:
        drawn = "".join(cards for other, cards in enumerate(snapshot["drawn"]) if other != seat)
        left = counts(snapshot["draw"] + drawn)
        pile_most = [min(a, b) for a, b in zip(pile_most, left, strict=True)]
    return {
        "unseen": counts(unseen),
        "pile_most": pile_most,
        "draw_size": [len(snapshot["draw"])],
        "discard": counts(snapshot["discard"]),
    }


def leave_few_cards(state: Any, reference: Any, choice: random.Random) -> None:
    """Remove most of the draw pile in both games."""
    reference.pile = choice.sample(reference.pile, choice.choice([1, 2, 5, 15, 40]))
    state["draw"][:] = [reference.pile.count(colour) for colour in COLOURS]
