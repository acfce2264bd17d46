"""How well do OpenSpiel's own searches play? And how much does it help to see the other's cards?

python examples/openspiel_evaluation.py [GAMES [SIMULATIONS]]

Needs `pip install sandmandala[openspiel]`. With 10 games of 40 simulations per move it takes about a minute,
and another one to compile the rules for the first time.
"""

import random
import sys
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot

from sandmandala.envs.openspiel import RolloutEvaluator


class ByChance:
    """Plays random legal moves."""

    def __init__(self, seed):
        self.choose = random.Random(seed).choice

    def step(self, state):
        return self.choose(state.legal_actions())


def search(game, simulations, seed):
    """It sees the whole state, including hidden cards."""
    return MCTSBot(
        game, 1.4, simulations, RolloutEvaluator(4, seed), random_state=np.random.RandomState(seed)
    )


def fair_search(game, simulations, seed):
    """It resamples what it cannot know before each simulation."""
    bot = ISMCTSBot(
        game, RolloutEvaluator(4, seed), 1.4, simulations, random_state=np.random.RandomState(seed)
    )
    draw = random.Random(seed).random  # OpenSpiel's default seed would differ each time
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, draw))
    return bot


def play(game, bots, seed):
    """The returns of one game. Chance comes from the seed: both games of a pair have the same deal."""
    state, chance = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return state.returns()


def compare(name, one, other, games):
    """Pairs of games with seats swapped; the mean return of the first, from -1 to 1, and its uncertainty."""
    game, won, start = pyspiel.load_game(name), [], time.perf_counter()
    for number in range(games):
        seat = number % 2
        bots = [one(game, number), other(game, number)]
        won.append(play(game, bots[::-1] if seat else bots, number // 2)[seat])
    error = np.std(won) / len(won) ** 0.5
    return f"{np.mean(won):+.2f} ± {error:.2f} in {games} games, {time.perf_counter() - start:.0f} s"


def main(games=10, simulations=40):
    def by_chance(game, seed):
        return ByChance(seed)

    def seeing(game, seed):
        return search(game, simulations, seed)

    def fair(game, seed):
        return fair_search(game, simulations, seed)

    print("Patterns: MCTS against random moves:", compare("sandmandala_patterns", seeing, by_chance, games))
    for name in ("mandala", "flowers"):
        game = f"sandmandala_{name}"
        print(f"{name.title()}: ISMCTS against random moves:", compare(game, fair, by_chance, games))
        print(f"{name.title()}: MCTS that sees all cards against ISMCTS:", compare(game, seeing, fair, games))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
