"""Judging a move that somebody tries in place of the one that was made."""

from __future__ import annotations

import msgspec
import pytest
from review.reviewed_games import SMALL, finished, reviewed
from thorough_cases import rest_thorough

from sandmandala import IllegalMoveError, UnreadableError
from sandmandala.bots import Knowledge
from sandmandala.records import Game, practice_game
from sandmandala.review.facts import facts_of
from sandmandala.review.one_move import judge_move, reason_between


@pytest.mark.parametrize("name", rest_thorough(["mandala", "patterns", "flowers"], keep=["patterns"]))
def test_a_listed_move_gets_the_value_of_the_review(name: str) -> None:
    """Only a longer search may differ: it has the last word on the move that is judged."""
    decision = next(one for one in reviewed(name, 2).decisions[6:] if one.rank > 1)
    for candidate in decision.evaluation.candidates:
        judged = judge_move(finished(name, 2), decision.ply, candidate.move, SMALL)
        if judged.better == candidate.move:
            assert judged.candidate.loss.win == 0
        else:
            assert judged.better == decision.best
        if candidate.move == decision.move:
            assert judged.candidate == candidate
    assert judge_move(finished(name, 2), decision.ply, decision.best, SMALL).reason is None


def test_every_legal_move_can_be_judged() -> None:
    game = finished("mandala", 2)
    listed = {one.move for one in reviewed("mandala", 2).decisions[6].evaluation.candidates}
    before = Game.from_position("mandala", game.position(6))
    others = [move for move in before.legal_moves() if move not in listed]
    assert others
    for move in others[:3]:
        judged = judge_move(game, 7, move, SMALL)
        assert (judged.ply, judged.candidate.move) == (7, move)
        assert judged.candidate.loss.win >= 0


def test_only_what_the_player_knew_counts() -> None:
    game = finished("mandala", 2)
    seat = game.mover(7)
    values = set()
    for secret in (bytes([number]) * 32 for number in range(3)):
        same_to_the_seat = practice_game("mandala", game.position(6), seat, secret)
        same_to_the_seat.play(game.move(7))
        values.add(msgspec.json.encode(judge_move(same_to_the_seat, 1, game.move(7), SMALL).candidate))
    assert len(values) == 1


def test_hints_get_the_reasons_of_the_review() -> None:
    """Among many pairs of moves some have a clear reason, and a reason is about the better one."""
    game, found = finished("mandala", 2), 0
    for ply in range(0, game.ply, 6):
        knowledge = Knowledge.of_state(game.rules, game.state(ply))
        moves = Game.from_position("mandala", game.position(ply)).legal_moves()
        pairs = ((moves[0], moves[-1]), (moves[-1], moves[0]))
        there, back = (reason_between(knowledge, *pair, worlds=64) for pair in pairs)
        assert there is None or back is None, "only one of two moves is better"
        for reason in (there, back):
            if reason:
                found += 1
                assert reason.fact in {fact.name for fact in facts_of("mandala")}
                assert reason.played != reason.better
    assert found


def test_what_cannot_be_judged() -> None:
    game = finished("patterns", 2)
    with pytest.raises(IllegalMoveError):
        judge_move(game, 2, game.move(1), SMALL)
    for ply, move in ((1, "nonsense"), (0, game.move(1)), (game.ply + 1, game.move(1))):
        with pytest.raises(UnreadableError):
            judge_move(game, ply, move, SMALL)
