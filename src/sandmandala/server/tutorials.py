"""The tutorials of this server: those of the games, and the host's own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import structlog

from ..learn.library import Library
from ..learn.tutorial import Tutorial
from ..learn.tutorial_file import TutorialFile
from .compile_wait import rules_compiled
from .refusal import RefusalError

_log = structlog.get_logger()


class Tutorials:
    """A malformed file is logged with its place, and left out."""

    def __init__(self, folder: str) -> None:
        self._library = Library(Path(folder) if folder else None)
        self._checking = asyncio.Lock()
        self._logged = 0
        self._log_problems()

    def files(self) -> dict[str, TutorialFile]:
        """The tutorials by id, in order."""
        return self._library.files()

    async def find(self, id: str) -> Tutorial:
        """A tutorial that can be played. Waits until its game is compiled."""
        file = self.files().get(id)
        if file is None:
            raise RefusalError("not_found")
        await rules_compiled(file.game)
        async with self._checking:
            tutorial = await asyncio.to_thread(self._library.tutorial, id)
            self._log_problems()
        if tutorial is None:
            raise RefusalError("not_found")
        return tutorial

    async def check(self) -> None:
        """Check the host's tutorials with the rules, so that mistakes show at the start."""
        for id in self._library.from_host:
            try:
                await self.find(id)
            except RefusalError:
                continue  # logged

    def _log_problems(self) -> None:
        for problem in self._library.problems[self._logged :]:
            _log.error("a tutorial was not loaded", file=problem.file, place=problem.place, why=problem.why)
        self._logged = len(self._library.problems)
