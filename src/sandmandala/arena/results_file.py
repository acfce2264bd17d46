"""The file of a match: a line of JSON with the arguments, then one for each game as it ends.

An interrupted match continues from it. An incomplete last line was cut off by the interruption; that game is
played again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Self

from .. import __version__
from ..games.errors import UnreadableError
from ..games.rules import RULES_VERSION
from .game_runner import GameResult
from .schedule import MatchSetup

FORMAT_VERSION = 1


class ResultsFile:
    """The results of a match, stored in a file if there is one."""

    def __init__(self, path: Path | None, setup: MatchSetup) -> None:
        self._path = path
        self._header = _header(setup)
        self._file: IO[bytes] | None = None
        self.results: dict[int, GameResult] = {}

    def __enter__(self) -> Self:
        if self._path is not None:
            try:
                self._open(self._path)
            except OSError as error:
                raise UnreadableError(f"Cannot write to {self._path}: {error}.") from None
        return self

    def __exit__(self, *error: object) -> None:
        if self._file:
            self._file.close()

    def add(self, result: GameResult) -> None:
        self.results[result.number] = result
        if self._file:
            self._write(result.to_json())

    def _open(self, path: Path) -> None:
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and not self._header.encode().startswith(text):
            raise UnreadableError(f"{path} is not the file of an arena match.")
        for number, line in enumerate(whole.splitlines()):
            self._read(path, number, line)
        self._file = path.open("ab")
        self._file.truncate(len(whole))
        if not whole:
            self._write(self._header)

    def _read(self, path: Path, number: int, line: bytes) -> None:
        if number == 0:
            self._check_header(path, line)
            return
        try:
            result = GameResult.from_json(json.loads(line))
        except (ValueError, TypeError):
            raise UnreadableError(f"Line {number + 1} of {path} is not a game of an arena match.") from None
        self.results.setdefault(result.number, result)

    def _check_header(self, path: Path, line: bytes) -> None:
        ours = json.loads(self._header)
        try:
            theirs = json.loads(line)
        except ValueError:
            theirs = None
        if not isinstance(theirs, dict) or "arena" not in theirs:
            raise UnreadableError(f"{path} is not the file of an arena match.")
        for key, value in ours.items():
            if theirs.get(key) != value:
                raise UnreadableError(
                    f"{path} holds another match: its {key} is {theirs.get(key)!r}, not {value!r}. Choose "
                    "another file, or the same arguments to resume that match."
                )

    def _write(self, line: str) -> None:
        assert self._file is not None
        self._file.write(line.encode() + b"\n")
        self._file.flush()


def _header(setup: MatchSetup) -> str:
    """Everything that a game depends on, without the number of games: a match may be prolonged."""
    return json.dumps(
        {
            "arena": FORMAT_VERSION,
            "version": __version__,
            "rules": RULES_VERSION,
            "game": setup.game,
            "bots": list(setup.names),
            "seats": setup.seats,
            "options": setup.options,
            "seed": setup.seed,
            "move_time": setup.move_time,
            "ladder": setup.ladder,
            **({"luck_adjusted": True} if setup.is_luck_adjusted else {}),
        },
        separators=(",", ":"),
    )
