"""Whole positions as one seat knows them: what is hidden from it becomes unknown."""

from __future__ import annotations

from ..games.rules import rules_of
from .editor_game import editor_game
from .known_position import read_known
from .values import CardsThere, cards_there, cards_value, position_words, split_word


def known_text(game: str, position: str, seat: int) -> str:
    """A whole position with unknown cards in place of those that are hidden from a seat.

    >>> known_text("mandala", "mandala1=R1/-/- mandala2=K1/-/- hand=R2/K2G1 dealt=R1G1/K2 turn=0", 0)
    'mandala1=R1/-/- mandala2=K1/-/- hand=R2/?3 dealt=R1G1/?2 turn=0'
    """
    known, editor, palette = read_known(game, position), editor_game(game), rules_of(game).palette
    if known.to_move is None:
        return known.text
    values = dict(known.values)
    for place in (place for word in known.words for place in word.places()):
        if place.unknown == "hidden" and place.owner != seat:
            cards = palette.read_cards(values[place.id])
            seen = cards_there(palette, editor.revealed(values, place)).counts
            values[place.id] = cards_value(palette, CardsThere(seen, sum(cards) - sum(seen)))
    if values != known.values:
        for word in known.words:
            if word.key in editor.memories and word.default is not None:
                values |= split_word(word, word.default)
    return position_words(known.words, values)
