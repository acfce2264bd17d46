"""Reading and writing files of puzzles: JSON, a head and then one puzzle on each line.

A malformed file raises DataFileError, which names the line and the field, and nothing of it is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from ..games.manifest import Manifest, manifests
from ..learn.errors import DataFileError, place_in_words
from .puzzle import FORMAT_VERSION, LICENCE, Head, Puzzle, id_of

_Part = TypeVar("_Part", Head, Puzzle)
_LONGEST = 5_000_000  # bytes
_read_head = msgspec.json.Decoder(Head)
_read_puzzle = msgspec.json.Decoder(Puzzle)
_ABOUT = "Puzzles of Sandmandala. Public domain (CC0 1.0): do with them what you like. See docs/puzzles.md."


def read_puzzles(content: bytes, file: str) -> tuple[Puzzle, ...]:
    """Check the form of a file, without the rules (see `rule_check.py`). Raises DataFileError."""
    if len(content) > _LONGEST:
        raise DataFileError(file, "", f"The file has more than {_LONGEST} bytes.")
    head, *lines = content.splitlines() or [b""]
    manifest = _checked_head(_decoded(_read_head, head, file, 1), file)
    found: dict[str, int] = {}
    puzzles = []
    for number, line in enumerate(lines, 2):
        puzzle = _decoded(_read_puzzle, line, file, number)
        _check(puzzle, manifest, file, number)
        if puzzle.id in found:
            raise DataFileError(
                file, f"line {number}", f"This is the puzzle of line {found[puzzle.id]} again."
            )
        found[puzzle.id] = number
        puzzles.append(puzzle)
    return tuple(puzzles)


def written_puzzles(game: str, rules: int, puzzles: Iterable[Puzzle]) -> bytes:
    """A file with these puzzles, in the order of their ids, so that a new one changes one line."""
    head = Head(FORMAT_VERSION, game, LICENCE, rules, _ABOUT)
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    return b"".join(msgspec.json.encode(part) + b"\n" for part in (head, *ordered))


def _decoded(decoder: msgspec.json.Decoder[_Part], line: bytes, file: str, number: int) -> _Part:
    try:
        return decoder.decode(line)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `")
        raise DataFileError(file, _place(number, place_in_words(path.rstrip("`"))), f"{why}.") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise DataFileError(file, f"line {number}", f"This is not JSON: {error}.") from None
    except UnicodeDecodeError:
        raise DataFileError(file, f"line {number}", "This is not a text in UTF-8.") from None


def _place(number: int, field: str) -> str:
    return f"line {number}, {field}" if field else f"line {number}"


def _checked_head(head: Head, file: str) -> Manifest:
    if head.format != FORMAT_VERSION:
        why = f"This file has format {head.format}; this program reads {FORMAT_VERSION}."
        raise DataFileError(file, "line 1, format", why)
    if head.game not in manifests():
        why = f"There is no game {head.game!r}; there are {', '.join(manifests())}."
        raise DataFileError(file, "line 1, game", why)
    return manifests()[head.game]


def _check(puzzle: Puzzle, manifest: Manifest, file: str, number: int) -> None:
    for field, why in _problems(puzzle, manifest):
        raise DataFileError(file, _place(number, field), why)


def _problems(puzzle: Puzzle, manifest: Manifest) -> Iterator[tuple[str, str]]:
    if puzzle.game != manifest.name:
        yield "game", f"This is a file of {manifest.name}, not of {puzzle.game}."
    if puzzle.seats not in manifest.seat_counts:
        yield "seats", f"{manifest.title} cannot be played by {puzzle.seats}."
    if puzzle.side >= puzzle.seats:
        yield "side", f"There is no seat {puzzle.side}."
    if not all(turn.answers for turn in puzzle.solution[:-1]):
        yield "solution", "Every turn but the last needs the answers of the others."
    if puzzle.solution[-1].answers:
        yield "solution", "The solution ends with a move of the solver."
    if puzzle.is_exact != (puzzle.ask != "best"):
        yield "proof", f"The proof does not fit what is asked ({puzzle.ask})."
    expected = id_of(puzzle.game, puzzle.position, puzzle.ask, puzzle.solution)
    if puzzle.id != expected:
        yield "id", f"The id of this content is {expected}: something was changed."
