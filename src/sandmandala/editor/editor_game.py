"""What the position editor needs to know about a game: one file for each game, in `games/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ..learn.data_file import Translations
from .places import NONE, EditorPlace, EditorWord, said
from .problems import Message

Values = Mapping[str, str]  # the value of each place, by its id


def _no_words(seats: int) -> tuple[EditorWord, ...]:
    return ()


def _always_allowed(values: Values, place: EditorPlace) -> Translations | None:
    return None


def _any_colour(values: Values, place: EditorPlace) -> str | None:
    return None


def _nothing(known: Values, full: Values) -> Values:
    return {}


def _no_cards(values: Values, place: EditorPlace) -> str:
    return NONE


@dataclass(frozen=True)
class EditorGame:
    """`words(seats)` are those of positions for that many seats, in the order of `position_text`.

    `supply` has how many cards of each colour there are, where cards may be unknown.
    `why_known(values, place)` says why the cards of a place cannot be unknown; None if they can.
    `possible_colours(values, place)` are those that unknown cards may have there; None: all.
    `derived(known, full)` are values that follow from the unknown cards and from how they were filled in.
    `revealed(values, place)` are the cards of a hidden place that everyone knows.
    `memories` are words that say what somebody remembers. Unknown cards leave no room for them.
    `messages` are the game's own errors in German, with their places.
    """

    words: Callable[[int], tuple[EditorWord, ...]] = _no_words
    supply: Mapping[str, int] = field(default_factory=dict)
    why_known: Callable[[Values, EditorPlace], Translations | None] = _always_allowed
    possible_colours: Callable[[Values, EditorPlace], str | None] = _any_colour
    derived: Callable[[Values, Values], Values] = _nothing
    revealed: Callable[[Values, EditorPlace], str] = _no_cards
    memories: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()


_DEFAULT = EditorGame()


@cache
def editor_game(game: str) -> EditorGame:
    """A game without a file in `games/` has a text field for each word, and no unknown cards."""
    name = f"{__package__}.games.{game}"
    found: EditorGame = import_module(name).EDITOR if find_spec(name) else _DEFAULT
    return found


def words_of(game: str, seats: int, text: str) -> tuple[EditorWord, ...]:
    """The words of a game; without a file, those that a text has."""
    return _known_words(game, seats) or tuple(_text_word(key) for key in _keys_in(text))


@cache
def _known_words(game: str, seats: int) -> tuple[EditorWord, ...]:
    return editor_game(game).words(seats)


def _keys_in(text: str) -> list[str]:
    return list(dict.fromkeys(word.partition("=")[0] for word in text.split() if "=" in word))


def _text_word(key: str) -> EditorWord:
    label = said(key[:40] or "?", key[:40] or "?")
    place = EditorPlace(id=key, kind="text", label=label)
    return EditorWord(key=key, label=label, parts=((place,),))
