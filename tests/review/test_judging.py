"""Decisions are judged from what the player knew, and solved exactly where possible."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from review.reviewed_games import SMALL, TABLES, finished, reviewed
from thorough_cases import rest_thorough

from sandmandala.bots import Decision, Knowledge
from sandmandala.bots.evaluation.patterns_solver import solve
from sandmandala.games import entry_points
from sandmandala.games.chance import stream_from_seed
from sandmandala.games.rules import rules_of
from sandmandala.records import Game
from sandmandala.review import judging
from sandmandala.review.budget import QUICK
from sandmandala.review.judging import Judgement, judge
from sandmandala.review.luck import luck_of_draw
from sandmandala.review.marks import mark_of
from sandmandala.review.reviewed_game import reviewed_game
from sandmandala.review.reviewer import review
from sandmandala.review.sampling import Sampler

HIDDEN = [table for table in TABLES if rules_of(str(table.values[0])).has_hidden_information]


@pytest.mark.parametrize(("game", "seats"), HIDDEN)
def test_hidden_cards_do_not_change_an_evaluation(game: str, seats: int) -> None:
    played, different = finished(game, seats), 0
    for ply in range(0, played.ply, 5):
        true = played.state(ply)
        other, seat = true.copy(), entry_points.to_move(true, 0)
        entry_points.resample_state(other, 0, seat, stream_from_seed(ply))
        different += true.tobytes() != other.tobytes()
        sampler, action = Sampler(played.rules, 0), played.actions[ply]
        evaluations = [
            msgspec.json.encode(
                judge(sampler, SMALL, Knowledge.of_state(played.rules, one), action).evaluation
            )
            for one in (true, other)
        ]
        assert evaluations[0] == evaluations[1]
    assert different


def test_another_seed_gives_other_worlds() -> None:
    played = finished("mandala", 2)
    knowledge = Knowledge.of_state(played.rules, played.state(0))
    found = {
        judge(Sampler(played.rules, seed), SMALL, knowledge, played.actions[0]).evaluation.chances
        for seed in (0, 1)
    }
    assert len(found) == 2


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_all_moves_have_the_same_worlds_and_luck(game: str, seats: int) -> None:
    """What follows from a move does not depend on which other moves are judged, or in how many worlds."""
    played = finished(game, seats)
    knowledge = Knowledge.of_state(played.rules, played.state(played.ply // 2))
    sampler, moves = Sampler(played.rules, 0), knowledge.legal_actions()
    seeds = sampler.seeds("worlds", knowledge.world, knowledge.seat, 6)
    assert seeds[:4].tolist() == sampler.seeds("worlds", knowledge.world, knowledge.seat, 4).tolist()
    all_moves = sampler.sample(knowledge.world, knowledge.seat, moves, seeds)
    last = sampler.sample(knowledge.world, knowledge.seat, moves[-1:], seeds[:4])
    assert all_moves.wins[:4, -1].tolist() == last.wins[:, 0].tolist()
    assert all_moves.facts[:4, -1].tolist() == last.facts[:, 0].tolist()
    assert all_moves.paths[:4, -1].tolist() == last.paths[:, 0].tolist()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_lines_are_played_as_expected(game: str, seats: int) -> None:
    """Where nothing is hidden, the whole line is legal."""
    played = finished(game, seats)
    knowledge = Knowledge.of_state(played.rules, played.state(2))
    for one in judge(Sampler(played.rules, 0), SMALL, knowledge, played.actions[2]).evaluation.candidates:
        after = Game.from_position(game, played.position(2), bytes(32))
        after.make_move(one.move)
        for move in one.line if not played.rules.has_hidden_information else ():
            after.make_move(move)
        assert len(one.line) <= reviewed_game(game).horizon


def _endgame() -> Game:
    played = finished("patterns", 2)
    return Game.from_position("patterns", played.position(played.ply - 10), bytes(32))


def test_exact_margins_are_those_of_the_solver() -> None:
    game = _endgame()
    knowledge = Knowledge.of(game)
    evaluation = judge(Sampler(game.rules, 0), QUICK, knowledge, game.legal_actions()[0]).evaluation
    assert evaluation.exact
    assert evaluation.margin == solve(game.state(), 10_000_000).lower
    for candidate in evaluation.candidates:
        after = game.copy()
        after.make_move(candidate.move)
        assert candidate.loss.win_error == candidate.margin_error == 0
        assert candidate.loss.points == evaluation.margin - candidate.exact_margin
        if not after.is_over:
            sign = 1 if after.to_move == game.to_move else -1
            assert candidate.exact_margin == sign * solve(after.state(), 10_000_000).lower


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), rest_thorough([("patterns", 2), ("mandala", 2), ("flowers", 2)]))
def test_a_planted_blunder_is_marked(game: str, seats: int) -> None:
    """The worst move, where another seed says that it costs more than twice the threshold of a mark."""
    played, thresholds = finished(game, seats), reviewed_game(game).thresholds
    found = []
    for ply in range(played.ply):
        knowledge = Knowledge.of_state(played.rules, played.state(ply))
        loss, worst = _worst_move(knowledge)
        if loss < 2 * thresholds.mistake:
            continue
        judgement = judge(Sampler(played.rules, 2), QUICK, knowledge, worst)
        if judgement.evaluation.exact:  # the solver knows better than the other seed
            continue
        column = judgement.actions.index(worst)
        mark = mark_of(
            judgement.evaluation.candidates[column].loss, judgement.evaluation, column + 1, thresholds
        )
        found.append(mark == "blunder" if loss > 2 * thresholds.blunder else mark in ("mistake", "blunder"))
    assert len(found) > 3
    assert sum(found) >= 0.95 * len(found)


def _worst_move(knowledge: Knowledge) -> tuple[float, int]:
    """What it loses, and the move."""
    sampler, moves = Sampler(knowledge.rules, 1), knowledge.legal_actions()
    seeds = sampler.seeds("worlds", knowledge.world, knowledge.seat, 64)
    sample = sampler.sample(knowledge.world, knowledge.seat, moves, seeds)
    wins = sample.wins[:, :, knowledge.seat].mean(axis=0)
    return float(wins.max() - wins.min()), moves[int(wins.argmin())]


@pytest.mark.thorough
def test_more_worlds_where_a_mark_is_in_doubt() -> None:
    record = finished("mandala", 2).record()
    twice = review(record, replace(SMALL, doubtful=2 * SMALL.simulations))
    few, many, others = SMALL.simulations, 2 * SMALL.simulations, set()
    for one in twice.decisions:
        if one.legal_moves > 1:
            worlds = [candidate.simulations for candidate in one.evaluation.candidates]
            assert worlds[0] == worlds[one.rank - 1], "a loss compares moves in the same worlds"
            others |= {(worlds[0], other) for other in worlds}
    assert others == {(few, few), (many, few), (many, many)}, "only the moves on which the mark depends"
    once = reviewed("mandala", 2)
    for one, other in zip(once.decisions, twice.decisions, strict=True):
        if other.evaluation.candidates[0].simulations == SMALL.simulations:
            assert one.evaluation == other.evaluation, "the first worlds are the same"


@pytest.mark.thorough
def test_continuations_may_overrule_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search's choice is the best move unless another one is better by more than noise."""
    played = finished("mandala", 2)
    overruled = kept = 0
    for ply in range(0, played.ply, 3):
        knowledge = Knowledge.of_state(played.rules, played.state(ply))
        _, worst = _worst_move(knowledge)
        if len(knowledge.legal_actions()) == 1:
            continue
        choice = Decision(knowledge.move_text(worst), worst)
        monkeypatch.setattr(judging, "_search", lambda *args, choice=choice: choice)
        best = judge(Sampler(played.rules, 0), replace(SMALL, last_word=0), knowledge, worst).actions[0]
        overruled += best != worst
        kept += best == worst
    assert overruled
    assert kept


