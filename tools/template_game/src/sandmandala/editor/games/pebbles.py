"""Positions of Pebbles in the editor."""

from __future__ import annotations

from msgspec.structs import replace

from ...games.pebbles import MANIFEST
from ...games.pebbles import rules as r
from ..editor_game import EditorGame
from ..places import NONE, EditorPlace, EditorWord, choice, said, seat_word, turn_words, word_of
from ..problems import Message

_LETTERS = MANIFEST.palette.letters


def _stones(id: str, en: str, de: str) -> EditorPlace:
    return EditorPlace(id=id, kind="cards", label=said(en, de), counted=True)


def words(seats: int) -> tuple[EditorWord, ...]:
    players = EditorPlace(
        id="seats", kind="number", label=said("Players", "Spielende"), lowest=2, highest=r.MOST_SEATS
    )
    colours = {letter: said(MANIFEST.palette[letter].name, letter) for letter in _LETTERS}
    last = choice("last", said("Last colour", "Letzte Farbe"), {NONE: said("None", "Keine")} | colours)
    _, beginner = turn_words(seats)
    return (
        word_of(players),
        seat_word(replace(_stones("hand", "Hand", "Hand"), private=True, unknown="hidden"), seats),
        seat_word(_stones("row", "Row", "Reihe"), seats),
        beginner,
        word_of(last, NONE),
    )


_MESSAGES = (
    Message(r"There are only twenty stones of a colour\.", "Es gibt nur zwanzig Steine jeder Farbe."),
    Message(r"Every hand has five stones\.", "Jede Hand hat fünf Steine.", "hand"),
    Message(
        r"Seat (?P<seat>\d) has had (?P<n>\d+) turns, so that many stones\.",
        "Platz {seat} war {n}-mal am Zug und hat so viele Steine.",
        "row/{seat}",
    ),
    Message(
        r"The last colour lies in the row of whoever played it\.",
        "Die letzte Farbe liegt in der Reihe dessen, der sie gespielt hat.",
        "last",
    ),
)

EDITOR = EditorGame(words=words, supply=dict.fromkeys(_LETTERS, r.STONES_OF_A_COLOUR), messages=_MESSAGES)
