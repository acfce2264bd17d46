"""Reviews without a reviewer: a test says when they go on, and how they end."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from server.table_services import ANNA, BEN, started_table
from sqlalchemy import func, select

from sandmandala.records import Game, Record
from sandmandala.review.budget import ReviewBudget
from sandmandala.review.one_move import judge_move
from sandmandala.review.reviewer import Progress
from sandmandala.review.types import Engine, JudgedMove, Review
from sandmandala.server.messages.fields import Depth
from sandmandala.server.messages.table_info import Person
from sandmandala.server.metrics import Metrics
from sandmandala.server.reviews.job import ReviewFollower
from sandmandala.server.reviews.reviewer import Reviewer
from sandmandala.server.reviews.service import Reviews, Workers
from sandmandala.server.reviews.store import ReviewStore
from sandmandala.server.settings import Settings
from sandmandala.server.spec import TableSpec
from sandmandala.server.storage.schema import reviews
from sandmandala.server.tables import playing
from sandmandala.server.tables.service import Tables
from sandmandala.server.tables.table import Table

STEPS = 3
TINY = ReviewBudget(search=4, all_moves=2, best_moves=2, draws=4, open_cards=2, solver_nodes=100)
PATIENCE = 20.0


class FakeReviewer:
    """Reviews wait until `go_on` is set. `begun` and `stopped` hold the depths of such reviews."""

    def __init__(self) -> None:
        self.version, self.error = 1, ""
        self.begun: list[Depth] = []
        self.judged: list[tuple[int, str]] = []
        self.stopped: list[Depth] = []
        self.niceness: set[int] = set()
        self.go_on = threading.Event()

    def reviewer(self) -> Reviewer:
        return Reviewer(lambda game, depth: f"{game} {depth} {self.version}", self._review, self._judge)

    def _judge(self, game: Game, ply: int, move: str, depth: Depth) -> JudgedMove:
        self.judged.append((ply, move))
        self.go_on.wait(PATIENCE)
        return judge_move(game, ply, move, TINY)

    def _review(self, record: Record, depth: Depth, progress: Progress) -> Review:
        self.begun.append(depth)
        self.niceness.add(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        try:
            while not self.go_on.wait(0.01):
                progress(1, STEPS)
            progress(2, STEPS)
        except Exception:
            self.stopped.append(depth)
            raise
        if self.error:
            raise ValueError(self.error)
        assert record.players is None, "names may change"
        return Review(
            game=record.game,
            options={},
            commitment=record.commitment,
            engine=Engine(
                name="fake",
                version=self.version,
                weights=None,
                search=0,
                last_word=0,
                simulations=0,
                horizon=0,
                solver_nodes=0,
                rules=record.rules,
                seed=0,
            ),
            thresholds={},
            scores=(1, 0),
            winners=(0,),
            decisions=(),
            seats=(),
        )


class Listener:
    """A person who follows reviews, and what they are told."""

    def __init__(self, person: Person | None, address: str = "home") -> None:
        self.heard: list[dict[str, Any]] = []
        key = person.id if person else address
        self.follower = ReviewFollower(self._hear, person.id if person else None, key, address)

    def _hear(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))

    @property
    def states(self) -> list[str]:
        return [message["state"] for message in self.heard]


def reviews_of(
    service: Tables, folder: Path, fake: FakeReviewer, workers: Workers | None = None, **settings: Any
) -> Reviews:
    store = ReviewStore(service.store.engine, service.store.writer)
    chosen = Settings(data=str(folder), **{"limits": False, **settings})
    return Reviews(service, store, fake.reviewer(), chosen, Metrics(), workers)


async def finished_table(service: Tables, **spec: Any) -> Table:
    """A short game that Anna and Ben have finished."""
    table = await started_table(service, TableSpec("patterns", options={"beginner": 0}, **spec), BEN)
    while table.status == "playing":
        session = table.session
        assert session
        assert session.to_move is not None
        mover, move = (ANNA, BEN)[session.to_move].id, session.game.legal_moves()[0]
        await service.do(table.id, playing.move, mover, session.number, move)
    return table


async def stored(service: Tables) -> int:
    """How many reviews are stored."""
    async with service.store.engine.connect() as connection:
        return int(await connection.scalar(select(func.count()).select_from(reviews)) or 0)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)
