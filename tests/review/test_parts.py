"""Parts of reviews that need no simulations: places, headlines, marks, reasons, words."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sandmandala.bots.levels import read_level
from sandmandala.games.rules import all_games, rules_of
from sandmandala.review.budget import QUICK
from sandmandala.review.english import lesson_text, level_text
from sandmandala.review.facts import Fact
from sandmandala.review.headline import FOLDER, calibration_of, place
from sandmandala.review.judging import Judgement, is_clear
from sandmandala.review.lessons import reason_for
from sandmandala.review.marks import mark_of
from sandmandala.review.places import chances_of_places
from sandmandala.review.reviewed_game import Thresholds
from sandmandala.review.reviewer import engine_of
from sandmandala.review.sampling import Sample
from sandmandala.review.types import Candidate, Difference, Evaluation, Headline, Lesson, Reason

THRESHOLDS = Thresholds(0.05, 0.1, 0.2)


def candidate(move: str, loss: float, error: float = 0.01) -> Candidate:
    return Candidate(move, "move", (0.5, 0.5), 0.01, 0.0, 0.1, Difference(loss, error, 1.0, 0.1), 64)


def evaluation(*losses: float) -> Evaluation:
    candidates = tuple(candidate(str(number), loss) for number, loss in enumerate(losses))
    return Evaluation((0.5, 0.5), None, 0.0, candidates, False)


def test_places_of_three() -> None:
    rows = chances_of_places((0.5, 0.3, 0.2))
    assert [row[0] for row in rows] == pytest.approx([0.5, 0.3, 0.2])
    assert rows[0][1] == pytest.approx(0.3 * 0.5 / 0.7 + 0.2 * 0.5 / 0.8)
    assert [sum(column) for column in zip(*rows, strict=True)] == pytest.approx([1, 1, 1])


# A game of which nothing has been measured yet has no file: its headlines name no level.
CALIBRATED = [name for name in all_games() if (FOLDER / f"{name}.json").exists()]


@pytest.mark.parametrize(
    ("game", "seats"), [(name, n) for name in CALIBRATED for n in rules_of(name).seat_counts]
)
def test_quick_reviews_are_calibrated_and_tell_levels_apart(game: str, seats: int) -> None:
    """With a calibration for another engine, headlines would silently name no level."""
    calibration = calibration_of(game, seats, engine_of(game, QUICK))
    assert calibration, "calibrate again: tools/review_levels.py, then tools/calibrate_review.py"
    assert [read_level(one.level) for one in calibration.levels] in ([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5])
    for weaker, stronger in pairwise(calibration.levels):
        assert weaker.points > stronger.points
    for weaker, stronger in zip(calibration.levels, calibration.levels[2:], strict=False):
        assert weaker.loss - 1.96 * weaker.error > stronger.loss + 1.96 * stronger.error


@pytest.mark.parametrize(
    ("loss", "mark"), [(0.04, None), (0.05, "inaccuracy"), (0.15, "mistake"), (0.2, "blunder")]
)
def test_marks_by_size(loss: float, mark: str | None) -> None:
    assert mark_of(Difference(loss, 0.01, 1.0, 0.1), evaluation(0.0, loss), 2, THRESHOLDS) == mark


def test_no_mark_without_three_standard_errors() -> None:
    loss = Difference(0.25, 0.1, 1.0, 0.1)
    assert not is_clear(loss)
    assert mark_of(loss, evaluation(0.0, 0.25), 2, THRESHOLDS) is None


def test_the_only_good_move() -> None:
    assert mark_of(Difference(0, 0, 0, 0), evaluation(0.0, 0.1, 0.3), 1, THRESHOLDS) == "only_move"
    assert mark_of(Difference(0, 0, 0, 0), evaluation(0.0, 0.05, 0.3), 1, THRESHOLDS) is None
    assert mark_of(Difference(0, 0, 0, 0), evaluation(0.0), 1, THRESHOLDS) is None


LEVELS = [0.06, 0.05, 0.04, 0.03, 0.02, 0.01]


@pytest.mark.parametrize(
    ("loss", "said"),
    [
        (0.07, "like Seed, or weaker"),
        (0.035, "between Bud and Blossom"),
        (0.0301, "like Blossom"),
        (0.0399, "like Bud"),
        (0.0, "like Forest, or stronger"),
    ],
)
def test_levels_in_words(loss: float, said: str) -> None:
    assert level_text(Headline(loss, 0.01, 1.0, *place(loss, LEVELS))) == said


def test_a_level_that_loses_nothing_can_be_named() -> None:
    """By chance, mean losses in points can be below 0."""
    assert place(0.01, [2.0, 0.3, -0.01]) == (2, 3, 3)
    assert place(-0.02, [2.0, 0.3, -0.01]) == (2, 3, 3)


def judgement_of(facts: np.ndarray, wins: np.ndarray) -> Judgement:
    worlds = len(facts)
    sample = Sample(
        np.stack([wins, 1 - wins], axis=2),
        np.zeros((worlds, 2, 2)),
        facts,
        np.full((worlds, 2, 1), -1, np.int16),
        np.arange(worlds),
    )
    return Judgement(evaluation(0.0, 0.2), (0, 1), sample, True)


FACTS = (
    Fact("complete", "share", "you complete the next mandala"),
    Fact("points", "amount", "you gain {} points"),
)


def test_a_reason_is_the_fact_that_explains_the_loss() -> None:
    """Completing is worth 30 %, and happens more often after the better move; points are noise."""
    numbers = np.random.default_rng(0)
    completed = (numbers.random((500, 2)) < (0.9, 0.3)).astype(float)
    points = numbers.normal(size=(500, 2))
    wins = 0.4 + 0.3 * completed
    reason = reason_for(judgement_of(np.stack([completed, points], axis=2), wins).pair, 0, FACTS)
    assert reason is not None
    assert reason.fact == "complete"
    assert reason.explained == pytest.approx(1.0)
    assert reason.better == pytest.approx(0.9, abs=0.05)


def test_no_reason_where_no_fact_explains_it() -> None:
    """The fact differs between the moves, but is worth nothing."""
    numbers = np.random.default_rng(0)
    facts = (numbers.random((500, 2, 2)) < 0.5).astype(float)
    facts[:, 0] += 0.5
    wins = np.stack([numbers.normal(0.7, 0.1, 500), numbers.normal(0.5, 0.1, 500)], axis=1)
    assert reason_for(judgement_of(facts, wins).pair, 0, FACTS) is None


def test_a_lesson_in_words() -> None:
    loss = Difference(0.12, 0.01, 3.0, 0.3)
    lesson = Lesson(7, "DR1", "F1G2", loss, ("M1K", "TR"), Reason("you_complete", "share", 0.34, 0.71, 0.8))
    assert lesson_text(lesson, "mandala") == [
        "Move 7, DR1: F1G2 was better, by 12.0 % ± 1.0 % of a win and 3.0 ± 0.3 points.",
        "After DR1, you complete the next mandala in 34 % of the continuations; after F1G2, in 71 %.",
        "Expected after F1G2: M1K TR.",
    ]
