"""What somebody has solved in the terminal: a small file in the user's data folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from ..games.errors import UnreadableError

_FORMAT = 1


class Progress(Struct):
    """By the ids of puzzles."""

    solved: list[str] = []
    failed: list[str] = []
    """Not solved at the first try."""
    format: int = _FORMAT

    def note(self, puzzle: str, at_first_try: bool) -> None:
        if puzzle not in (*self.solved, *self.failed):  # only the first try counts
            (self.solved if at_first_try else self.failed).append(puzzle)

    def is_done(self, puzzle: str) -> bool:
        return puzzle in self.solved


def default_file() -> Path:
    """As the system wants it."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return folder / "sandmandala" / "puzzles.json"


def read_progress(file: Path) -> Progress:
    """Raises UnreadableError; a file that does not exist yet is empty."""
    if not file.exists():
        return Progress()
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Progress)
    except (msgspec.DecodeError, OSError, UnicodeDecodeError) as error:
        raise UnreadableError(f"Cannot read your progress in {file}: {error}.") from None
    if found.format != _FORMAT:
        raise UnreadableError(f"{file} has format {found.format}; this program reads {_FORMAT}.")
    return found


def write_progress(file: Path, progress: Progress) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_name(f"{file.name}.new")
        new.write_bytes(msgspec.json.encode(progress))
        os.replace(new, file)
    except OSError as error:
        raise UnreadableError(f"Cannot write your progress to {file}: {error}.") from None
