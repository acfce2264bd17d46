"""OpenSpiel's own players and solvers on our games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from envs.openspiel_helpers import random_states, step, with_options_thorough
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    ismcts,
    mcts,
    minimax,
    outcome_sampling_mccfr,
    tabular_qlearner,
)

from sandmandala.bots.evaluation import patterns_solver
from sandmandala.envs.openspiel import RolloutEvaluator, as_parameter
from sandmandala.games.rules import rules_of

ONE_OF_EACH = [
    "sandmandala_mandala",
    "sandmandala_patterns",
    "sandmandala_flowers",
    "sandmandala_flowers(players=3)",
    "sandmandala_flowers(players=4)",
]


def play_a_game(game: Any, bot: Any, seed: int) -> None:
    """The bot on seat 0, against random players."""
    state, choose = game.new_initial_state(), random.Random(seed)
    moves = 0
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(bot.step(state))
            moves += 1
        else:
            step(state, choose)
    assert moves > 10
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_mcts_in_python_plays_whole_games(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 12, RolloutEvaluator(2, seed=1), random_state=rng)
    play_a_game(game, bot, seed=1)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_mcts_in_cpp_plays_whole_games(name: str) -> None:
    """By `evaluate_bots`: `MCTSBot.step` from Python crashes with any game written in Python."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 3, 100, False, 1, False)
    others = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(1, game.num_players())]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), [bot, *others], 1)
    assert sum(returns) == pytest.approx(0)


def test_mcts_in_cpp_can_be_asked_for_its_tree() -> None:
    game = pyspiel.load_game("sandmandala_mandala")
    state = next(state for state in random_states(str(game), 1) if not state.is_chance_node())
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 30, 100, False, 1, False)
    root = bot.mcts_search(state)
    assert root.explore_count == 30
    assert root.best_child().action in state.legal_actions()


@pytest.mark.parametrize("name", [name for name in ONE_OF_EACH if "patterns" not in name])
def test_ismcts_plays_whole_games(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, RolloutEvaluator(2, seed=1), 1.4, 12, random_state=rng)
    play_a_game(game, bot, seed=1)


def test_ismcts_plays_the_same_whatever_it_cannot_see() -> None:
    """The same random numbers give the same search, since worlds depend only on what the seat knows."""
    game = pyspiel.load_game("sandmandala_mandala")
    for seed in range(4):
        choose = random.Random(seed)
        state = game.new_initial_state()
        while state.is_chance_node() or len(state.history()) < 40:
            step(state, choose)
        policies = []
        for world in (state, state.resample_from_infostate(state.current_player(), choose.random)):
            bot = ismcts.ISMCTSBot(
                game,
                RolloutEvaluator(1, seed=2),
                1.4,
                40,
                random_state=np.random.RandomState(3),
                max_world_samples=10,
            )
            numbers = random.Random(4)
            bot.set_resampler(
                lambda root, seat, numbers=numbers: root.resample_from_infostate(seat, numbers.random)
            )
            policies.append(sorted(bot.get_policy(world)))
        assert policies[0] == policies[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", with_options_thorough(["sandmandala_patterns", "sandmandala_flowers(players=3)"])
)
@pytest.mark.parametrize("at_a_draw", [False, True])
def test_rollouts_are_those_of_openspiel(name: str, at_a_draw: bool) -> None:
    """The same average as with OpenSpiel's own evaluator, within the random error."""
    least = 40 if at_a_draw else 60  # Patterns draws only at set-up
    state = next(
        s for s in random_states(name, 3) if len(s.history()) > least and s.is_chance_node() == at_a_draw
    )
    ours = np.mean([RolloutEvaluator(10, seed).evaluate(state) for seed in range(400)], axis=0)
    theirs = mcts.RandomRolloutEvaluator(250, np.random.RandomState(1)).evaluate(state)
    assert ours == pytest.approx(theirs, abs=4 / 250**0.5)
    assert ours.sum() == pytest.approx(0)


# --- learning and solving


def test_outcome_sampling_runs() -> None:
    game = pyspiel.load_game("sandmandala_mandala")
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    state = next(state for state in random_states(str(game), 1) if not state.is_chance_node())
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)


def test_agents_learn_in_the_rl_environment() -> None:
    environment = rl_environment.Environment(pyspiel.load_game("sandmandala_patterns"))
    environment.seed(1)
    agents = [
        tabular_qlearner.QLearner(player_id=seat, num_actions=environment.action_spec()["num_actions"])
        for seat in range(2)
    ]
    for _ in range(2):
        time_step = environment.reset()
        while not time_step.last():
            mover = time_step.observations["current_player"]
            time_step = environment.step([agents[mover].step(time_step).action])
        for agent in agents:
            agent.step(time_step)
        assert sum(time_step.rewards) == 0


# --- endgames, where the whole tree can be searched


def tree_size(state: Any, most: int) -> int:
    """The number of states from here on, up to `most`."""
    count, left = 0, [state]
    while left and count <= most:
        state = left.pop()
        count += 1
        left += [state.child(action) for action in state.legal_actions()]
    return count


def endgames(name: str, most: int, games: int, accept: Callable[[Any], bool]) -> Iterator[Any]:
    """The first position of each random game with a choice and a small tree."""
    for seed in range(games):
        past = [state.clone() for state in random_states(name, seed)]
        for state in past[-14:]:
            if len(state.legal_actions()) > 1 and accept(state) and tree_size(state, most) <= most:
                yield state
                break


@pytest.mark.slow
@pytest.mark.thorough
def test_expectiminimax_agrees_with_the_solver_of_patterns() -> None:
    """OpenSpiel's search knows our rules only through its interface; the solver has its own."""
    seen = set()
    for state in endgames("sandmandala_patterns", 1500, 12, lambda state: not state.is_chance_node()):
        seat = state.current_player()
        value, best = minimax.expectiminimax(state, 60, lambda end, seat=seat: end.player_return(seat), seat)
        record = np.frombuffer(bytearray(state.node.record), rules_of("patterns").state_dtype)
        solution = patterns_solver.solve(record, node_limit=1_000_000)
        assert solution.solved
        assert value == np.sign(solution.lower)
        assert best in state.legal_actions()
        seen.add(int(value))
    assert len(seen) > 1, "some are won and some are lost"


@pytest.mark.slow
@pytest.mark.thorough
def test_cfr_solves_the_sharing_out_of_a_last_mandala() -> None:
    """From a position given by the parameter `start`, the C++ solver finds an equilibrium."""

    def last_shares(state: Any) -> bool:
        return not state.is_chance_node() and "T" in state.action_to_string(state.legal_actions()[0])

    solved = 0
    for state in endgames("sandmandala_mandala", 120, 12, last_shares):
        game = pyspiel.load_game("sandmandala_mandala", {"start": as_parameter(str(state))})
        solver = pyspiel.CFRSolver(game)
        first = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
        for _ in range(30):
            solver.evaluate_and_update_policy()
        assert pyspiel.nash_conv(game, solver.average_policy()) <= max(0.1, first / 4)
        solved += first > 0.2
    assert solved, "somewhere it mattered what was taken"
