"""The OpenSpiel games: its own simulation tests, the same games as with streams, copies, storage, errors."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pyspiel
import pytest
from conformance.game_under_test import Case, GameUnderTest, all_cases
from conformance.reference_chance import ReferenceChance
from envs.openspiel_helpers import GAMES, random_states, reproduction_note, step, with_options_thorough

from sandmandala.envs.observations import named_parts, observation
from sandmandala.envs.openspiel import as_parameter
from sandmandala.envs.rewards import rewards_of
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.entry_points import winners_of
from sandmandala.games.errors import IllegalMoveError, ImpossiblePositionError, UnreadableError
from sandmandala.records import Game

every_game = pytest.mark.parametrize("name", GAMES)
each_slowly = pytest.mark.parametrize("name", with_options_thorough(GAMES))


@pytest.mark.slow
@each_slowly
def test_openspiel_s_own_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@each_slowly
def test_openspiel_s_simulations_in_python_pass(name: str) -> None:
    """They also pickle games, states and the type of the game."""
    from open_spiel.python.tests import games_sim_test  # importing takes seconds: not while collecting tests

    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


def name_of(case: Case) -> str:
    options = "".join(f",{option}={value}" for option, value in case.options.items())
    return f"sandmandala_{case.game}(players={case.seats}{options})"


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_with_the_same_chance_it_is_the_same_game(case: Case) -> None:
    """Each probability is a share of the cards or tiles, of which a number from the stream picks one."""
    name = name_of(case)
    for seed in range(6):
        fast, luck, choose = (
            GameUnderTest(case, seed),
            ReferenceChance(stream_from_seed(seed).tolist()),
            random.Random(seed),
        )
        state = pyspiel.load_game(name).new_initial_state()
        with reproduction_note(name, seed, state):
            while not state.is_terminal():
                while state.is_chance_node():
                    state.apply_action(outcome_by(luck, state))
                assert str(state) == case.rules.text.position_text(fast.state)
                assert luck.words == fast.stream.tolist()
                if state.is_terminal():
                    break
                assert (state.current_player(), state.legal_actions()) == (fast.to_move(), fast.legal())
                action = choose.choice(fast.legal())
                assert state.action_to_string(action) == case.rules.text.move_text(fast.state, action)
                state.apply_action(action)
                fast.play(action)


def outcome_by(luck: ReferenceChance, state: Any) -> int:
    weights = list(state.node.weights)  # the number of cards or tiles of each kind
    total = sum(weights)
    expected = [(kind, count / total) for kind, count in enumerate(weights) if count]
    assert state.chance_outcomes() == expected
    assert sum(chance for _, chance in expected) == pytest.approx(1)
    number = luck.below(total)
    return next(kind for kind in range(len(weights)) if number < sum(weights[: kind + 1]))


# --- copies and storage


@each_slowly
def test_copies_are_independent(name: str) -> None:
    for state in random_states(name, seed=1):
        if state.is_terminal() or len(state.history()) % 7:
            continue
        before, history = str(state), state.history()
        copies = [state.clone() for _ in range(2)]
        for copy in copies:
            choose = random.Random(2)
            while not copy.is_terminal():
                step(copy, choose)
        assert str(copies[0]) == str(copies[1])
        assert copies[0].history() == copies[1].history()
        assert (str(state), state.history()) == (before, history)


@pytest.mark.slow
@each_slowly
def test_stored_states_come_back(name: str) -> None:
    """By OpenSpiel's text and by pickle, even in the middle of draws."""
    for state in random_states(name, seed=2):
        if len(state.history()) % 23 and not state.is_terminal():
            continue
        text = pyspiel.serialize_game_and_state(state.get_game(), state)
        for twin in (pyspiel.deserialize_game_and_state(text)[1], pickle.loads(pickle.dumps(state))):
            assert str(twin) == str(state)
            assert twin.history() == state.history()
            assert twin.returns() == state.returns()
            for seat in range(state.num_players()):
                assert twin.information_state_string(seat) == state.information_state_string(seat)
                assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
            if not state.is_terminal():
                assert twin.legal_actions() == state.legal_actions()
                twin.apply_action(twin.legal_actions()[-1])


@every_game
def test_a_game_is_stored_by_its_name(name: str) -> None:
    game = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert str(pyspiel.load_game(str(game))) == str(game)


# --- results, observations


@every_game
def test_winners_share_what_the_others_lose(name: str) -> None:
    for seed in range(8):
        for state in random_states(name, seed):
            if not state.is_terminal():
                assert set(state.returns()) == {0}
        seats = state.num_players()
        record = np.frombuffer(bytearray(state.node.record), state.node.model.rules.state_dtype)
        won = winners_of(record[0])
        gain = (seats / len(won) - 1) / (seats - 1)
        expected = [gain if seat in won else -1 / (seats - 1) for seat in range(seats)]
        assert state.returns() == pytest.approx(expected)
        assert state.returns() == pytest.approx(rewards_of(state.node.model.rules, record).tolist())
        assert sum(state.returns()) == pytest.approx(0)
        assert state.rewards() == state.returns()


