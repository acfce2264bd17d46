"""Networks with random weights, and decisions of bots that use them. Run as a script, it prints a few.

Another process, with other compiler settings, must print the same.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np
import pytest
from bots.random_positions import positions
from thorough_cases import rest_thorough

from sandmandala.bots import Budget, Knowledge, NetBot
from sandmandala.bots.networks import Network, Weights, network_of
from sandmandala.bots.networks.forward import choose, think
from sandmandala.bots.networks.network import Scratch
from sandmandala.bots.networks.weights_file import save_weights
from sandmandala.games.action_list import new_action_list
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import Actions, States, compiled, state_from
from sandmandala.games.rules import all_games, legal_actions, player_to_move, rules_of

LEARNERS = [name for name in all_games() if network_of(name)]
CASES = [(name, seats) for name in LEARNERS for seats in rules_of(name).seat_counts]
# Compiling takes most of the time, so the quick checks test one game.
_QUICK = "patterns"
every_learner = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == _QUICK else pytest.mark.slow) for name in LEARNERS]
)
every_case = pytest.mark.parametrize(
    ("name", "seats"),
    [pytest.param(*case, marks=[] if case[0] == _QUICK else pytest.mark.slow) for case in CASES],
)
# For tests that take long.
one_learner = pytest.mark.parametrize("name", rest_thorough(LEARNERS, keep=[_QUICK]))
one_case = pytest.mark.parametrize(("name", "seats"), rest_thorough(CASES, keep=[(_QUICK, 2)]))


def network(name: str) -> Network:
    found = network_of(name)
    assert found
    return found


def random_weights(name: str, seed: int = 0) -> Weights:
    luck, weights = np.random.default_rng(seed), network(name).new_weights()
    for field, shape in network(name).shapes.items():
        weights[field][0] = luck.normal(0.0, 0.2, shape)
    return weights


def random_bot(name: str, folder: Path) -> NetBot:
    path = folder / f"{name}.npz"
    save_weights(path, network(name), random_weights(name), {})
    return NetBot(weights=path, uses_solver=False)


@compiled
def ask(nets: Weights, states: States, seats: int, legal: Actions, scratch: Scratch) -> int:
    """Evaluate a position. Returns the number of legal moves."""
    state = states[0]
    seat, count = player_to_move(state), legal_actions(state, legal)
    think(nets[0], state, seat, seats, scratch[0])
    choose(nets[0], state, seat, legal, count, 1.0, scratch[0])
    return count


def thoughts(name: str, seats: int, state: States, weights: Weights) -> tuple[Scratch, dict[int, float]]:
    """All outputs of the network for a position, and the prior of each legal action."""
    scratch, legal = network(name).new_scratch(), new_action_list(rules_of(name).action_count)
    count = ask(weights, state, seats, legal, scratch)
    priors = {int(legal[i]): float(scratch["prior"][0, i]) for i in range(count)}
    return scratch, priors


def save_positions(name: str, seats: int, folder: Path) -> None:
    """Save some positions of a game, so that another process need not compile the rules to play it."""
    chosen = list(positions(name, seats, 1, seed=6))[::9]
    (folder / f"{name}-{seats}").write_bytes(b"".join(state.tobytes() for state in chosen))


def sample_thoughts(name: str, seats: int, folder: Path) -> str:
    """A hash of all outputs of the network for the saved positions."""
    digest = hashlib.sha256()
    for state in _saved(name, seats, folder):
        scratch, priors = thoughts(name, seats, state, random_weights(name))
        digest.update(scratch["win"].tobytes() + scratch["margin"].tobytes() + repr(priors).encode())
    return f"{name} {seats} thoughts {digest.hexdigest()}"


def sample_decisions(name: str, seats: int, folder: Path) -> str:
    """Decisions in a third of the saved positions, and a hash of all numbers behind them."""
    bot, digest, moves = random_bot(name, folder), hashlib.sha256(), []
    for number, state in enumerate(list(_saved(name, seats, folder))[::3]):
        knowledge = Knowledge.of_state(rules_of(name), state)
        decision = bot.decide(knowledge, Budget(simulations=12), stream_from_seed(number))
        digest.update(repr(decision).encode())
        moves.append(decision.move)
    return f"{name} {seats} decisions {' '.join(moves)} {digest.hexdigest()}"


def _saved(name: str, seats: int, folder: Path) -> Iterator[States]:
    layout, saved = rules_of(name).state_dtype, (folder / f"{name}-{seats}").read_bytes()
    assert saved
    for start in range(0, len(saved), layout.itemsize):
        yield state_from(layout, saved[start : start + layout.itemsize])


def samples(folder: Path, deciding: Collection[str]) -> list[str]:
    """The outputs of all networks, and the decisions in these games."""
    found = [sample_thoughts(*case, folder) for case in CASES]
    return found + [sample_decisions(*case, folder) for case in CASES if case[0] in deciding]


if __name__ == "__main__":
    print("\n".join(samples(Path(sys.argv[1]), sys.argv[2:])))
