"""Reviews of whole games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from review.reviewed_games import SMALL, TABLES, finished, reviewed

from sandmandala.games.chance import commitment
from sandmandala.games.errors import SandmandalaError
from sandmandala.records import Game, Record, Result
from sandmandala.review.reviewer import review
from sandmandala.review.types import Identity, read_review

tables = pytest.mark.parametrize(("game", "seats"), TABLES)


def _rest(parts: Identity) -> float:
    """What the parts do not explain."""
    explained = parts.luck - parts.others_luck + parts.others_losses - parts.losses
    return parts.result - parts.start - explained - parts.unplayed - parts.hidden


@tables
def test_the_identity_adds_up_exactly(game: str, seats: int) -> None:
    for seat in reviewed(game, seats).seats:
        assert _rest(seat.identity) == _rest(seat.identity_points) == 0
        assert seat.identity.unplayed == seat.identity_points.unplayed == 0


def _ended_early(game: str, reason: str, moves: int = 12) -> Record:
    """Seat 1 has left after these moves."""
    played = finished(game, 2).copy()
    while played.ply > moves:
        played.take_back()
    return replace(played.record(), result=Result(tuple(played.scores()), (0,), reason, (1,)))


@pytest.mark.parametrize(("game", "reason"), [("mandala", "resigned"), ("patterns", "time")])
def test_a_game_that_ended_early(game: str, reason: str) -> None:
    found = review(_ended_early(game, reason), SMALL)
    assert (found.ended, found.winners, len(found.decisions)) == (reason, (0,), 12)
    whole = reviewed(game, 2)
    assert [one.evaluation for one in found.decisions] == [one.evaluation for one in whole.decisions[:12]]
    winner, loser = found.seats
    assert (winner.result, loser.result) == (1, 0)
    for seat in found.seats:
        assert _rest(seat.identity) == _rest(seat.identity_points) == 0
    assert winner.identity.unplayed >= 0, "the last position was worth at most a win"
    assert loser.identity.unplayed <= 0
    assert read_review(found.to_json()) == found


@tables
def test_a_review_survives_being_written(game: str, seats: int) -> None:
    assert read_review(reviewed(game, seats).to_json()) == reviewed(game, seats)


@tables
def test_forced_decisions_are_not_counted(game: str, seats: int) -> None:
    played, found = finished(game, seats), reviewed(game, seats)
    assert [one.move for one in found.decisions] == played.moves
    for one in found.decisions:
        assert (one.legal_moves == 1) == (one.not_counted == "forced")
        if one.not_counted:
            assert one.mark is None
    for seat in found.seats:
        assert seat.decisions == seat.counted + seat.forced + seat.no_difference
        assert seat.decisions == sum(one.seat == seat.seat for one in found.decisions)
        assert sum(share.counted for share in seat.by_kind) == seat.counted
        assert sum(share.counted for share in seat.by_phase) == seat.counted


@tables
def test_decisions_list_the_best_moves_and_the_one_played(game: str, seats: int) -> None:
    for one in reviewed(game, seats).decisions:
        candidates = one.evaluation.candidates
        assert len(candidates) >= min(5, one.legal_moves)
        assert candidates[one.rank - 1].move == one.move
        assert candidates[0].move == one.best
        assert one.loss == candidates[one.rank - 1].loss
        assert sum(one.evaluation.chances) == pytest.approx(1)
        assert all(candidate.loss.win >= 0 for candidate in candidates)
        if one.evaluation.places:
            assert [sum(row) for row in one.evaluation.places] == pytest.approx([1] * seats)


@tables
def test_results_are_those_of_the_game(game: str, seats: int) -> None:
    played, found = finished(game, seats), reviewed(game, seats)
    assert list(found.scores) == played.scores()
    assert sum(seat.result for seat in found.seats) == 1
    assert [seat.seat for seat in found.seats if seat.result] == played.winners()


def test_threads_and_repetition_change_nothing() -> None:
    record = finished("mandala", 2).record()
    assert review(record, SMALL, threads=3) == reviewed("mandala", 2)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    record = finished("patterns", 2).record()
    review(record, SMALL, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, len(record.moves)) for done in range(1, len(record.moves) + 1)]


def test_a_review_can_be_cancelled() -> None:
    class Cancelled(Exception):
        pass

    told: list[int] = []

    def cancel(done: int, total: int) -> None:
        told.append(done)
        if done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        review(finished("patterns", 2).record(), SMALL, progress=cancel)
    assert told == [1, 2]


def _unfinished() -> Record:
    game = finished("mandala", 2).copy()
    game.take_back()
    return game.record()


def _illegal() -> Record:
    record = finished("mandala", 2).record()
    return replace(record, moves=(*record.moves[:5], "DR8", *record.moves[6:]))


def _other_secret() -> Record:
    """With the commitment of the new secret; the trace still shows it."""
    secret = "12" * 32
    record = finished("patterns", 2).record()
    return replace(record, secret=secret, commitment=commitment(bytes.fromhex(secret)))


def _other_result() -> Record:
    record = finished("mandala", 2).record()
    return replace(record, result=Result((99, 0), (0,)))


def _other_rules() -> Record:
    return replace(finished("mandala", 2).record(), rules=99)


def _without_a_move() -> Record:
    return _ended_early("mandala", "resigned", 0)


@pytest.mark.parametrize(
    "record", [_without_a_move, _unfinished, _illegal, _other_secret, _other_result, _other_rules]
)
def test_records_that_cannot_be_reviewed(record: Callable[[], Record]) -> None:
    with pytest.raises(SandmandalaError):
        review(record(), SMALL)


def test_a_game_from_a_position_has_no_luck_of_the_deal() -> None:
    start = finished("mandala", 2)
    game = Game.from_position("mandala", start.position(start.ply - 4), bytes(32))
    while not game.is_over:
        game.make_move(game.legal_actions()[-1])
    assert all(seat.deal == 0 for seat in review(game.record(), SMALL).seats)
