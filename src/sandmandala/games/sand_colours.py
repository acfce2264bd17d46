"""The six colours of sand, which Mandala, Patterns and Flowers share. Loads without Numba.

>>> cards_text([2, 0, 0, 0, 0, 11])
'R2K11'
>>> read_cards("R2K11")
[2, 0, 0, 0, 0, 11]
>>> card_count_phrase(3, 5), cards_phrase({"R": 2, "K": 1})
('3 black cards', '2 red, 1 black')
"""

from __future__ import annotations

from .palette import Colour, Palette

SAND = Palette(
    Colour("R", "red", "#c8453b", is_dark=True),
    Colour("O", "orange", "#e8912d"),
    Colour("Y", "yellow", "#f2cb4b"),
    Colour("G", "green", "#6ba15a"),
    Colour("P", "purple", "#7a4c9e", is_dark=True),
    Colour("K", "black", "#2e2b30", is_dark=True),
)

COLOUR_LETTERS, COLOUR_NAMES = SAND.letters, SAND.names
COLOURS = len(COLOUR_LETTERS)
cards, cards_text, read_cards = SAND.cards, SAND.cards_text, SAND.read_cards
colours_text, read_colours = SAND.colours_text, SAND.read_colours
card_count_phrase, cards_phrase = SAND.card_count_phrase, SAND.cards_phrase
