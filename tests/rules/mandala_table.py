"""Mandala positions for tests, which specify only what matters."""

from __future__ import annotations

from rules.table import Table

from sandmandala.games.mandala.rules import CARDS_OF_A_COLOUR
from sandmandala.games.sand_colours import cards_text, read_cards, read_colours

ONE_OF_EACH = "R1O1Y1G1P1K1"
# Two cards in each mountain, as after set-up; seat 0 is Annabell, seat 1 Babette.
USUAL = {
    "mandala1": "R1O1/-/-",
    "mandala2": "R1O1/-/-",
    "hand": f"{ONE_OF_EACH}/{ONE_OF_EACH}",
    "river": "-/-",
    "dealt": "R1O1/R1O1",
    "claimed": "-/-",
    "discard": "-",
    "turn": "0",
}


def mandala_table(draw: str | None = None, **words: str) -> Table:
    """A table with these words instead of the usual ones.

    If `draw` is given, the draw pile has exactly these cards, and all other cards are in Babette's cup.
    """
    words = USUAL | words
    if draw is not None:
        own_cup, _, her_cup = words["claimed"].partition("/")
        left_over = [
            CARDS_OF_A_COLOUR - placed - drawable + in_cup
            for placed, drawable, in_cup in zip(
                _placed(words), read_cards(draw), read_cards(her_cup), strict=True
            )
        ]
        words["claimed"] = f"{own_cup}/{cards_text(left_over)}"
    return Table("mandala", " ".join(f"{key}={value}" for key, value in words.items()))


def _placed(words: dict[str, str]) -> list[int]:
    """The cards named by the words, by colour."""
    counts = [0] * 6
    for key in ("mandala1", "mandala2", "hand", "dealt", "claimed", "discard"):
        for part in words[key].split("/"):
            counts = [count + more for count, more in zip(counts, read_cards(part), strict=True)]
    for river in words["river"].split("/"):
        for colour in read_colours(river):
            counts[colour] += 1
    return counts
