"""What a form for positions needs to know: words, their places, and what may be there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ..learn.data_file import Translations

Kind = Literal["cards", "items", "row", "number", "seat", "choice", "text"]
Unknown = Literal["hidden", "forgotten"]
NONE = "-"


class EditorPlace(Struct, frozen=True, kw_only=True):
    """One place of a position, such as a hand."""

    id: str
    """The word, with `/part` and `:place` where it has several."""
    kind: Kind
    """`cards`: counts by colour, and unknown ones as `?3`. `items`: codes out of `choices`. `row`: a letter
    for each of `fields`. `seat`: its number. `text`: anything."""
    label: Translations
    owner: int | None = None
    """The seat that it belongs to."""
    most: int | None = None
    """The most cards or items; null: no limit."""
    exact: bool = False
    """It has as many items as `most`, or none."""
    lowest: int = 0
    highest: int = 0
    """Of a number."""
    choices: tuple[str, ...] = ()
    labels: dict[str, Translations] = {}
    """Of some choices."""
    separator: str = ""
    """Between items."""
    fields: tuple[str, ...] = ()
    counted: bool = False
    """Its cards or items are among the game's `supply`."""
    unknown: Unknown | None = None
    """Whether cards may be unknown: `hidden` ones are hidden by the rules; `forgotten` ones were seen by all,
    but lie face down."""
    private: bool = False
    """The owner sees the cards, so they are not unknown to that seat."""


class EditorWord(Struct, frozen=True, kw_only=True):
    """One `key=value` word. Its parts are joined by `/`, the places of a part by `:`."""

    key: str
    label: Translations
    parts: tuple[tuple[EditorPlace, ...], ...]
    default: str | None = None
    """The value if the word is left out; null: it must be written."""
    none: bool = False
    """If all places are empty, the value is a single `-`."""
    advanced: bool = False
    """Few people need it."""

    def places(self) -> list[EditorPlace]:
        return [place for part in self.parts for place in part]


def said(en: str, de: str) -> Translations:
    """A text in both languages."""
    return Translations(en, de)


def word_of(place: EditorPlace, default: str | None = None, advanced: bool = False) -> EditorWord:
    """A word with a single place."""
    return EditorWord(key=place.id, label=place.label, parts=((place,),), default=default, advanced=advanced)


def seat_word(
    place: EditorPlace, seats: int, default: str | None = None, *, none: bool = False, advanced: bool = False
) -> EditorWord:
    """A word with the same place for each seat."""
    parts = tuple((replace(place, id=f"{place.id}/{seat}", owner=seat),) for seat in range(seats))
    return EditorWord(
        key=place.id, label=place.label, parts=parts, default=default, none=none, advanced=advanced
    )


def choice(id: str, label: Translations, labels: dict[str, Translations]) -> EditorPlace:
    return EditorPlace(id=id, kind="choice", label=label, choices=tuple(labels), labels=labels)


def turn_words(seats: int) -> tuple[EditorWord, EditorWord]:
    """Who is to move, and who began: as in all games."""
    choices = tuple(map(str, range(seats)))
    turn = EditorPlace(id="turn", kind="seat", label=said("To move", "Am Zug"), choices=choices)
    began = EditorPlace(id="beginner", kind="seat", label=said("Began", "Hat begonnen"), choices=choices)
    return word_of(turn), word_of(began, "0", advanced=True)


def memory_aid() -> EditorWord:
    labels = {"off": said("Off", "Aus"), "on": said("On", "An")}
    return word_of(choice("memory_aid", said("Memory aid", "Gedächtnishilfe"), labels), "off", advanced=True)


def why_open(values: Mapping[str, str], place: EditorPlace) -> Translations | None:
    """Why everyone sees the cards of a place, in games with the word `phase` and the memory aid."""
    if values["phase"] == "over":
        return said(
            "The game is over, so all cards are open.", "Das Spiel ist zu Ende, also sind alle Karten offen."
        )
    if place.unknown == "forgotten" and values["memory_aid"] == "on":
        return said(
            "With the memory aid, everyone sees these cards. Enter them, or turn it off.",
            "Mit der Gedächtnishilfe sehen alle diese Karten. Gib sie an oder schalte sie aus.",
        )
    return None
