"""The puzzles that ship with the package, read when they are first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from .puzzle import Puzzle
from .puzzle_file import read_puzzles

FILE_NAME = "puzzles.jsonl"


@cache
def shipped_puzzles(game: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by id; none if it has no file. Raises DataFileError if the file is malformed."""
    source = files(f"sandmandala.games.{game}") / "learn" / FILE_NAME
    if not source.is_file():
        return MappingProxyType({})
    puzzles = read_puzzles(source.read_bytes(), f"{game}/{FILE_NAME}")
    return MappingProxyType({puzzle.id: puzzle for puzzle in puzzles})


def with_theme(puzzles: Mapping[str, Puzzle], theme: str) -> list[Puzzle]:
    """Those with a theme, in the order of the file."""
    return [puzzle for puzzle in puzzles.values() if theme in puzzle.themes]


def theme_counts(puzzles: Mapping[str, Puzzle]) -> dict[str, int]:
    """How many puzzles each theme has, most frequent first."""
    counts: dict[str, int] = {}
    for puzzle in puzzles.values():
        for theme in puzzle.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
