"""The positions of Patterns' solver, their keys and bounds, compared with the rules and true margins."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from bots.patterns_endgames import lead, random_game, small_positions, told

from sandmandala import Game
from sandmandala.bots.evaluation import patterns_endgame as endgame
from sandmandala.bots.evaluation import patterns_reach as reach
from sandmandala.games.compiling import INTERPRETED, States, compiled
from sandmandala.games.patterns.bitboard import SQUARE_OF
from sandmandala.games.patterns.rules import PLAYING

pytestmark = pytest.mark.slow


@compiled
def most(boards: Any, positions: Any, seat: int, reaches: Any) -> int:
    return reach.most_points(positions[0], boards[0], seat, reaches[0])


@compiled
def read_state(states: States, boards: Any, positions: Any) -> None:
    endgame.read_state(states[0], boards[0], positions[0])


@compiled
def move(boards: Any, positions: Any, chosen: int) -> int:
    return endgame.move(positions[0], boards[0], chosen)


@compiled
def survey(boards: Any, positions: Any) -> Any:
    return endgame.survey(positions[0], boards[0])


@compiled
def bounds(boards: Any, positions: Any, reaches: Any) -> Any:
    """Of the points that the player to move can still gain on the other."""
    position, board = positions[0], boards[0]
    seat = int(position.turn)
    most = reach.most_points(position, board, seat, reaches[0])
    sure_of_other = reach.sure_points(position, board, 1 - seat, reaches[0])
    most_of_other = reach.most_points(position, board, 1 - seat, reaches[0])
    sure = reach.sure_points(position, board, seat, reaches[0])
    return sure - most_of_other, most - sure_of_other


def test_moves_are_those_of_the_rules() -> None:
    """Each game played both ways at once: same moves, same points, same end."""
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    afresh = positions.copy()
    choice = random.Random(3)
    for _ in range(3 if INTERPRETED else 150):
        game = Game.new("patterns", secret=choice.randbytes(32))
        game.play(choice.choice(game.legal_actions()))
        read_state(game.state(), boards, positions)
        while not game.is_over and game.state()[0]["phase"] == PLAYING:
            seat, before = game.to_move, game.scores()
            action = choice.choice(game.legal_actions())
            field, is_flip = (action - 2) % 52, action >= 54
            scored = move(boards, positions, int(SQUARE_OF[field]) + endgame.FLIP * is_flip)
            game.play(action)
            state, position = game.state()[0], positions[0]
            assert seat is not None
            assert scored == game.scores()[seat] - before[seat]
            assert (position["phase"] == PLAYING) == (state["phase"] == PLAYING)
            assert position["turn"] == state["turn"]
            if state["phase"] == PLAYING:
                assert position["may_place"] == state["may_place"]
                assert position["may_flip"] == state["may_flip"]
                read_state(game.state(), boards.copy(), afresh)
                assert afresh.tobytes() == positions.tobytes(), "the same as when read anew"


def test_keys_tell_positions_apart() -> None:
    """Even positions that differ in a single value, at any index in the table."""
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    contents: dict[int, bytes] = {}
    choice = random.Random(7)
    for _ in range(2 if INTERPRETED else 60):
        for state in random_game(choice):
            read_state(state, boards, positions)
            for part, index in (("turn", None), ("swap_tile", 0), ("swap_tile", 1), ("markers", None)):
                changed = positions.copy()
                changed["beside"] &= changed["front"][:, None]  # the rest does not matter
                changed["phase"] = changed["may_place"] = changed["may_flip"] = changed["opened"] = 0
                for value in range(2 if part == "turn" else 6):
                    if index is None:
                        changed[part] = value
                    else:
                        changed[part][:, index] = value
                    key = survey(boards, changed)[0]
                    assert contents.setdefault(key, changed.tobytes()) == changed.tobytes()
    assert INTERPRETED or len(contents) > 10_000


@pytest.mark.thorough
def test_no_seat_makes_more_points_than_it_can() -> None:
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    for state, margin in small_positions():
        read_state(state, boards, positions)
        if state[0]["phase"] != PLAYING:
            continue
        _, _, *most = survey(boards, positions)
        seat = int(state[0]["turn"])
        future = margin - lead(state, seat)
        assert -most[1 - seat] <= future <= most[seat], told(state)


def test_bounds_by_reach_are_true() -> None:
    """And more exact than those that count all tiles."""
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    reaches, exact, narrower, wider = np.zeros(1, reach.REACH), 0, 0, 0
    for state, margin in small_positions():
        if state[0]["phase"] != PLAYING:
            continue
        read_state(state, boards, positions)
        seat = int(state[0]["turn"])
        lower, upper = bounds(boards, positions, reaches)
        assert lower <= margin - lead(state, seat) <= upper, told(state)
        exact += lower == upper
        _, _, *most = survey(boards, positions)
        narrower, wider = narrower + upper - lower, wider + most[0] + most[1]
    assert INTERPRETED or exact > 50
    assert narrower < 0.7 * wider


def test_a_swap_tile_that_fits_nowhere_leaves_only_flips() -> None:
    boards, positions = np.zeros(1, endgame.BOARD), np.zeros(1, endgame.POSITION)
    stuck = 0
    for state, _ in small_positions():
        read_state(state, boards, positions)
        position, seat = positions[0], int(state[0]["turn"])
        colour = int(position["swap_tile"][seat])
        mine, theirs = position["beside"][6 * seat + colour], position["beside"][6 * (1 - seat) + colour]
        if state[0]["marker"][seat, colour] == 0 or mine & position["front"] & ~theirs:
            continue
        reaches = np.zeros(1, reach.REACH)
        most(boards, positions, seat, reaches)
        for number, region in enumerate(reaches[0]["regions"]):
            assert int(region) & ~int(boards[0]["tiles"][number]) == 0, told(state)
        stuck += 1
    assert INTERPRETED or stuck > 100
