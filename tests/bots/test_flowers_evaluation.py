"""The evaluation of Flowers: finite in every position, fair to every seat, better than points alone."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from rules.flowers_table import ANIKA, BRITTA, flowers_table
from thorough_cases import rest_thorough

from sandmandala.bots import Budget, Knowledge, SearchBot
from sandmandala.bots.evaluation import evaluator_of
from sandmandala.games import entry_points
from sandmandala.games.action_list import new_action_list
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import States
from sandmandala.games.flowers.rules import IN_FLOWER, SINGLE
from sandmandala.games.rules import rules_of
from sandmandala.records import Game

EVALUATOR = evaluator_of("flowers")
Numbers = npt.NDArray[np.float64]
every_number_of_seats = pytest.mark.parametrize("seats", [2, 3, 4])


def evaluate(state: Any) -> Numbers:
    seats = int(state["seats"])
    looks: Numbers = EVALUATOR.features_of(state, seats) @ np.array(EVALUATOR.weights)
    return looks


def random_positions(seats: int, games: int, seed: int) -> list[States]:
    choice = random.Random(seed)
    found = []
    for number in range(games):
        options = {"final_mandalas": "tiles_out_only"} if number % 4 == 0 else {}
        game = Game.new("flowers", seats, options, secret=choice.randbytes(32))
        while not game.is_over:
            found.append(game.state())
            game.play(choice.choice(game.legal_actions()))
    return found


@pytest.mark.parametrize("seats", rest_thorough([2, 3, 4], keep=[4]))
def test_every_evaluation_is_finite(seats: int) -> None:
    positions = random_positions(seats, 25, seed=1)
    assert len(positions) > 1000
    for position in positions:
        rows = EVALUATOR.features_of(position[0], seats)
        assert np.isfinite(rows).all()
        assert rows[:, 0].tolist() == entry_points.scores_of(position[0])[:seats]


def renamed(position: States, by: int) -> States:
    """The same position with all seats rotated, still in turn order."""
    state, other = position[0], position.copy()
    seats = int(state["seats"])

    def rename(seat: Any) -> int:
        return -1 if seat < 0 else (int(seat) + by) % seats

    for field in ("beginner", "turn", "completer"):
        other[field] = rename(state[field])
    other["marker"] = [[rename(seat) for seat in state["marker"]]]
    other["up_owner"] = [[[rename(seat) for seat in row] for row in state["up_owner"]]]
    for seat in range(seats):
        for field in ("hand", "known", "drawn"):
            other[field][0, rename(seat)] = state[field][seat]
        other["down"][0, :, rename(seat)] = state["down"][:, seat]
    for tile, place in enumerate(map(int, state["place"])):
        if place >= IN_FLOWER:
            seat, partner = divmod(place - IN_FLOWER, 6)
            other["place"][0, tile] = IN_FLOWER + rename(seat) * 6 + partner
        elif place >= SINGLE:
            other["place"][0, tile] = SINGLE + rename(place - SINGLE)
    return other


@every_number_of_seats
def test_the_names_of_the_seats_do_not_matter(seats: int) -> None:
    for number, position in enumerate(random_positions(seats, 4, seed=2)):
        by = 1 + number % (seats - 1)
        assert np.allclose(np.roll(evaluate(position[0]), by), evaluate(renamed(position, by)[0])), number


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param({"singles": "R5/O2"}, {"singles": "R2/O2"}, id="more points"),
        pytest.param(
            {"singles": "R3/O2", "flowers": "-/P45Y45"},
            {"singles": "R3/O2", "flowers": "-/R45Y45"},
            id="more partners may still come",
        ),
        pytest.param(
            {"singles": "Rx/G2", "mandala1": "R7/O7/0/Y1G1P1:-"},
            {"singles": "Kx/G2", "mandala1": "R7/O7/0/Y1G1P1:-"},
            id="a flower is about to be formed",
        ),
        pytest.param(
            {"mandala1": "R7/O7/0/Y1G1P1:-"}, {"mandala1": "R7/O7/1/-:-/Y1G1P1:-"}, id="my marker, not theirs"
        ),
        pytest.param(
            {"mandala1": "R7/O7/0/Y1G1P1:-"}, {"mandala1": "R7/O7/0/Y1G1:R1"}, id="fewer colours are missing"
        ),
        pytest.param(
            {"mandala1": "R7/O7/0/Y1G1:R2/P1:-"}, {"mandala1": "R7/O7/0/Y1G1:R2/P1:R1"}, id="both tiles (F11)"
        ),
    ],
)
def test_a_better_position_looks_better(better: dict[str, Any], worse: dict[str, Any]) -> None:
    leads = []
    for words in (better, worse):
        looks = evaluate(flowers_table(seats=2, **words).state)
        leads.append(looks[ANIKA] - looks[BRITTA])
    assert leads[0] > leads[1]


def test_a_point_is_worth_more_in_the_last_round() -> None:
    """Anika is 12 points ahead of Britta, then 18; neither has a turn left."""
    early = evaluate(flowers_table(flowers="R45O45/R23O23/-", turn="2").state)
    last = evaluate(flowers_table(flowers="R45O45P45/R23O23Y23/-", turn="2").state)
    assert (last[ANIKA] - last[BRITTA]) / 18 > 2 * (early[ANIKA] - early[BRITTA]) / 12 > 0


def self_play(seats: int, choice: random.Random) -> tuple[list[States], list[int]]:
    """The positions of a self-play game of the search, with some random moves, and the winners."""
    rules, bot, budget = rules_of("flowers"), SearchBot(), Budget(simulations=60)
    state = Game.new("flowers", seats, secret=choice.randbytes(32)).state()
    stream, legal = stream_from_seed(choice.getrandbits(32)), new_action_list(rules.action_count)
    positions = []
    while count := entry_points.list_legal(state, 0, legal):
        positions.append(state.copy())
        action = int(legal[choice.randrange(count)])
        if choice.random() > 0.15:
            action = bot.decide(Knowledge.of_state(rules, state), budget, stream).action
        entry_points.play(state, 0, action, stream)
    return positions, entry_points.winners_of(state[0])


@pytest.mark.slow
@pytest.mark.thorough
def test_it_predicts_the_winner_better_than_points() -> None:
    """By log loss. Most of a result is luck, so this takes many games."""
    surprise = {"evaluation": 0.0, "points": 0.0}
    choice = random.Random(3)
    for number in range(90):
        positions, winners = self_play(2 + number % 3, choice)
        for position in positions:
            looks = evaluate(position[0])
            points = np.array(entry_points.scores_of(position[0])[: len(looks)]) / 10
            for name, guess in (("evaluation", looks), ("points", points)):
                surprise[name] += float(np.log(np.exp(guess).sum()) - guess[winners].mean()) / len(positions)
    assert surprise["evaluation"] < surprise["points"]
