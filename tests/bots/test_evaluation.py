"""The evaluation of positions for each seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from bots.random_positions import positions
from rules.mandala_table import mandala_table

from sandmandala import Game
from sandmandala.bots import Budget, Knowledge, SearchBot
from sandmandala.bots.evaluation import evaluator_of
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.compiling import States
from sandmandala.games.rules import all_games, rules_of

CASES = [(name, seats) for name in all_games() for seats in rules_of(name).seat_counts]


def evaluations(name: str, state: Any, seats: int = 2) -> Any:
    evaluator = evaluator_of(name)
    return evaluator.features_of(state, seats) @ np.array(evaluator.weights)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_every_position_has_an_evaluation(name: str, seats: int) -> None:
    looks = [evaluations(name, state[0], seats) for state in positions(name, seats, 20, seed=3)]
    assert len(looks) > 500
    assert np.isfinite(looks).all()
    assert np.abs(looks).max() < 200


# --- Mandala


def swapped(state: States) -> States:
    """The same position with the seats swapped."""
    other = state.copy()
    for name in ("hand", "river", "cup_dealt", "cup_claimed", "drawn"):
        other[name] = state[name][:, ::-1]
    other["field"] = state["field"][:, :, ::-1]
    for name in ("turn", "beginner"):
        other[name] = 1 - state[name]
    other["completer"] = np.where(state["completer"] < 0, state["completer"], 1 - state["completer"])
    return other


def test_mandala_looks_the_same_from_both_seats() -> None:
    for state in positions("mandala", 2, 40, seed=4):
        look, other = (evaluations("mandala", one[0]) for one in (state, swapped(state)))
        assert look == pytest.approx(other[::-1])


def lead(**words: str) -> float:
    """How much better a Mandala position looks for Annabell than for Babette."""
    look = evaluations("mandala", mandala_table(**words).state)
    return float(look[0] - look[1])


def test_mandala_points_in_the_cup_look_good() -> None:
    assert lead(river="RY/OG", claimed="Y4/G2") > lead(river="RY/OG", claimed="Y3/G3")
    assert lead(river="RY/OG", claimed="Y5/G2") > 0.2


def test_mandala_a_lead_counts_for_more_when_the_end_is_near() -> None:
    early = lead(river="RY/OG", claimed="Y6/G1")
    assert lead(river="RYGKO/OGYRP", claimed="Y6/G1") > early
    assert lead(river="RY/OG", claimed="Y6/G1", ending="yes") > early


def test_mandala_the_first_choice_of_a_rich_mountain_looks_good() -> None:
    """M10: both want red at place 4."""
    rich = {"river": "OYGR/YOKR", "claimed": "-/-"}
    assert lead(mandala1="R5O1/Y2G1/P1", **rich) > lead(mandala1="R5O1/Y1G1/P3", **rich) + 0.5
    poor = {"river": "RYGO/RYGO", "claimed": "-/-"}
    first = lead(mandala1="R1O1/Y2G1/P1", **poor) - lead(mandala1="R1O1/Y1G1/P3", **poor)
    assert 0 < first < lead(mandala1="R5O1/Y2G1/P1", **rich) - lead(mandala1="R5O1/Y1G1/P3", **rich)


def test_mandala_an_empty_field_takes_nothing() -> None:
    """M12."""
    river = {"river": "OYGR/YOKR"}
    assert lead(mandala1="R3O3/-/Y1P1G1", **river) < lead(mandala1="R3O3/Y1/P1G1", **river) - 0.3


def test_mandala_the_last_sharing_out_is_as_good_as_played() -> None:
    """M14: black at place 4 is worth 12 to the player who takes first, red 4."""
    words = {"river": "RYGK/RYGK", "phase": "taking", "resolving": "1/0", "ending": "yes"}
    assert lead(mandala1="R4K3/Y1G1/O1P1", turn="0", **words) > 2
    assert lead(mandala1="R4K3/Y1G1/O1P1", turn="1", **words) < -2


def log_loss(leads: list[float], won: list[float]) -> float:
    chances = 1 / (1 + np.exp(-np.array(leads)))
    return float(-(np.array(won) * np.log(chances) + (1 - np.array(won)) * np.log(1 - chances)).mean())


@pytest.mark.slow
@pytest.mark.thorough
def test_mandala_predicts_better_than_points() -> None:
    """Predicts the winners of games that were not used to fit the weights."""
    leads: list[float] = []
    by_points: list[float] = []
    won: list[float] = []
    for number in range(60):
        game = Game.new("mandala", secret=number.to_bytes(32, "big"))
        begin = len(leads)
        while not game.is_over:
            state = game.state()[0]
            look, points = evaluations("mandala", state), entry_points.scores_of(state)
            leads.append(look[0] - look[1])
            by_points.append((points[0] - points[1]) / 7)  # the best scale
            stream = stream_from_seed(1000 * number + game.ply)
            game.play(SearchBot().decide(Knowledge.of(game), Budget(simulations=50), stream).action)
        won += [(0 in game.winners()) / len(game.winners())] * (len(leads) - begin)
    assert log_loss(leads, won) < log_loss(by_points, won) - 0.02
