"""Steps a second of the environments, side by side with the games of PettingZoo and OpenSpiel, in one run.

All play random legal moves, and are measured in turns. Machines differ and are shared, so the ratios count,
not the figures. Run by `make bench`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import open_spiel.python.games  # noqa: F401  makes its games in Python known
import pyspiel
from pettingzoo.classic import chess_v6, connect_four_v3, leduc_holdem_v4, texas_holdem_v4, tictactoe_v3
from rich.console import Console
from rich.table import Table

import sandmandala.envs.openspiel  # noqa: F401  and ours
from sandmandala.cli.bench import rates
from sandmandala.envs import flowers_v1, mandala_v1, patterns_v1
from sandmandala.envs.batch import Batch

SECONDS = float(os.environ.get("BENCH_SECONDS", "2"))
OUR_SPIEL = (
    "sandmandala_mandala",
    "sandmandala_patterns",
    "sandmandala_flowers",
    "sandmandala_flowers(players=4)",
)
PYTHON_SPIEL = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_block_dominoes")
CPP_SPIEL = ("connect_four", "breakthrough", "backgammon", "hearts", "gin_rummy")
BATCH = 4096


@dataclass(frozen=True)
class Line:
    group: str
    name: str
    work: Callable[[], int]  # plays, and says how many steps it made
    note: str = ""


def spiel_game(name: str) -> Callable[[], int]:
    """A whole game. Only moves are counted: draws are steps there, too, but not everywhere."""
    game, choose = pyspiel.load_game(name), random.Random(1).choice

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(choose(state.legal_actions()))
        return moves

    return play


def spiel_game_observed(name: str) -> Callable[[], int]:
    """The same, with what the player to move sees as numbers."""
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
    """A whole game of PettingZoo; its observations and masks are made in any case."""
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


def batch(game: str, observe: bool) -> Callable[[], int]:
    games = Batch(game, BATCH, observe=observe)

    def step() -> int:
        games.step(games.random_actions())
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
    for module in (mandala_v1, patterns_v1, flowers_v1):
        found.append(Line("PettingZoo, ours", module.__name__.rpartition(".")[2], zoo_game(module.env())))
    for module in (tictactoe_v3, connect_four_v3, leduc_holdem_v4, texas_holdem_v4, chess_v6):
        found.append(Line("PettingZoo, its own", module.__name__.rpartition(".")[2], zoo_game(module.env())))
    for game in ("mandala", "patterns", "flowers"):
        found.append(Line("batch, ours", game, batch(game, False), f"{BATCH} games, masks"))
        found.append(Line("batch, ours", game, batch(game, True), f"{BATCH} games, masks, observed"))
    return found


def main() -> None:
    console = Console(width=110)
    measured = lines()
    for line in measured:
        line.work()  # so that no compiling is measured
    with console.status("Measuring …"):
        figures = rates([line.work for line in measured], SECONDS)
    table = Table("interface", "game", "", "moves/s")
    for line, figure in zip(measured, figures, strict=True):
        table.add_row(line.group, line.name, line.note, f"{figure:,.0f}")
    console.print(table)


if __name__ == "__main__":
    main()
