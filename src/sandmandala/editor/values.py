"""The values of places: reading them, with errors that name the place, and writing them in one way only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..games.errors import UnreadableError
from ..games.palette import Palette
from .editor_game import Values
from .places import NONE, EditorPlace, EditorWord
from .problems import PositionError, impossible, unreadable, unreadable_word

_UNKNOWN = re.compile(r"(.*?)\?(\d{1,2})?")


class CardsThere(NamedTuple):
    """The cards of a place: known ones by colour, and how many are unknown."""

    counts: list[int]
    unknown: int


def cards_there(palette: Palette, value: str) -> CardsThere:
    """Read cards such as `R2K1?3`. Raises UnreadableError."""
    found = _UNKNOWN.fullmatch(value)
    if not found:
        return CardsThere(palette.read_cards(value), 0)
    return CardsThere(palette.read_cards(found[1] or NONE), int(found[2] or 1))


def cards_value(palette: Palette, cards: CardsThere) -> str:
    """
    >>> from sandmandala.games.sand_colours import SAND
    >>> cards_value(SAND, cards_there(SAND, "K1R2?")), cards_value(SAND, cards_there(SAND, "?0"))
    ('R2K1?1', '-')
    """
    known = palette.cards_text(cards.counts)
    if not cards.unknown:
        return known
    return f"{'' if known == NONE else known}?{cards.unknown}"


def split_word(word: EditorWord, value: str) -> dict[str, str]:
    """The values of a word's places, as they were written."""
    places = word.places()
    if word.none and value == NONE:
        return {place.id: NONE for place in places}
    parts = value.split("/") if len(word.parts) > 1 else [value]
    if len(parts) != len(word.parts):
        raise unreadable_word(
            word.key,
            f"{word.key!r} needs {len(word.parts)} parts with / between them, not {value[:40]!r}.",
            f"„{word.key}“ braucht {len(word.parts)} Teile mit / dazwischen, nicht {value[:40]!r}.",
        )
    found: dict[str, str] = {}
    for part, text in zip(word.parts, parts, strict=True):
        texts = text.split(":") if len(part) > 1 else [text]
        if len(texts) != len(part):
            raise unreadable_word(
                word.key,
                f"A part of {word.key!r} needs {len(part)} values with : between them, not {text[:40]!r}.",
                f"Ein Teil von „{word.key}“ braucht {len(part)} Werte mit : dazwischen, nicht {text[:40]!r}.",
            )
        found |= {place.id: one for place, one in zip(part, texts, strict=True)}
    return found


def joined_word(word: EditorWord, values: Values) -> str:
    """The value of a word, from those of its places."""
    if word.none and all(values[place.id] == NONE for place in word.places()):
        return NONE
    return "/".join(":".join(values[place.id] for place in part) for part in word.parts)


def position_words(words: Sequence[EditorWord], values: Values) -> str:
    """A position as text, without words that have their default."""
    found = {word.key: joined_word(word, values) for word in words}
    return " ".join(f"{word.key}={found[word.key]}" for word in words if found[word.key] != word.default)


def checked_value(palette: Palette, place: EditorPlace, value: str) -> str:
    """A value in its usual spelling. Raises PositionError."""
    match place.kind:
        case "cards":
            return _checked_cards(palette, place, value)
        case "items":
            return _checked_items(place, value)
        case "row":
            return _checked_row(place, value)
        case "number":
            return _checked_number(place, value)
        case "seat" | "choice":
            if value not in place.choices:
                raise _not_one_of(place, value)
    return value


def _checked_cards(palette: Palette, place: EditorPlace, value: str) -> str:
    try:
        cards = cards_there(palette, value)
    except UnreadableError:
        first, last = palette.letters[0], palette.letters[-1]
        example = f"{first}2{last}1" + ("?3" if place.unknown else "")
        raise unreadable(
            place.id,
            f"Cannot read {value[:40]!r} as cards; write them like {example}, or - for none.",
            f"{value[:40]!r} sind keine Karten; schreib sie wie {example}, oder - für keine.",
        ) from None
    count = sum(cards.counts) + cards.unknown
    if cards.unknown and not place.unknown:
        raise impossible(
            place.id,
            "These cards lie face up: enter all of them.",
            "Diese Karten liegen offen: Gib sie alle an.",
        )
    if place.most is not None and count > place.most:
        raise impossible(
            place.id,
            f"There are {count} cards here; at most {place.most} are possible.",
            f"Hier sind {count} Karten; höchstens {place.most} sind möglich.",
        )
    return cards_value(palette, cards)


def items_of(place: EditorPlace, value: str) -> list[str]:
    """The items of a value, as far as they can be read."""
    if value == NONE:
        return []
    if place.separator:
        return value.split(place.separator)
    length = len(place.choices[0])
    return [value[start : start + length] for start in range(0, max(len(value), 1), length)]


def _checked_items(place: EditorPlace, value: str) -> str:
    items = items_of(place, value)
    for item in items:
        if item not in place.choices:
            example = place.separator.join(place.choices[:2])
            raise unreadable(
                place.id,
                f"Cannot read {item[:40]!r} here; write something like {example}, or - for none.",
                f"{item[:40]!r} ist hier nicht zu lesen; schreib etwas wie {example}, oder - für nichts.",
            )
    possible = range((place.most if place.most is not None else len(items)) + 1)
    if len(items) not in ((0, place.most) if place.exact else possible):
        number = f"exactly {place.most}" if place.exact else f"at most {place.most}"
        zahl = f"genau {place.most}" if place.exact else f"höchstens {place.most}"
        raise impossible(
            place.id,
            f"There must be {number} here, not {len(items)}.",
            f"Hier sind es {zahl}, nicht {len(items)}.",
        )
    return value


def _checked_row(place: EditorPlace, value: str) -> str:
    if len(value) != len(place.fields):
        raise unreadable(
            place.id,
            f"There are {len(place.fields)} fields in this row, not {len(value)}.",
            f"In dieser Reihe sind {len(place.fields)} Felder, nicht {len(value)}.",
        )
    for field, letter in zip(place.fields, value, strict=True):
        if letter not in place.choices:
            letters = "".join(place.choices)
            raise unreadable(
                place.id,
                f"Cannot read {letter!r} on {field}; a tile is one of {letters}.",
                f"{letter!r} auf {field} ist nicht zu lesen; ein Plättchen ist eines von {letters}.",
            )
    return value


def _checked_number(place: EditorPlace, value: str) -> str:
    if not re.fullmatch(r"\d{1,3}", value, re.ASCII):
        raise unreadable(
            place.id,
            f"A number is needed here, not {value[:40]!r}.",
            f"Hier muss eine Zahl stehen, nicht {value[:40]!r}.",
        )
    if not place.lowest <= int(value) <= place.highest:
        raise impossible(
            place.id,
            f"The number must be from {place.lowest} to {place.highest}, not {int(value)}.",
            f"Die Zahl muss von {place.lowest} bis {place.highest} sein, nicht {int(value)}.",
        )
    return str(int(value))


def _not_one_of(place: EditorPlace, value: str) -> PositionError:
    choices = ", ".join(place.choices)
    return unreadable(
        place.id,
        f"This must be one of {choices}, not {value[:40]!r}.",
        f"Das muss eines von {choices} sein, nicht {value[:40]!r}.",
    )
