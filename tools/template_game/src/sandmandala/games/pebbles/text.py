"""Pebbles as text: moves, positions, and sentences for a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import ImpossiblePositionError, UnreadableError
from ..notation import read_choice, read_number, read_parts, read_words
from ..rules import Event
from ..state_reader import reader_of
from . import MANIFEST
from . import rules as r

_PALETTE = MANIFEST.palette


def move_text(state: Any, action: int) -> str:
    """
    >>> move_text(None, 0)
    'W'
    """
    return _PALETTE.letters[action - r.PLAY]


def read_move(state: Any, text: str) -> int:
    """
    >>> read_move(None, "w")
    0
    """
    letter = text.strip().upper()
    if len(letter) != 1 or letter not in _PALETTE.letters:
        raise UnreadableError(
            f"Cannot read the move {text[:40]!r}. Pebbles has the moves W, G and K: a white, grey or black "
            "stone."
        )
    return r.PLAY + _PALETTE.letters.index(letter)


# A position. All other stones are in the bag. The number of stones in the rows determines the turn.
_WORDS: dict[str, str | None] = {
    "seats": None,
    "hand": None,  # of seat 0 / of seat 1 …
    "row": None,
    "beginner": "0",
    "last": "-",  # the colour that was played last
}


def position_text(state: Any) -> str:
    state = reader_of(state)
    words = {
        "seats": str(state["seats"]),
        "hand": "/".join(map(_PALETTE.cards_text, state["hand"][: state["seats"]])),
        "row": "/".join(map(_PALETTE.cards_text, state["row"][: state["seats"]])),
        "beginner": str(state["beginner"]),
        "last": _PALETTE.letters[state["last"]] if state["last"] >= 0 else "-",
    }
    return " ".join(f"{key}={words[key]}" for key in _WORDS if words[key] != _WORDS[key])


def read_position(text: str, state: Any) -> None:
    """Fill the record with the position, or raise an error and leave it as it was."""
    words = read_words(text, _WORDS)
    seats = read_number("seats", words["seats"], 2, r.MOST_SEATS)
    hands, rows = (
        [_PALETTE.read_cards(part) for part in read_parts(key, words[key], seats)] for key in ("hand", "row")
    )
    beginner = read_number("beginner", words["beginner"], 0, seats - 1)
    last = read_choice("last", words["last"], ("-", *_PALETTE.letters)) - 1
    bag = [r.STONES_OF_A_COLOUR - sum(column) for column in zip(*hands, *rows, strict=True)]
    if min(bag) < 0:
        raise ImpossiblePositionError("B1: there are only twenty stones of a colour.")
    if any(sum(hand) != r.HAND for hand in hands):
        raise ImpossiblePositionError("B3: every hand has five stones.")
    played = sum(map(sum, rows))
    for seat in range(seats):
        turns = (played + seats - 1 - (seat - beginner) % seats) // seats
        if sum(rows[seat]) != turns:
            raise ImpossiblePositionError(f"B3: seat {seat} has had {turns} turns, so that many stones.")
    turn = (beginner + played) % seats
    is_there = last != r.NOTHING and bool(rows[turn - 1][last])
    if is_there != bool(played):
        raise ImpossiblePositionError("B4: the last colour lies in the row of whoever played it.")
    empty = [[0] * r.COLOURS] * (r.MOST_SEATS - seats)
    found = {"seats": seats, "beginner": beginner, "turn": turn, "last": last}
    for field, value in {**found, "hand": hands + empty, "row": rows + empty, "pebbles_bag": bag}.items():
        state[field] = value


def sentence(event: Event, names: Sequence[str]) -> str:
    """One event as a sentence for the log."""
    return _SENTENCES[event["event"]](event, names)


def _ended(event: Event, names: Sequence[str]) -> str:
    points = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    won = [names[seat] for seat in event["winners"]]
    return f"The bag is empty. {points}. {' and '.join(won)} {'wins' if len(won) == 1 else 'share the win'}"


_SENTENCES = {
    "play": lambda e, names: f"{names[e['seat']]} plays a {_PALETTE[e['colour']].name} stone",
    "draw": lambda e, names: (
        f"{names[e['seat']]} draws a {_PALETTE[next(iter(e['cards']))].name} stone"
        if "cards" in e
        else f"{names[e['seat']]} draws a stone"
    ),
    "end": _ended,
}
