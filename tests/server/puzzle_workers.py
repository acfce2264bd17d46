"""Workers on one database, and people who do something with puzzles at several of them at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar

import pytest
from server.backing_services import new_database
from server.running_server import PATIENCE, Client, RunningServer
from server.test_puzzles import answer

from sandmandala.puzzles.library import shipped_puzzles
from sandmandala.puzzles.puzzle import Puzzle
from sandmandala.server.settings import Settings
from sandmandala.server.storage import opened

WORKERS = 3
GAME = "patterns"
Done = TypeVar("Done")


@dataclass(frozen=True)
class Workers:
    """Several worker processes, each with an address of its own, so that a test chooses who is where."""

    servers: Sequence[RunningServer]
    folder: Path
    settings: dict[str, str]
    _unused: dict[int, Iterator[Puzzle]] = field(default_factory=dict)

    def everywhere(self, person: Client, tabs: int = WORKERS) -> list[Client]:
        """Tabs of a person, spread over the workers."""
        found = []
        for number in range(tabs):
            server = self.servers[number % len(self.servers)]
            server.clients.append(tab := Client.known(server, person))
            found.append(tab)
        return found

    def fresh_puzzle(self, turns: int = 1) -> Puzzle:
        """A puzzle of the game that nobody has tried, with so many moves to find."""
        if turns not in self._unused:
            fitting = [one for one in shipped_puzzles(GAME).values() if len(one.solution) == turns]
            self._unused[turns] = iter(fitting)
        return next(self._unused[turns])

    def run(self, statement: Any) -> list[Any]:
        """Run a statement in the database. Returns the rows of a query."""

        async def work() -> list[Any]:
            settings = Settings(data=str(self.folder), database=self.settings.get("database", ""))
            async with opened(settings.database_url()) as engine, engine.begin() as connection:
                done = await connection.execute(statement)
                return list(done) if done.returns_rows else []

        return asyncio.run(work())


@contextmanager
def workers_on(kind: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[Workers]:
    """Workers on PostgreSQL and Redis. SQLite has one, which must keep its tabs apart just as well."""
    settings = {}
    if kind == "postgresql":
        database = new_database(request.getfixturevalue("postgresql"))
        settings = {"database": database, "redis": request.getfixturevalue("redis")}
    servers = [RunningServer(folder, **settings) for _ in range(WORKERS if settings else 1)]
    try:
        yield Workers(servers, folder, settings)
    finally:
        for server in servers:
            server.stop()


def at_once(*calls: Callable[[], Done]) -> list[Done]:
    """Call functions at the same moment, each in a thread. Returns what they return, in their order."""
    ready = Barrier(len(calls))

    def one(call: Callable[[], Done]) -> Done:
        ready.wait(PATIENCE)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def solving(tab: Client, puzzle: Puzzle) -> Callable[[], Any]:
    """Send the right move of a puzzle with one turn."""
    return lambda: answer(tab, puzzle, 0, puzzle.solution[0].right[0])


def giving_up(tab: Client, puzzle: Puzzle) -> Callable[[], Any]:
    """Ask for the solution."""
    return lambda: tab.post(f"/puzzles/{puzzle.id}/solution")


def voting(tab: Client, puzzle: Puzzle, vote: int) -> Callable[[], int]:
    """Vote; returns the status."""
    return lambda: tab.http.put(f"/puzzles/{puzzle.id}/vote", json={"vote": vote}).status_code


def steps(learning: Any) -> list[tuple[int, int]]:
    """The ratings before and after each first try of a person, in the order in which they were rated.

    Of solved puzzles, which only raise the rating. If a try was lost or rated twice, a step does not begin
    where the one before it ended."""
    return sorted((one["before"], one["after"]) for one in learning["puzzles"])