@each_slowly
def test_observations_are_those_of_the_other_environments(name: str) -> None:
    for state in random_states(name, seed=3):
        if state.is_chance_node():
            continue
        rules = state.node.model.rules
        record = np.frombuffer(bytearray(state.node.record), rules.state_dtype)
        observer = state.get_game().make_py_observer()
        for seat in range(state.num_players()):
            row = observation(rules, record, seat)
            assert state.observation_tensor(seat) == row.tolist()
            observer.set_from(state, seat)
            for part, numbers in named_parts(rules, row).items():
                assert observer.dict[part].tolist() == numbers.tolist()
            size = len(row)
            tensor = np.array(state.information_state_tensor(seat), np.float32)
            assert tensor[:size].tolist() == row.tolist(), "an information state begins with what is seen now"


# --- positions, refusals


@pytest.mark.parametrize(("game", "seats"), [("mandala", 2), ("patterns", 2), ("flowers", 3)])
def test_a_state_can_start_from_a_position(game: str, seats: int) -> None:
    played = Game.new(game, seats, secret=bytes(32))
    for _ in range(9):
        played.play(played.legal_moves()[0])
    name = f"sandmandala_{game}"
    state = pyspiel.load_game(name, {"players": seats}).new_initial_state(played.position())
    spiel = pyspiel.load_game(name, {"players": seats, "start": as_parameter(played.position())})
    again = pyspiel.load_game(str(spiel)).new_initial_state()
    for start in (state, again):
        assert str(start) == played.position()
        assert start.current_player() == played.to_move
        assert [start.action_to_string(action) for action in start.legal_actions()] == played.legal_moves()
        assert start.information_state_string().count("\n") == 0, "the memory begins here"
        assert str(pickle.loads(pickle.dumps(start))) == str(start)
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "parameters", "says"),
    [
        ("mandala", {"players": 3}, "Mandala has 2 seats, not 3"),
        ("flowers", {"players": 5}, "Flowers has 2 or 3 or 4 seats, not 5"),
        ("mandala", {"memory_aid": "maybe"}, "'memory_aid' is off or on, not 'maybe'"),
        ("flowers", {"beginner": 2}, "a seat from 0 to 1, not 2"),
        ("mandala", {"start": "turn%3D0"}, "lacks the word"),
    ],
)
def test_invalid_parameters_are_refused(name: str, parameters: dict, says: str) -> None:
    with pytest.raises((UnreadableError, ImpossiblePositionError), match=says):
        pyspiel.load_game(f"sandmandala_{name}", parameters)


def test_a_position_of_another_game_is_refused() -> None:
    position = Game.new("flowers", 3).position()
    with pytest.raises(ImpossiblePositionError, match="3 players, not for 2"):
        pyspiel.load_game("sandmandala_flowers").new_initial_state(position)
    with pytest.raises(ImpossiblePositionError, match="load the game with memory_aid=off"):
        pyspiel.load_game("sandmandala_flowers(players=3,memory_aid=on)").new_initial_state(position)


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    state = next(state for state in random_states("sandmandala_mandala", 1) if not state.is_chance_node())
    before = str(state)
    illegal = next(action for action in range(150) if action not in state.legal_actions())
    with pytest.raises(IllegalMoveError, match="M"):
        state.apply_action(illegal)
    for nonsense in (150, 10**6, -3):
        with pytest.raises((ValueError, pyspiel.SpielError)):
            state.apply_action(nonsense)
    assert str(state) == before
    draw = pyspiel.load_game("sandmandala_mandala").new_initial_state()
    with pytest.raises(ValueError, match="cannot have the outcome 2"):
        draw.apply_action(2)


def test_observers_are_for_one_player_only() -> None:
    game = pyspiel.load_game("sandmandala_mandala")
    for private in (pyspiel.PrivateInfoType.ALL_PLAYERS, pyspiel.PrivateInfoType.NONE):
        kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=private)
        assert game.make_py_observer(kind) is None
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": "red"})


@pytest.mark.thorough
@pytest.mark.slow
def test_python_exits_cleanly() -> None:
    """OpenSpiel releases the registered games after Python has ended."""
    program = "import pyspiel, sandmandala.envs.openspiel; pyspiel.load_game('sandmandala_patterns')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_threads_do_not_disturb_one_another() -> None:
    """Compiled code releases the GIL, so each thread needs its own scratch space."""

    def ends(seed: int) -> list[str]:
        return [str(state) for state in random_states("sandmandala_mandala", seed)]

    expected = [ends(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ends, range(8))) == expected
