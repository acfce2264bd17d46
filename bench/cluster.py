"""Games on a Ray cluster beside those of local processes, by turns in the same run.

The cluster is this machine alone, with a worker for each core, as in the local pool. A turn begins with its
first result: starting workers does not count, but all that Ray does meanwhile does. Games a second need an
idle machine; processor time for each game, of all processes of the pool together, does not.
BENCH_SECONDS is how long a turn takes (20), BENCH_TURNS how many there are for each (3). Needs Linux.
"""

from __future__ import annotations

import os
import pickle
import statistics
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from sandmandala.arena import Match
from sandmandala.arena.match_job import MatchJob
from sandmandala.arena.ray_workers import RayWorkers
from sandmandala.arena.workers import Job, LocalWorkers, Workers
from sandmandala.bots.networks.weights_file import shipped_weights
from sandmandala.cli.warmup import compile_once
from sandmandala.games.rules import rules_of
from sandmandala.training.game_files import GamesTask, SelfPlayJob

SECONDS = float(os.environ.get("BENCH_SECONDS", "20"))
TURNS = int(os.environ.get("BENCH_TURNS", "3"))
CORES = os.cpu_count() or 1
TASKS = 20_000  # more than anybody does in a turn
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Case:
    name: str
    job: Job[Any, Any]
    tasks: Sequence[Any]
    games: int  # of a task


@dataclass(frozen=True)
class Turn:
    """What was measured, for each game."""

    seconds: float  # of the clock, times cores
    processor: float  # seconds, of this process and all that it started
    driver: float  # the part of this process
    size: float  # bytes of the result


def match_case(game: str, bot: str) -> Case:
    match = Match.between(game, [bot, bot], TASKS)
    return Case(f"{game}, {bot}", MatchJob(match.setup, match.entrants), match.tasks, 1)


def self_play_case(game: str, simulations: int, games: int) -> Case:
    seats = rules_of(game).seat_counts
    job = SelfPlayJob(game, shipped_weights(game).weights, seats, simulations, 0, "bench")
    tasks = [GamesTask(range(i * games, (i + 1) * games), Path("unused")) for i in range(TASKS)]
    return Case(f"{game}, self-play at {simulations}, files of {games}", job, tasks, games)


def processor_seconds() -> float:
    """Of this process and all its descendants that are alive."""
    parents, spent = {}, {}
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # no process, or one that has just ended
        parents[entry.name] = fields[1]
        spent[entry.name] = (int(fields[11]) + int(fields[12])) / _TICKS
    ours = {str(os.getpid())}
    while more := {one for one, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(spent[one] for one in ours)


def turn(workers: Workers, case: Case) -> Turn:
    sizes: list[int] = []
    with closing(workers.run(case.job, case.tasks)) as results:
        next(results)
        begin, before, driver = time.perf_counter(), processor_seconds(), time.process_time()
        for _, result in results:
            sizes.append(len(pickle.dumps(result)))
            if (seconds := time.perf_counter() - begin) > SECONDS:
                break
        driver, spent = time.process_time() - driver, processor_seconds() - before
    games = len(sizes) * case.games
    return Turn(seconds * CORES / games, spent / games, driver / games, sum(sizes) / games)


def main() -> None:
    compile_once()
    cases = [
        match_case("mandala", "search:100"),
        match_case("patterns", "search:20"),
        self_play_case("patterns", 100, 20),
    ]
    ray, local = RayWorkers("local", CORES), LocalWorkers(max(CORES, 2))
    table = Table("", "workers", "games/s/core", "ms/game", "of the driver", "bytes/game")
    for case in cases:
        turns: dict[str, list[Turn]] = {"local": [], "Ray": []}
        for _ in range(TURNS):
            for name, workers in (("local", local), ("Ray", ray)):
                turns[name].append(turn(workers, case))
        for name, found in turns.items():
            speed = 1 / statistics.median(one.seconds for one in found)
            spent = statistics.median(one.processor for one in found)
            driver = statistics.median(one.driver for one in found)
            table.add_row(
                case.name,
                name,
                f"{speed:.2f}",
                f"{spent * 1e3:.2f}",
                f"{driver * 1e3:.2f}",
                f"{found[0].size:.0f}",
            )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
