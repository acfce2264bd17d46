"""The evaluation of Patterns: sound in every position, fair to both seats, better than points alone."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from rules.patterns_table import patterns_table

from sandmandala.bots import Budget, Knowledge, SearchBot
from sandmandala.bots.evaluation import evaluator_of
from sandmandala.bots.evaluation.evaluator import TO_THE_END
from sandmandala.bots.evaluation.patterns import COLUMNS, LAST, REACH, STAGES
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import States
from sandmandala.games.patterns.rules import ALLOTTING, LAST_FLIPS, PLAYING
from sandmandala.records import Game

EVALUATOR = evaluator_of("patterns")
Numbers = npt.NDArray[np.float64]


def evaluate(state: Any) -> Numbers:
    looks: Numbers = EVALUATOR.features_of(state, 2) @ np.array(EVALUATOR.weights)
    return looks


def random_positions(games: int, seed: int) -> list[States]:
    choice = random.Random(seed)
    found = []
    for _ in range(games):
        game = Game.new("patterns", secret=choice.randbytes(32))
        while not game.is_over:
            found.append(game.state())
            game.play(choice.choice(game.legal_actions()))
    return found


def test_features_stand_in_the_columns_of_one_stage_and_begin_with_points() -> None:
    positions = random_positions(30, seed=1)
    stages = set()
    for position in positions:
        state = position[0]
        rows = EVALUATOR.features_of(state, 2).reshape(2, STAGES, COLUMNS)
        assert np.isfinite(rows).all()
        used = set(np.nonzero(rows)[1].tolist())
        stages |= used
        if state["phase"] == ALLOTTING:
            assert not used
        elif state["phase"] == PLAYING:
            assert len(used) == 1
            assert rows[:, :, 0].sum(axis=1).tolist() == entry_points.scores_of(state)[:2]
    assert stages == set(range(STAGES))


def swapped(position: States) -> States:
    """The same position with the seats swapped."""
    other = position.copy()
    for name in ("group", "marker", "marker_field", "swap_tile"):
        other[name] = position[name][:, ::-1]
    for name in ("turn", "beginner"):
        other[name] = 1 - position[name]
    return other


def test_the_names_of_the_seats_do_not_matter() -> None:
    for position in random_positions(20, seed=2):
        assert evaluate(position[0]) == pytest.approx(evaluate(swapped(position)[0])[::-1])


def test_at_the_last_flips_it_counts_what_they_will_bring() -> None:
    """P11: the tiles that the last flips get one after another, by marker."""
    seen = 0
    for position in random_positions(40, seed=3):
        if position[0]["phase"] != LAST_FLIPS:
            continue
        seen += 1
        world = position.copy()
        before = EVALUATOR.features_of(world[0], 2).reshape(2, STAGES, COLUMNS)[:, LAST, 0]
        while world[0]["phase"] == LAST_FLIPS:
            legal = np.zeros(107, np.int16)
            entry_points.list_legal(world, 0, legal)
            entry_points.play(world, 0, int(legal[0]), stream_from_seed(0))
        assert before.tolist() == entry_points.scores_of(world[0])[:2]
    assert seen > 10


BOARD = """
      ....
     ......
    ...Rr...
    ........
    ........
    ....K...
     ......
      ....
"""
WORDS = {"markers": "d6/e3", "bowls": "O/Y", "turn": "0", "beginner": "0"}


def lead(board: str, **words: str) -> float:
    """How much better it is for Maya, who has the upper group, than for Louis."""
    looks = evaluate(patterns_table(board, **(WORDS | words)).state)
    return float(looks[0] - looks[1])


def test_reach_is_all_that_flips_can_get() -> None:
    for line, reach in (("...R....", 0), ("...Rr...", 1), ("...Rrr..", 2), ("..rRrrr.", 4)):
        rows = EVALUATOR.features_of(patterns_table(BOARD.replace("...Rr...", line), **WORDS).state, 2)
        assert rows.reshape(2, STAGES, COLUMNS)[0, :, REACH].sum() == reach


def test_a_useless_swap_tile_looks_bad() -> None:
    """P8: a swap tile of a shut-in group is useless; a new colour opens anywhere."""
    shut_in = BOARD.replace("....\n     ......", "OP..\n     .Y....", 1).replace("Rr.", "RRr")
    stuck, free = (lead(shut_in, markers="d6,c8/e3,d8,c7", bowls=bowls) for bowls in ("O/G", "G/O"))
    assert free > stuck


def log_loss(leads: list[float], won: list[float]) -> float:
    chances = 1 / (1 + np.exp(-np.array(leads)))
    return float(-(np.array(won) * np.log(chances) + (1 - np.array(won)) * np.log(1 - chances)).mean())


@pytest.mark.thorough
@pytest.mark.slow
def test_it_predicts_better_than_points() -> None:
    """Predicts the winners of games that were not used to fit the weights."""
    leads: list[float] = []
    by_points: list[float] = []
    won: list[float] = []
    for number in range(40):
        game = Game.new("patterns", secret=number.to_bytes(32, "big"))
        begin = len(leads)
        while not game.is_over:
            state = game.state()[0]
            look, points = evaluate(state), entry_points.scores_of(state)
            if state["phase"] == PLAYING:
                leads.append(look[0] - look[1])
                by_points.append((points[0] - points[1]) / 40)
            stream = stream_from_seed(1000 * number + game.ply)
            game.play(SearchBot().decide(Knowledge.of(game), Budget(simulations=60), stream).action)
        won += [(0 in game.winners()) / len(game.winners())] * (len(leads) - begin)
    assert log_loss(leads, won) < log_loss(by_points, won) - 0.05


@pytest.mark.slow
@pytest.mark.thorough
def test_the_search_plays_better_with_it() -> None:
    won = 0.0
    bots = SearchBot(uses_solver=False), SearchBot(horizon=TO_THE_END, uses_solver=False)
    for number in range(40):
        game = Game.new("patterns", secret=(1000 + number // 2).to_bytes(32, "big"))
        while not game.is_over:
            bot = bots[game.to_move != number % 2]
            stream = stream_from_seed(1000 * number + game.ply)
            game.play(bot.decide(Knowledge.of(game), Budget(simulations=200), stream).action)
        won += (number % 2 in game.winners()) / len(game.winners())
    assert won > 24
