"""All tutorials: those of the games' own folders, and those of a host's folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ..games.manifest import manifests
from .errors import DataFileError
from .tutorial import Tutorial, check_tutorial, read_tutorial
from .tutorial_file import TutorialFile

_ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
_NOT_TUTORIALS = ("glossary",)


class Library:
    """Tutorials by id, in the order of lists. A malformed file is left out, and `problems` says why.

    Reading a file checks its form. `tutorial` checks it with the rules when it is first asked for, since that
    needs the game to be compiled.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.problems: list[DataFileError] = []
        self.from_host: list[str] = []
        self._checked: dict[str, Tutorial] = {}
        read: dict[str, tuple[TutorialFile, str]] = {}
        for source, file in [*_shipped(), *_from_host(folder)]:
            try:
                id = source.name.removesuffix(".toml")
                if not _ID.fullmatch(id):
                    raise DataFileError(file, "", "A file name has lower-case letters, digits and '-' only.")
                if id in read:
                    raise DataFileError(file, "", f"There is already a tutorial {id!r}: {read[id][1]}.")
                read[id] = read_tutorial(source.read_bytes(), file), file
                if isinstance(source, Path) and source.parent == folder:
                    self.from_host.append(id)
            except DataFileError as error:
                self.problems.append(error)
        games = list(manifests())
        by_game = sorted(read.items(), key=lambda item: (games.index(item[1][0].game), item[1][0].order))
        self._files = dict(by_game)

    def files(self) -> dict[str, TutorialFile]:
        """The tutorials in order, as they are written."""
        return {id: file for id, (file, _) in self._files.items()}

    def tutorial(self, id: str) -> Tutorial | None:
        """A tutorial that can be played; None if there is none, or if the rules do not allow what it says."""
        if id not in self._checked and id in self._files:
            found, file = self._files[id]
            try:
                self._checked[id] = check_tutorial(found, id, file)
            except DataFileError as error:
                self.problems.append(error)
                self._files.pop(id, None)
        return self._checked.get(id)


def _shipped() -> Iterator[tuple[Traversable, str]]:
    """The files of the games, and what to call them in messages."""
    for game in manifests():
        own = files(f"sandmandala.games.{game}") / "learn"
        if own.is_dir():
            for source in sorted(own.iterdir(), key=lambda one: one.name):
                if source.name.endswith(".toml") and source.name.removesuffix(".toml") not in _NOT_TUTORIALS:
                    yield source, f"{game}/{source.name}"


def _from_host(folder: Path | None) -> Iterator[tuple[Traversable, str]]:
    for path in sorted(folder.glob("*.toml")) if folder else ():
        yield path, str(path)
