"""Simulations per second of the search on one core, in turns with OpenSpiel's C++ bots.

Both play complete random rollouts from the first position. Run by `make bench`.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pyspiel
from game_cases import CASES
from rich.console import Console
from rich.table import Table

from sandmandala.bots import Budget, Knowledge, SearchBot
from sandmandala.bots.evaluation.evaluator import TO_THE_END
from sandmandala.cli.bench import rates
from sandmandala.cli.warmup import compile_once
from sandmandala.games.chance import stream_from_seed
from sandmandala.records import Game

SECONDS = float(os.environ.get("BENCH_SECONDS", "2"))
SIMULATIONS = 2000


def ours(name: str, seats: int) -> Callable[[], int]:
    knowledge = Knowledge.of(Game.new(name, seats, secret=bytes(32)))
    bot, stream = SearchBot(horizon=TO_THE_END), stream_from_seed(1)

    def work() -> int:
        return bot.decide(knowledge, Budget(SIMULATIONS), stream).simulations

    return work


def uct(name: str) -> Callable[[], int]:
    """OpenSpiel's MCTSBot."""
    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, 1000, False, 1, False)

    def work() -> int:
        bot.step(game.new_initial_state())
        return SIMULATIONS

    return work


def information_sets(name: str) -> Callable[[], int]:
    """OpenSpiel's ISMCTSBot."""
    game = pyspiel.load_game(name)
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        2.0,
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        True,
        True,
    )
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def work() -> int:
        bot.step(state)
        return SIMULATIONS

    return work


def main() -> None:
    compile_once()
    works = {f"{name}, {seats} seats": ours(name, seats) for name, seats in CASES}
    works |= {f"OpenSpiel MCTS, {name}": uct(name) for name in ("breakthrough", "clobber")}
    works |= {"OpenSpiel ISMCTS, euchre": information_sets("euchre")}
    for work in works.values():
        work()
    figures = dict(zip(works, rates(list(works.values()), SECONDS), strict=True))
    table = Table("search", "simulations/s", "÷ breakthrough", "÷ euchre")
    for name, figure in figures.items():
        breakthrough = figure / figures["OpenSpiel MCTS, breakthrough"]
        euchre = figure / figures["OpenSpiel ISMCTS, euchre"]
        table.add_row(name, f"{figure:,.0f}", f"{breakthrough:.2f}", f"{euchre:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
