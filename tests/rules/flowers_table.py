"""Flowers positions for tests, which specify only what matters."""

from __future__ import annotations

from typing import Any

from rules.table import Table

from sandmandala.games.flowers.rules import CARDS_OF_A_COLOUR
from sandmandala.games.sand_colours import cards_text, read_cards

ANIKA, BRITTA, CYRILL, DORA = range(4)
NAMES = ["Anika", "Britta", "Cyrill", "Dora"]
ONE_OF_EACH = "R1O1Y1G1P1K1"
# Empty mandalas with the six tiles of value 7; everybody holds one card of each colour.
USUAL = {"mandala1": "R7/O7/-", "mandala2": "P7/Y7/-", "mandala3": "K7/G7/-", "hand": "", "turn": "0"}

# All tiles but the sevens, so that the stacks are empty. Nobody has a third flower, Dora has not even one.
ALL_TILES_GIVEN: dict[str, Any] = {
    "singles": "Y2G2P2K2/R3O3P3K3/R4O4Y4G4/R5O5Y5G5P5K5",
    "flowers": "R2xO2x/Y3xG3x/P4xK4x/-",
}


def flowers_table(seats: int = 3, draw: str | None = None, seed: int = 1, **words: str) -> Table:
    """A table with these words instead of the usual ones.

    Sides of a mandala and hands may be left out. If `draw` is given, the draw pile has exactly these cards,
    and all other cards are in the hand of the last seat.
    """
    words = USUAL | words | {"seats": str(seats)}
    for key in ("mandala1", "mandala2", "mandala3"):
        if words[key] != "-":
            words[key] += "/-:-" * (seats + 2 - words[key].count("/"))
    hands = words["hand"].split("/") + [""] * seats
    hands = [hand or ONE_OF_EACH for hand in hands[:seats]]
    if draw is not None:
        placed = [*hands, draw, words.get("discard", "-"), *_lying(words)]
        counts = [sum(column) for column in zip(*map(read_cards, placed), strict=True)]
        kept = read_cards(hands[-1])
        hands[-1] = cards_text(
            [CARDS_OF_A_COLOUR - count + own for count, own in zip(counts, kept, strict=True)]
        )
    words["hand"] = "/".join(hands)
    return Table("flowers", " ".join(f"{key}={value}" for key, value in words.items()), seed)


def _lying(words: dict[str, str]) -> list[str]:
    """The cards in the mandalas."""
    sides = [side for i in (1, 2, 3) for side in words[f"mandala{i}"].split("/")[3:]]
    return [part for side in sides for part in side.split(":")]


def kinds(events: list[dict]) -> list[str]:
    return [event["event"] for event in events]


def one(events: list[dict], kind: str) -> dict:
    """The only event of this kind."""
    (found,) = [event for event in events if event["event"] == kind]
    return found
