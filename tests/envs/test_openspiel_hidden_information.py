"""Information states contain exactly what the seat has seen."""

from __future__ import annotations

import random

import pyspiel
import pytest
from envs.openspiel_helpers import (
    GAMES,
    WITH_SECRETS,
    Twins,
    random_states,
    reproduction_note,
    step,
    with_options_thorough,
)

from sandmandala.envs.openspiel import observer
from sandmandala.games.visibility import visible_events

every_game = pytest.mark.parametrize("name", GAMES)
each_slowly = pytest.mark.parametrize("name", with_options_thorough(GAMES))
with_secrets = pytest.mark.parametrize("name", WITH_SECRETS)
secretive_slowly = pytest.mark.parametrize("name", with_options_thorough(WITH_SECRETS))


@pytest.mark.slow
@secretive_slowly
def test_games_alike_to_a_seat_have_the_same_information_states(name: str) -> None:
    """Two games from set-up on, in which the others are dealt and draw different cards."""
    compared = differed = 0
    for seed in range(16):
        seats = pyspiel.load_game(name).num_players()
        twins = Twins(name, seed % seats, seed)
        one, other = twins.states
        with reproduction_note(name, seed, one):
            while twins.go_on():
                seat = twins.seat
                assert one.information_state_string(seat) == other.information_state_string(seat)
                assert one.observation_string(seat) == other.observation_string(seat)
                if len(one.history()) % 5 == 0:
                    assert one.information_state_tensor(seat) == other.information_state_tensor(seat)
                    assert one.observation_tensor(seat) == other.observation_tensor(seat)
                compared += twins.at_a_move
                differed += twins.at_a_move and str(one) != str(other)
    assert compared > 100
    assert differed > compared * 0.9, "the twins were dealt different cards"


@pytest.mark.slow
@each_slowly
def test_everything_the_seat_has_seen_is_remembered(name: str) -> None:
    """Two games that differ in one draw that the seat saw never look the same to it again."""
    compared = 0
    for seed in range(20):
        seats = pyspiel.load_game(name).num_players()
        twins = Twins(name, seed % seats, seed, differ_at=1 + 2 * seed)
        one, other = twins.states
        with reproduction_note(name, seed, one):
            while twins.go_on():
                if twins.parted and twins.at_a_move:
                    seat = twins.seat
                    assert one.information_state_string(seat) != other.information_state_string(seat)
                    assert one.information_state_tensor(seat) != other.information_state_tensor(seat)
                    compared += 1
    assert compared > 100


@pytest.mark.slow
@each_slowly
def test_moves_are_remembered_in_their_order(name: str) -> None:
    """Every seat has a line for each move, and a row of numbers."""
    for state in random_states(name, seed=4):
        if state.is_chance_node():
            continue
        moves = [item for item in state.full_history() if item.player >= 0]
        for seat in range(state.num_players()):
            assert state.information_state_string(seat).count("\n") == len(moves)
            observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
            observer.set_from(state, seat)
            rows = observer.dict["past"]
            assert rows.any(axis=1).tolist() == [number < len(moves) for number in range(len(rows))]
            for item, row in zip(moves, rows, strict=False):
                seats = state.num_players()
                assert row[:seats].argmax() == (item.player - seat) % seats
                assert (
                    sum(int(bit) << place for place, bit in enumerate(row[seats : seats + 9])) == item.action
                )


@every_game
def test_a_seat_sees_only_its_own_draws(name: str) -> None:
    """The last line is what the rules show of the move; OPEN sees more than a seat."""
    hidden = 0
    for state in random_states(name, seed=5):
        node = state.node
        if state.is_chance_node() or node.parent is None:
            continue
        rules = node.model.rules
        for seat in range(state.num_players()):
            told = visible_events(rules, node.parent.reader, node.action, node.reader, seat)
            line = state.information_state_string(seat).rpartition("\n")[2]
            assert len(line.split("; ")) == len(told)
            hidden += told != rules.events(node.parent.reader, node.action, node.reader)
    assert bool(hidden) == (name in WITH_SECRETS)


# --- resampling


@pytest.mark.slow
@each_slowly
def test_resampled_states_are_alike_to_the_seat(name: str) -> None:
    changed = count = 0
    for seed in range(4):
        sampler = random.Random(seed).random
        for state in random_states(name, seed):
            if state.is_chance_node() or state.is_terminal() or len(state.history()) % 3:
                continue
            for seat in range(state.num_players()):
                world = state.resample_from_infostate(seat, sampler)
                assert world.current_player() == state.current_player()
                assert world.information_state_string(seat) == state.information_state_string(seat)
                assert world.information_state_tensor(seat) == state.information_state_tensor(seat)
                assert world.observation_string(seat) == state.observation_string(seat)
                assert world.history() == [], "the true history would tell the hidden cards"
                if seat == state.current_player():
                    assert world.legal_actions() == state.legal_actions()
                count += 1
                changed += str(world) != str(state)
    assert changed > count * 0.8 if name in WITH_SECRETS else changed == 0


@with_secrets
def test_resampling_depends_only_on_the_information_state(name: str) -> None:
    """With the same random numbers, twins that look alike to a seat are resampled to the same world."""
    for seed in range(12):
        twins = Twins(name, seed % pyspiel.load_game(name).num_players(), seed)
        while twins.go_on():
            if twins.at_a_move and twins.choose.random() < 0.2:
                worlds = [
                    state.resample_from_infostate(twins.seat, random.Random(seed).random)
                    for state in twins.states
                ]
                assert str(worlds[0]) == str(worlds[1])
                for seat in range(worlds[0].num_players()):
                    strings = {world.information_state_string(seat) for world in worlds}
                    assert len(strings) == 1


@with_secrets
def test_a_resampled_state_can_be_played_to_the_end(name: str) -> None:
    choose = random.Random(name)
    for state in random_states(name, seed=6):
        if state.is_chance_node() or state.is_terminal() or len(state.history()) % 9:
            continue
        seat = state.current_player()
        world = state.resample_from_infostate(seat, choose.random)
        remembered = world.information_state_string(seat)
        while not world.is_terminal():
            step(world, choose)
        assert world.information_state_string(seat).startswith(remembered)


def test_a_draw_cannot_be_resampled() -> None:
    state = pyspiel.load_game("sandmandala_mandala").new_initial_state()
    with pytest.raises(ValueError, match="not before a draw"):
        state.resample_from_infostate(0, random.random)


def test_the_tensor_of_a_very_long_game_has_the_last_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text always has all of them."""
    *_, state = random_states("sandmandala_patterns", seed=7)
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    whole = state.get_game().make_py_observer(recall)
    whole.set_from(state, 0)
    moves = state.information_state_string(0).count("\n")
    monkeypatch.setattr(observer, "ROWS", 10)
    short = state.get_game().make_py_observer(recall)
    short.set_from(state, 0)
    assert short.dict["past"].tolist() == whole.dict["past"][moves - 10 : moves].tolist()
