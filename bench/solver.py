"""How early the solver of Patterns solves positions from games of bots, with a second for each.

Run by `make bench`; BENCH_POSITIONS is the number of positions at each move (200), BENCH_MOVES lists the
moves, BENCH_FIRST is the number of the first game: other numbers are other games. BENCH_BOT plays them
(net:400). BENCH_NODES limits the nodes instead of the time: then the figures do not depend on the machine.
BENCH_SEARCH1=1 measures the solver of `search1`. BENCH_THREADS is the number of threads (1), BENCH_TABLE_BITS
the size of their table.
"""

from __future__ import annotations

import os
import statistics
import time
from dataclasses import replace

from rich.console import Console
from rich.progress import track
from rich.table import Table

from sandmandala.bots import Knowledge, NetBot, SearchBot, read_bot
from sandmandala.bots.evaluation.patterns_solver import TABLE_BITS, Solution, solve
from sandmandala.cli.warmup import compile_once
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import States
from sandmandala.games.patterns.rules import PLAYING
from sandmandala.records import Game

POSITIONS = int(os.environ.get("BENCH_POSITIONS", "200"))
MOVES = [int(move) for move in os.environ.get("BENCH_MOVES", "16 18 20 22 24").split()]
FIRST = int(os.environ.get("BENCH_FIRST", "0"))
BOT = os.environ.get("BENCH_BOT", "net:400")
NODES = int(os.environ["BENCH_NODES"]) if "BENCH_NODES" in os.environ else None
ESTIMATES = os.environ.get("BENCH_SEARCH1", "0") == "0"
THREADS = int(os.environ.get("BENCH_THREADS", "1"))
BITS = int(os.environ.get("BENCH_TABLE_BITS", str(TABLE_BITS)))
SECONDS = 1.0
NO_LIMIT = 10**12


def real_game(number: int) -> dict[int, States]:
    """The positions of a game of a bot against itself, by the number of moves made."""
    game = Game.new("patterns", secret=number.to_bytes(32, "big"))
    bot, budget = read_bot(BOT, "patterns")
    assert isinstance(bot, NetBot | SearchBot)
    bot, stream, states = replace(bot, uses_solver=False), stream_from_seed(number), {}
    while not game.is_over and game.ply <= max(MOVES):
        if game.state()[0]["phase"] == PLAYING:
            states[game.ply] = game.state()
        game.play(bot.decide(Knowledge.of(game), budget, stream).move)
    return states


def is_decided(solution: Solution) -> bool:
    return solution.solved or solution.lower > 0 or solution.upper < 0


def main() -> None:
    compile_once()
    console = Console(width=110)
    found: dict[int, list[States]] = {move: [] for move in MOVES}
    number = FIRST
    while any(len(states) < POSITIONS for states in found.values()):
        for move, state in real_game(number).items():
            if move in found and len(found[move]) < POSITIONS:
                found[move].append(state)
        number += 1
    table = Table("moves made", "positions", "who wins: solved", "margin too", "median nodes", "nodes/s")
    for move, states in found.items():
        solutions, nodes_a_second = [], []
        for state in track(states, f"Move {move}", console=console, transient=True):
            start = time.perf_counter()
            deadline = start + SECONDS if NODES is None else None
            solution = solve(state, NODES or NO_LIMIT, deadline, BITS, ESTIMATES, THREADS)
            solutions.append(solution)
            nodes_a_second.append(solution.nodes / (time.perf_counter() - start))
        decided = sum(map(is_decided, solutions)) / len(states)
        solved = sum(solution.solved for solution in solutions) / len(states)
        nodes = statistics.median(solution.nodes for solution in solutions)
        speed = statistics.median(nodes_a_second)
        table.add_row(
            str(move), str(len(states)), f"{decided:.0%}", f"{solved:.0%}", f"{nodes:,.0f}", f"{speed:,.0f}"
        )
    console.print(table)


if __name__ == "__main__":
    main()
