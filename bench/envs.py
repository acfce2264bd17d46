"""Steps per second of the environments, next to the games of PettingZoo and OpenSpiel, in one run.

All play random legal moves, and are measured in turns. Machines differ and are shared, so the ratios count,
not the figures. On busy machines, moves per second of processor time (of all cores) say more than wall time.
Run by
`make bench`; GAMES is the number of games in a batch.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import open_spiel.python.games  # noqa: F401  makes its games in Python known
import pyspiel
from game_cases import CASES
from pettingzoo.classic import chess_v6, connect_four_v3, leduc_holdem_v4, texas_holdem_v4, tictactoe_v3
from rich.console import Console
from rich.table import Table

import sandmandala.envs.openspiel  # noqa: F401  and ours
from sandmandala.envs.batch import Batch
from sandmandala.envs.thread_pool import available_cores
from sandmandala.games.manifest import manifests

SECONDS = float(os.environ.get("BENCH_SECONDS", "2"))
OUR_SPIEL = tuple(f"sandmandala_{game}(players={seats})" for game, seats in CASES)
PYTHON_SPIEL = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_block_dominoes")
CPP_SPIEL = ("connect_four", "breakthrough", "backgammon", "hearts", "gin_rummy")
BATCH = int(os.environ.get("GAMES", "16384"))


@dataclass(frozen=True)
class Line:
    group: str
    name: str
    work: Callable[[], int]  # plays, and returns the number of steps
    note: str = ""


def spiel_game(name: str) -> Callable[[], int]:
    """Play a game. Only moves are counted: in OpenSpiel draws are steps, too, but not elsewhere."""
    game, choose = pyspiel.load_game(name), random.Random(1).choice

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(choose(state.legal_actions()))
        return moves

    return play


def spiel_game_observed(name: str) -> Callable[[], int]:
    """The same, with observations of the player to move."""
    game, choose = pyspiel.load_game(name), random.Random(1).choice

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                moves += 1
                state.observation_tensor()
            state.apply_action(choose(state.legal_actions()))
        return moves

    return play


def zoo_game(env: Any) -> Callable[[], int]:
    """Play a game of PettingZoo, which always computes observations and masks."""
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        moves = 0
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                moves += 1
        return moves

    return play


def batch(game: str, observe: bool, threads: int) -> Callable[[], int]:
    """A step in every game; actions are chosen in compiled code."""
    games = Batch(game, BATCH, observe=observe, threads=threads)

    def step() -> int:
        games.step(games.random_actions())
        return BATCH

    return step


def batch_by_numpy(game: str, observe: bool) -> Callable[[], int]:
    """The same, with actions chosen by NumPy from the lists of legal ones."""
    games, rng, rows = Batch(game, BATCH, observe=observe), np.random.default_rng(1), np.arange(BATCH)

    def step() -> int:
        which = (rng.random(BATCH) * games.legal_counts).astype(np.int64)
        games.step(games.legal[rows, which])
        return BATCH

    return step


def lines() -> list[Line]:
    found = [Line("OpenSpiel, ours", name, spiel_game(name)) for name in OUR_SPIEL]
    found += [Line("OpenSpiel, in Python", name, spiel_game(name)) for name in PYTHON_SPIEL]
    found += [Line("OpenSpiel, in C++", name, spiel_game(name)) for name in CPP_SPIEL]
    found += [Line("OpenSpiel, ours", name, spiel_game_observed(name), "observed") for name in OUR_SPIEL]
    for name in ("python_tic_tac_toe", "python_kuhn_poker"):
        found.append(Line("OpenSpiel, in Python", name, spiel_game_observed(name), "observed"))
    for name in ("connect_four", "breakthrough", "backgammon"):
        found.append(Line("OpenSpiel, in C++", name, spiel_game_observed(name), "observed"))
    for game in manifests():
        module = import_module(f"sandmandala.envs.{game}_v1")
        found.append(Line("PettingZoo, ours", f"{game}_v1", zoo_game(module.env())))
    for module in (tictactoe_v3, connect_four_v3, leduc_holdem_v4, texas_holdem_v4, chess_v6):
        found.append(Line("PettingZoo, its own", module.__name__.rpartition(".")[2], zoo_game(module.env())))
    for game in manifests():
        for observe in (False, True):
            told = f"{BATCH} games, masks{', observed' if observe else ''}"
            for threads in sorted({1, available_cores()}):
                on = f"{threads} core{'' if threads == 1 else 's'}"
                found.append(Line("batch, ours", game, batch(game, observe, threads), f"{told}, {on}"))
            note = f"{told}, {available_cores()} cores, chosen by NumPy"
            found.append(Line("batch, ours", game, batch_by_numpy(game, observe), note))
    return found


def speeds(works: Sequence[Callable[[], int]], seconds: float) -> list[tuple[float, float]]:
    """Moves per second of wall time and of processor time: in turns, the best of five."""
    best = [(0.0, 0.0)] * len(works)
    for _ in range(5):
        for number, work in enumerate(works):
            done, start, used = 0, time.perf_counter(), time.process_time()
            while (spent := time.perf_counter() - start) < seconds / 5:
                done += work()
            by_clock, of_processor = done / spent, done / (time.process_time() - used)
            best[number] = max(best[number][0], by_clock), max(best[number][1], of_processor)
    return best


def main() -> None:
    console = Console(width=130)
    measured = lines()
    for line in measured:
        line.work()  # so that compiling is not measured
    with console.status("Measuring …"):
        figures = speeds([line.work for line in measured], SECONDS)
    table = Table("interface", "game", "", "moves/s", "a second of processor")
    for line, both in zip(measured, figures, strict=True):
        table.add_row(line.group, line.name, line.note, *(f"{figure:,.0f}" for figure in both))
    console.print(table)


if __name__ == "__main__":
    main()
