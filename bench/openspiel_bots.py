"""`net` against OpenSpiel's own bots at equal time, through our adapter.

The C++ MCTSBot plays by `evaluate_bots` (it sees hidden cards), the Python ISMCTSBot by its steps. Both get
a number of simulations; `net` gets as many seconds as these took on average in a few positions before.
Deals are played in pairs, with seats swapped: `openspiel_bots.py [GAMES [SIMULATIONS]]`.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sandmandala.bots import Budget, Knowledge, NetBot
from sandmandala.cli.warmup import compile_once
from sandmandala.envs.openspiel import RolloutEvaluator
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import state_from
from sandmandala.games.manifest import manifests
from sandmandala.games.rules import rules_of

EXPLORATION = 2.0
_TIMED_POSITIONS = 6


class Net(pyspiel.Bot):
    """Our bot as one of OpenSpiel's."""

    def __init__(self, name: str, seat: int, seconds: float, seed: int) -> None:
        super().__init__()
        self._rules, self._seat = rules_of(name), seat
        self._budget, self._stream = Budget(seconds=seconds), stream_from_seed(seed)

    def step(self, state: Any) -> int:
        world = state_from(self._rules.state_dtype, state.node.record)
        knowledge = Knowledge.of_state(self._rules, world)
        return NetBot().decide(knowledge, self._budget, self._stream).action

    def player_id(self) -> int:
        return self._seat

    def restart_at(self, state: Any) -> None:
        pass  # it keeps nothing between moves


def mcts(game: Any, simulations: int, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, 1000, False, seed, False)


def ismcts(game: Any, simulations: int, seed: int) -> Any:
    bot = ISMCTSBot(
        game,
        RolloutEvaluator(1, seed),
        EXPLORATION,
        simulations,
        random_state=np.random.RandomState(seed),
    )
    draw = random.Random(seed).random
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, draw))
    return bot


def advance(state: Any, luck: random.Random, moves: int) -> None:
    """Make random moves, and all draws before and between them."""
    while not state.is_terminal() and (moves > 0 or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, weights)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            moves -= 1


def seconds_of(game: Any, think: Callable[[Any], object]) -> float:
    """The mean time of a decision, in positions along random games."""
    luck, spent = random.Random(0), []
    for number in range(_TIMED_POSITIONS):
        state = game.new_initial_state()
        advance(state, luck, moves=6 * number)
        if not state.is_terminal():
            begin = time.perf_counter()
            think(state)
            spent.append(time.perf_counter() - begin)
    return sum(spent) / len(spent)


def play_stepwise(game: Any, bots: list[Any], seed: int) -> list[float]:
    state, luck = game.new_initial_state(), random.Random(seed)
    while True:
        advance(state, luck, moves=0)
        if state.is_terminal():
            returns: list[float] = state.returns()
            return returns
        state.apply_action(bots[state.current_player()].step(state))


def play_by_evaluate_bots(game: Any, bots: list[Any], seed: int) -> list[float]:
    returns: list[float] = pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
    return returns


def match(
    name: str, games: int, simulations: int, make: Callable[..., Any], search: str, play: Callable[..., Any]
) -> tuple[float, list[float]]:
    """The seconds a move, and the share of each game that `net` won."""
    game = pyspiel.load_game(f"sandmandala_{name}")
    seconds = seconds_of(game, getattr(make(game, simulations, 0), search))
    won = []
    for number in track(range(games), name, console=Console(stderr=True)):
        seat = number % 2
        bots = [make(game, simulations, number), Net(name, seat, seconds, number)]
        won.append((play(game, bots if seat else bots[::-1], number // 2)[seat] + 1) / 2)
    return seconds, won


# How each is made, its search, and how a game is played with it.
OPPONENTS = {
    "C++ MCTS": (mcts, "mcts_search", play_by_evaluate_bots),
    "Python ISMCTS": (ismcts, "step", play_stepwise),
}


def main(games: int = 40, simulations: int = 400) -> None:
    compile_once()
    table = Table("game", "opponent", "simulations", "seconds a move", "games", "net won")
    for name in manifests():
        for opponent, how in OPPONENTS.items():
            if how[0] is ismcts and not rules_of(name).has_hidden_information:
                continue  # it refuses games that hide nothing
            seconds, won = match(name, games, simulations, *how)
            error = 1.96 * np.std(won) / len(won) ** 0.5
            share = f"{np.mean(won):.0%} ± {error:.0%}"
            table.add_row(name, opponent, str(simulations), f"{seconds:.2f}", str(len(won)), share)
    Console().print(table)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
