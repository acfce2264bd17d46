"""The tutor: asks before a move that loses much, from what its player knows."""

from __future__ import annotations

import msgspec
import pytest
from review.reviewed_games import finished
from thorough_cases import rest_thorough

from sandmandala import IllegalMoveError, UnreadableError
from sandmandala.bots import Knowledge
from sandmandala.records import Game, practice_game
from sandmandala.review.budget import ReviewBudget
from sandmandala.review.facts import facts_of
from sandmandala.review.planted_moves import planted_moves
from sandmandala.review.reviewed_game import reviewed_game
from sandmandala.review.tutor import advise, threshold_of

CLOSER_LOOK = ReviewBudget(
    search=2000, all_moves=32, best_moves=224, draws=0, open_cards=0, solver_nodes=20_000, doubtful=512
)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("patterns", 2), ("mandala", 2), ("flowers", 2), ("flowers", 3)])
def test_it_asks_about_blunders_and_about_nothing_else(name: str, seats: int) -> None:
    """A small version of bench/tutor.py."""
    thresholds, asked, quiet = reviewed_game(name).thresholds, 0, 0
    for planted in planted_moves(name, seats, CLOSER_LOOK, positions=40, seed=2):
        if asked >= 2 and quiet >= 6:
            return
        advice = advise(planted.knowledge, planted.move, "serious")
        assert (advice is not None) == planted.is_blunder, (planted.move, planted.loss)
        quiet += advice is None
        if advice:
            asked += 1
            assert advice.move == planted.move != advice.better
            assert advice.loss.win >= thresholds.mistake
            assert advice.reason is None or advice.reason.fact in {fact.name for fact in facts_of(name)}
            better = advise(planted.knowledge, advice.better, "all")
            assert better is None, "the better move is good enough"
    pytest.fail("there are too few blunders")


def test_levels_are_the_marks_of_a_review() -> None:
    thresholds = reviewed_game("mandala").thresholds
    assert threshold_of("serious", thresholds) == thresholds.mistake
    assert threshold_of("all", thresholds) == thresholds.inaccuracy


@pytest.mark.parametrize("name", rest_thorough(["mandala", "flowers"]))
def test_worlds_alike_to_the_seat_get_the_same_answer(name: str) -> None:
    game, spoke = finished(name, 2), 0
    for ply in (1, 6, 11, 16):
        position, seat = game.position(ply), game.mover(ply + 1)
        worlds = [practice_game(name, position, seat, bytes([number]) * 32) for number in range(3)]
        assert len({world.position() for world in worlds}) > 1, "they differ in what the seat cannot see"
        for move in Game.from_position(name, position).legal_moves()[::5]:
            said = {msgspec.json.encode(advise(Knowledge.of(world), move, "all")) for world in worlds}
            assert len(said) == 1
            spoke += said != {b"null"}
    assert spoke


def test_what_cannot_be_judged() -> None:
    game = Game.new("patterns", secret=bytes(32))
    with pytest.raises(UnreadableError):
        advise(Knowledge.of(game), "nonsense", "all")
    first = game.legal_moves()[0]
    game.play(first)
    with pytest.raises(IllegalMoveError):
        advise(Knowledge.of(game), first, "all")
