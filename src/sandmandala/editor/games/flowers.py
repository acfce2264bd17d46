"""Positions of Flowers in the editor."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from ...games.flowers import rules as r
from ...games.flowers.view import FINAL_MANDALAS, PHASES
from ...games.sand_colours import COLOUR_LETTERS, SAND, cards_text
from ...learn.data_file import Translations
from ..editor_game import EditorGame, Values
from ..places import (
    NONE,
    EditorPlace,
    EditorWord,
    choice,
    memory_aid,
    said,
    seat_word,
    turn_words,
    why_open,
    word_of,
)
from ..values import cards_there
from .flowers_messages import MESSAGES

_VALUES = "23457x"
_GERMAN = {"R": "Rot", "O": "Orange", "Y": "Gelb", "G": "Grün", "P": "Violett", "K": "Schwarz"}
_FLOWERS_OF_A_COLOUR = tuple(map("".join, combinations(_VALUES, 2)))
_PHASE_NAMES = {
    "playing": said("Playing", "Im Spiel"),
    "taking": said("Taking tiles", "Plättchen nehmen"),
    "over": said("Over", "Zu Ende"),
}
_FINAL_NAMES = {
    "all": said("All mandalas on the table", "Alle Mandalas auf dem Tisch"),
    "tiles_out_only": said("Only when the tiles run out", "Nur wenn die Plättchen ausgehen"),
}


def _tiles(letters: str) -> tuple[str, ...]:
    return tuple(letter + value for letter in letters for value in _VALUES)


_DARK = "".join(letter for colour, letter in enumerate(COLOUR_LETTERS) if r.BACK_OF[colour] == r.DARK)
_LIGHT = "".join(letter for letter in COLOUR_LETTERS if letter not in _DARK)


def _cards(id: str, en: str, de: str) -> EditorPlace:
    return EditorPlace(id=id, kind="cards", label=said(en, de), counted=True)


def _items(id: str, en: str, de: str, choices: tuple[str, ...], most: int | None = None) -> EditorPlace:
    labels = {code: _name_of(code) for code in choices}
    return EditorPlace(
        id=id, kind="items", label=said(en, de), choices=choices, labels=labels, most=most, exact=most == 1
    )


def _name_of(code: str) -> Translations:
    """Of a tile or a flower.

    >>> _name_of("R2x").en, _name_of("K7").de
    ('Red 2 + ×3', 'Schwarz 7')
    """
    letter = code[0]
    numbers = " + ".join(value.replace("x", "×3") for value in code[1:])
    return said(f"{SAND[letter].name.title()} {numbers}", f"{_GERMAN[letter]} {numbers}")


def _seat(id: str, en: str, de: str, seats: int) -> EditorPlace:
    choices = (NONE, *map(str, range(seats)))
    return EditorPlace(id=id, kind="seat", label=said(en, de), choices=choices)


def _mandala(number: int, seats: int) -> EditorWord:
    key = f"mandala{number}"
    sides = tuple(
        (
            replace(_cards(f"{key}/{3 + seat}:0", "Face up", "Offen"), owner=seat),
            replace(_cards(f"{key}/{3 + seat}:1", "Face down", "Verdeckt"), owner=seat, unknown="forgotten"),
        )
        for seat in range(seats)
    )
    parts = (
        (_items(f"{key}/0", "Dark tile", "Dunkles Plättchen", _tiles(_DARK), 1),),
        (_items(f"{key}/1", "Light tile", "Helles Plättchen", _tiles(_LIGHT), 1),),
        (_seat(f"{key}/2", "Majority marker", "Mehrheitenmarker", seats),),
        *sides,
    )
    label = said(f"Mandala {number}", f"Mandala {number}")
    return EditorWord(key=key, label=label, parts=parts, none=True)


def words(seats: int) -> tuple[EditorWord, ...]:
    counts = EditorPlace(
        id="seats", kind="number", label=said("Players", "Spielende"), lowest=2, highest=r.MOST_SEATS
    )
    tiles = _tiles(COLOUR_LETTERS)
    flowers = tuple(letter + pair for letter in COLOUR_LETTERS for pair in _FLOWERS_OF_A_COLOUR)
    known = replace(_cards("known", "Hand cards that all have seen", "Handkarten, die alle kennen"))
    drawn = EditorPlace(
        id="drawn", kind="text", label=said("Drawn since the pile was renewed", "Seit dem Erneuern gezogen")
    )
    turn, beginner = turn_words(seats)
    return (
        word_of(counts),
        *(_mandala(number, seats) for number in range(1, r.MANDALAS + 1)),
        seat_word(replace(_cards("hand", "Hand", "Hand"), private=True, unknown="hidden"), seats),
        seat_word(replace(known, counted=False), seats, NONE, none=True, advanced=True),
        seat_word(_items("singles", "Single tiles", "Einzelne Plättchen", tiles), seats, NONE, none=True),
        seat_word(_items("flowers", "Flowers", "Blumen", flowers), seats, NONE, none=True),
        word_of(
            _items("unclaimed", "Tiles nobody got", "Von niemandem bekommene Plättchen", tiles), NONE, True
        ),
        word_of(_cards("discard", "Discard pile", "Ablagestapel"), NONE),
        turn,
        beginner,
        *_progress(seats),
        word_of(drawn, NONE, advanced=True),
        word_of(
            choice(
                "final_mandalas",
                said("Last mandalas", "Letzte Mandalas"),
                {one: _FINAL_NAMES[one] for one in FINAL_MANDALAS},
            ),
            "all",
            advanced=True,
        ),
        memory_aid(),
    )


def _progress(seats: int) -> tuple[EditorWord, ...]:
    """How far the game is."""
    numbers = {str(one): said(f"Mandala {one}", f"Mandala {one}") for one in range(1, r.MANDALAS + 1)}
    mandala = choice("resolving/0", said("Mandala", "Mandala"), {NONE: said("None", "Keines")} | numbers)
    resolving = EditorWord(
        key="resolving",
        label=said("Resolved now", "Wird aufgelöst"),
        parts=((mandala,), (_seat("resolving/1", "Completed by", "Vollendet von", seats),)),
        default=NONE,
        none=True,
        advanced=True,
    )
    passes = EditorPlace(
        id="passes", kind="number", label=said("Passes in a row", "Gepasst hintereinander"), highest=seats
    )
    phase = choice("phase", said("Phase", "Phase"), {one: _PHASE_NAMES[one] for one in PHASES})
    return word_of(phase, "playing"), resolving, word_of(passes, "0", advanced=True)


def possible_colours(values: Values, place: EditorPlace) -> str | None:
    """F4: face-down cards have a colour that the mandala shows."""
    if place.unknown == "hidden":
        return None
    mandala = place.id.partition("/")[0]
    shown = [values[f"{mandala}/{part}"] for part in (0, 1)]
    shown += [value for id, value in values.items() if id.startswith(f"{mandala}/") and id.endswith(":0")]
    return "".join(letter for letter in COLOUR_LETTERS if any(letter in one for one in shown))


def derived(known: Values, full: Values) -> Values:
    """The known cards of a hand with unknown ones are those that everyone saw going back (F13)."""
    hands = {id: cards_there(SAND, value) for id, value in known.items() if id.startswith("hand/")}
    return {
        f"known/{id.removeprefix('hand/')}": cards_text(hand.counts)
        for id, hand in hands.items()
        if hand.unknown
    }


def revealed(values: Values, place: EditorPlace) -> str:
    return values[f"known/{place.owner}"]


EDITOR = EditorGame(
    words=words,
    supply=dict.fromkeys(COLOUR_LETTERS, r.CARDS_OF_A_COLOUR),
    why_known=why_open,
    possible_colours=possible_colours,
    derived=derived,
    revealed=revealed,
    memories=("drawn",),
    messages=MESSAGES,
)