def test_a_longer_search_has_the_last_word_on_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that seems to lose does not, if somebody who thinks longer would play it."""
    played, search = finished("mandala", 2), judging._search
    acquitting: list[Decision] = []
    asked: list[str] = []

    def search_or_acquit(sampler: Sampler, purpose: str, simulations: int, knowledge: Knowledge) -> Decision:
        asked.append(purpose)
        if acquitting and purpose == "last word":
            return acquitting[0]
        return search(sampler, purpose, simulations, knowledge)

    monkeypatch.setattr(judging, "_search", search_or_acquit)
    monkeypatch.setattr(judging, "_PLAUSIBLE", 0)
    blamed = 0
    for ply in range(0, played.ply, 3):
        knowledge = Knowledge.of_state(played.rules, played.state(ply))
        _, worst = _worst_move(knowledge)

        def judged(last_word: int, knowledge: Knowledge = knowledge, worst: int = worst) -> Judgement:
            asked.clear()
            return judge(Sampler(played.rules, 0), replace(SMALL, last_word=last_word), knowledge, worst)

        acquitting.clear()
        before = judged(0)
        if not judging.is_clear(before.evaluation.candidates[before.actions.index(worst)].loss):
            continue
        assert asked == ["search"]
        confirmed = judged(60)
        assert asked == ["search", "last word"]
        if confirmed.actions[0] != worst:
            blamed += 1
            assert confirmed.evaluation == before.evaluation
        acquitting.append(Decision(knowledge.move_text(worst), worst))
        acquitted = judged(60).evaluation.candidates[0]
        assert acquitted.move == acquitting[0].move
        assert acquitted.loss.win == 0
    assert blamed


def test_no_longer_search_for_a_move_that_nobody_would_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "_PLAUSIBLE", 1.1)  # no move has so many simulations
    without = review(finished("mandala", 2).record(), replace(SMALL, last_word=0))
    assert review(finished("mandala", 2).record(), SMALL).decisions == without.decisions


def a_draw() -> tuple[Game, int]:
    """A game of Mandala, and the first ply whose move is followed by a draw."""
    played = finished("mandala", 2)
    return played, next(ply for ply in range(played.ply) if played.moves[ply].startswith("M"))


@pytest.mark.slow
def test_the_luck_of_all_draws_is_zero_on_average() -> None:
    played, ply = a_draw()
    before, action = played.state(ply), played.actions[ply]
    sampler, seat, changes, errors = Sampler(played.rules, 0), played.mover(ply + 1), [], []
    for number in range(200):
        after = before.copy()
        entry_points.play(after, 0, action, stream_from_seed(number))
        draw = luck_of_draw(sampler, 200, seat, before, action, after)
        assert draw is not None
        changes.append(draw.changes[seat])
        errors.append(draw.error)
    mean = sum(changes) / len(changes)
    spread = (sum(change * change for change in changes)) ** 0.5 / len(changes)
    # All draws are compared with the same mean, which has an error of its own.
    assert abs(mean) < 4 * (spread + max(errors))


def test_a_pile_of_one_colour_leaves_nothing_to_luck() -> None:
    played, ply = a_draw()
    before, action = played.state(ply), played.actions[ply]
    sampler, seat = Sampler(played.rules, 0), played.mover(ply + 1)
    after = before.copy()
    entry_points.play(after, 0, action, stream_from_seed(0))
    assert luck_of_draw(sampler, 8, seat, before, action, after)
    # What others hold could have been drawn, as far as the seat knows, but it does not lie there.
    before["draw"][0] = [before["draw"][0].sum(), 0, 0, 0, 0, 0]
    after = before.copy()
    entry_points.play(after, 0, action, stream_from_seed(0))
    assert luck_of_draw(sampler, 8, seat, before, action, after) is None


def test_nothing_is_drawn_in_patterns() -> None:
    played = finished("patterns", 2)
    before, after, action = played.state(1), played.state(2), played.actions[1]
    assert luck_of_draw(Sampler(played.rules, 0), 8, played.mover(2), before, action, after) is None
