"""Everything about learning that needs the database."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncEngine

from ..storage.writer import Writer
from .merging import merge_guest
from .puzzle_store import PuzzleStore
from .puzzles import Puzzles
from .repetitions import Repetitions
from .tutorial_progress import TutorialProgress


class Learning:
    """Progress in tutorials, puzzles, and what comes back. Each worker has one."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._writer = writer
        self.progress = TutorialProgress(engine, writer)
        self.repetitions = Repetitions(engine, writer)
        self.puzzles = Puzzles(PuzzleStore(engine, writer))

    async def merge(self, guest: str, account: str) -> None:
        """Move what a guest has learnt to the account that they sign in to."""
        await merge_guest(self._writer, guest, account)
