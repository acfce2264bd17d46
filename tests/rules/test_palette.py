"""Cards as text, for the palette of any game."""

from __future__ import annotations

import pytest

from sandmandala.games.errors import UnreadableError
from sandmandala.games.palette import Colour, Palette

PALETTE = Palette(Colour("W", "white", "#ffffff"), Colour("B", "blue", "#0000ff", is_dark=True))


@pytest.mark.parametrize("counts", [[0, 0], [1, 0], [9, 10], [99, 100], [119, 127]])
def test_cards_round_trip_up_to_what_a_state_can_hold(counts: list[int]) -> None:
    assert PALETTE.read_cards(PALETTE.cards_text(counts)) == counts


@pytest.mark.parametrize("text", ["W0", "W01", "W128", "W1000", "R1", "W", "W1W2", ""])
def test_unreadable_cards(text: str) -> None:
    with pytest.raises(UnreadableError):
        PALETTE.read_cards(text)
