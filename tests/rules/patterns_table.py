"""Patterns positions for tests, which specify only what matters. Seat 0 is Maya, seat 1 Louis."""

from __future__ import annotations

from rules.table import Table

COLOUR_LETTERS = "roygpk"
ROWS = ["cdef", "bcdefg", "abcdefgh", "abcdefgh", "abcdefgh", "abcdefgh", "bcdefg", "cdef"]
NAMES = [f"{file}{rank}" for files, rank in zip(ROWS, "87654321", strict=True) for file in files]


def patterns_position(board: str, **words: str) -> str:
    """The text of a position.

    The board is drawn with rank 8 at the top. Each dot becomes a front-up tile that differs in colour from
    all drawn tiles beside it, so that it can neither be flipped nor prevent a flip.
    """
    drawn = dict(zip(NAMES, "".join(board.split()), strict=True))
    aside = (words.get("bowls", "") + words.get("left_over", "")).lower()
    left = {letter: 9 - aside.count(letter) for letter in COLOUR_LETTERS}
    for letter in drawn.values():
        if letter != ".":
            left[letter.lower()] -= 1
    dots = [name for name in NAMES if drawn[name] == "."]
    dots.sort(key=lambda name: len(_barred(name, drawn)), reverse=True)
    filled = drawn | dict(zip(dots, _filling(dots, drawn, left), strict=True))
    rows = ["".join(filled[name] for name in NAMES if name[1] == rank) for rank in "87654321"]
    words = {"board": "/".join(rows), "turn": "0", **words}
    return " ".join(f"{key}={value}" for key, value in words.items())


def patterns_table(board: str, **words: str) -> Table:
    return Table("patterns", patterns_position(board, **words))


def _barred(name: str, drawn: dict[str, str]) -> set[str]:
    """The colours drawn beside a field."""
    file, rank = ord(name[0]), int(name[1])
    around = [(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)]
    return {drawn.get(f"{chr(one)}{other}", ".").lower() for one, other in around} - {"."}


def _filling(dots: list[str], drawn: dict[str, str], left: dict[str, int]) -> list[str]:
    found = []
    for name in dots:
        barred = _barred(name, drawn)
        free = [letter for letter in COLOUR_LETTERS if left[letter] > 0 and letter not in barred]
        assert free, f"no tile fits on {name}"
        letter = max(free, key=lambda letter: left[letter])
        left[letter] -= 1
        found.append(letter)
    assert not any(left.values()), f"the tiles do not come out even: {left}"
    return found
